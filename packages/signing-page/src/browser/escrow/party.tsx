import type { PageEscrow } from '@countersign/core/desk';
import { type Known, nameOf } from '../escrow-parts/shown.tsx';
import { Code } from '../parts/elements.tsx';
import { ROLE_WORDS } from '../words/core-words.ts';

type PartyProps = {
  readonly address: string;
  readonly roles: readonly (keyof PageEscrow['roles'])[];
  readonly known: Known;
};

/** A wallet of the deal as the label of what it chooses or gets: its name, its roles and its whole address. */
export function Party({ address, roles, known }: PartyProps) {
  return (
    <span>
      <bdi class="name">{nameOf(address, known)}</bdi> {roles.map((role) => ROLE_WORDS[role]).join(', ')}{' '}
      <Code code={address} />
    </span>
  );
}
