/** Which steps a wallet can have prepared on an escrow's page. The server checks each by the ledger, as does the contract. */
import type { PageEscrow, PartyStepInput } from '@countersign/core/desk';
import { format } from '@countersign/core/text/message';
import { words } from '../words/words.ts';

export type PartyAction = PartyStepInput['action'];
/** `isDue`: the escrow waits for it; the others are possible at any time. */
export type PartyStep = Pick<PageEscrow['turn'][number], 'milestone'> & {
  readonly action: PartyAction;
  readonly isDue: boolean;
};

export function stepLabel({ action, milestone }: Pick<PartyStep, 'action' | 'milestone'>): string {
  const { whole, milestone: numbered } = words().escrow.act.steps[action];
  return milestone === undefined ? whole : format(numbered, { milestone });
}

/** @param isWhole whether the escrow is paid out at once, so that a dispute is about all of it */
export function stepsOf(shown: PageEscrow, wallet: string, isWhole: boolean): readonly PartyStep[] {
  const { turn, roles, milestones, held, state, missing } = shown;
  const due = turn
    .filter(({ address }) => address === undefined || address === wallet)
    .map(({ action, milestone }) => ({ action, milestone, isDue: true }));
  const open = milestones.flatMap(({ state: is, receiver = roles.receiver }, index) =>
    is === 'open' || is === 'approved' ? [{ milestone: index + 1, receiver }] : [],
  );
  const parties = [roles.approver, roles.serviceProvider, roles.platformAddress, roles.releaseSigner];
  const canDispute = (receiver: string | undefined) =>
    wallet !== roles.disputeResolver && [...parties, receiver].includes(wallet);
  const disputes = isWhole
    ? open.slice(0, 1).filter(({ receiver }) => canDispute(receiver) && state !== 'in dispute')
    : open.filter(({ receiver }) => canDispute(receiver));
  // Each open milestone is disputed first, and then decided.
  const isDecider = wallet === roles.disputeResolver && open.length === 0 && due.length > 0;
  const isPaid = held !== undefined && held !== '0';
  const canEnd = isPaid && (disputes.length > 0 || isDecider);
  // The contract takes an approval before any report; without money there is nothing to approve it for.
  const early = milestones.flatMap(({ state: is }, index) => {
    const approval = { action: 'approve', milestone: index + 1, isDue: false } as const;
    const isNamed = due.some(({ action, milestone }) => action === 'approve' && milestone === approval.milestone);
    return isPaid && wallet === roles.approver && is === 'open' && !isNamed ? [approval] : [];
  });
  return [
    ...due.filter(({ action }) => action !== 'fund' || missing !== undefined),
    ...early,
    ...(canEnd ? [{ action: 'end', isDue: false } as const] : []),
    ...disputes.map(({ milestone }) => {
      return { action: 'dispute', milestone: isWhole ? undefined : milestone, isDue: false } as const;
    }),
    ...(wallet === roles.platformAddress && state !== 'finished' ? [{ action: 'update', isDue: false } as const] : []),
  ];
}

/** The fields of an update that are one text each; a role is `roles.approver`. */
export const UPDATED = [
  'title',
  'description',
  'platformFee',
  'roles.approver',
  'roles.serviceProvider',
  'roles.releaseSigner',
  'roles.disputeResolver',
] as const;
const ADDED = ['description', 'amount', 'receiver'] as const;
export const addedField = (name: (typeof ADDED)[number]): string => `addMilestones[0].${name}`;
/** What a form calls a share; of another wallet than those of the escrow the address is in a field of its own. */
export const shareField = (address: string): string => `share ${address}`;
export const OTHER_SHARE = { address: 'other address', amount: 'other amount' } as const;

/** @param before the texts that the fields of an update had at first: only others are sent */
export function inputOf(
  { action, milestone }: PartyStep,
  signer: string,
  data: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
): Omit<PartyStepInput, 'escrow'> {
  const text = (name: string) => data.get(name)?.trim() ?? '';
  const filled = (names: readonly string[]) => names.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  const head = { action, signer, ...(milestone === undefined ? {} : { milestone }) };
  if (action === 'resolve' || action === 'withdraw') {
    const own = [...data.keys()].filter((name) => name.startsWith('share '));
    const shares = own.map((name) => ({ address: name.slice('share '.length), amount: text(name) }));
    const other = { address: text(OTHER_SHARE.address), amount: text(OTHER_SHARE.amount) };
    return { ...head, distributions: [...shares, other].filter(({ amount }) => amount !== '') };
  }
  if (action !== 'update') return { ...head, ...Object.fromEntries(filled(['amount', 'evidence', 'refundTo'])) };
  const changed = UPDATED.filter((name) => text(name) !== (before.get(name) ?? ''));
  const roles = changed.filter((name) => name.startsWith('roles.'));
  const added = ADDED.flatMap((name) => (text(addedField(name)) === '' ? [] : [[name, text(addedField(name))]]));
  return {
    ...head,
    ...Object.fromEntries(changed.filter((name) => !roles.includes(name)).map((name) => [name, text(name)])),
    ...(roles.length === 0
      ? {}
      : { roles: Object.fromEntries(roles.map((name) => [name.slice('roles.'.length), text(name)])) }),
    ...(added.length === 0 ? {} : { addMilestones: [Object.fromEntries(added)] }),
  };
}
