/** Who takes part in an escrow: each wallet once, with its roles and its whole address. */
import type { TermsView } from '@countersign/core/escrow-views';
import { useContext } from 'preact/hooks';
import { Code, type Row, Rows } from '../parts/elements.tsx';
import { core } from '../words/words.ts';
import { KnownPeople, nameOf } from './shown.tsx';

type Roles = TermsView['roles'];
type Role = keyof Roles;
const ORDER: readonly Role[] = [
  'approver',
  'serviceProvider',
  'receiver',
  'releaseSigner',
  'disputeResolver',
  'platformAddress',
];

export function rolesByWallet({
  roles,
  milestones = [],
}: Pick<TermsView, 'roles'> & Partial<Pick<TermsView, 'milestones'>>): ReadonlyMap<string, readonly Role[]> {
  const wallets = new Map<string, readonly Role[]>();
  const receivers = milestones.map(({ receiver }) => ['receiver', receiver] as const);
  for (const [role, address] of [...ORDER.map((each) => [each, roles[each]] as const), ...receivers]) {
    const known = address === undefined ? [] : (wallets.get(address) ?? []);
    if (address !== undefined && !known.includes(role)) wallets.set(address, [...known, role]);
  }
  return wallets;
}

const rolesText = (roles: readonly Role[]): string => roles.map((role) => core.ROLE_WORDS[role]).join(', ');

export function Participants({ roles }: { readonly roles: Roles }) {
  const known = useContext(KnownPeople);
  const row = ([address, held]: readonly [string, readonly Role[]]): Row => {
    const name = nameOf(address, known);
    return [
      [name !== undefined && <bdi class="name">{name}</bdi>, rolesText(held)],
      <Code key="code" code={address} />,
    ];
  };
  return <Rows rows={[...rolesByWallet({ roles })].map(row)} />;
}

/** A wallet of the deal as the label of what it chooses or gets: its name, its roles and its whole address. */
export function Party({ address, roles }: { readonly address: string; readonly roles: readonly Role[] }) {
  const known = useContext(KnownPeople);
  return (
    <span>
      <bdi class="name">{nameOf(address, known)}</bdi> {rolesText(roles)} <Code code={address} />
    </span>
  );
}
