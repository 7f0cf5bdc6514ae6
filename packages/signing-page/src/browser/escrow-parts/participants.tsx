/** Who takes part in an escrow: each person once, with their roles and their whole address. */
import type { TermsView } from '@countersign/core/escrow-views';
import { Code } from '../parts/elements.tsx';
import { ROLE_WORDS } from '../words/core-words.ts';
import { type Known, nameOf } from './shown.tsx';

type Roles = TermsView['roles'];
const ORDER: readonly (keyof Roles)[] = [
  'approver',
  'serviceProvider',
  'receiver',
  'releaseSigner',
  'disputeResolver',
  'platformAddress',
];

type ParticipantsProps = { readonly roles: Roles; readonly known: Known };

export function Participants({ roles, known }: ParticipantsProps) {
  const people = new Map<string, string[]>();
  for (const role of ORDER) {
    const address = roles[role];
    if (address !== undefined) people.set(address, [...(people.get(address) ?? []), ROLE_WORDS[role]]);
  }
  return (
    <dl>
      {[...people].map(([address, does]) => {
        const name = nameOf(address, known);
        return (
          <div key={address}>
            <dt>
              {name !== undefined && <bdi class="name">{name}</bdi>}
              {does.join(', ')}
            </dt>
            <dd>
              <Code code={address} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
