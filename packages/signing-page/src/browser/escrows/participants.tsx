/** Who takes part in an escrow: each person once, with all that they do in it and their whole address. */
import type { EscrowView } from '@countersign/core/escrow-views';
import { Code } from '../parts/code.tsx';
import { words } from '../words/words.ts';
import { type Known, nameOf } from './shown.ts';

type Roles = EscrowView['roles'];
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
  const { detail, roles: roleWords } = words().escrows;
  const people = new Map<string, string[]>();
  for (const role of ORDER) {
    const address = roles[role];
    if (address !== undefined) people.set(address, [...(people.get(address) ?? []), roleWords[role]]);
  }
  return (
    <>
      <h3>{detail.people}</h3>
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
    </>
  );
}
