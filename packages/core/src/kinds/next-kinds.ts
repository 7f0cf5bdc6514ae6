/**
 * Generation C, the live service's v2, a beta on testnet: most roles are lists, and milestones are approved by votes. Its
 * shape is known from a document and changed under way, so it is explained as far as it can be read, and never offered.
 */

import { byLayout, call, type EscrowKind } from './escrow-kind.ts';
import { address, bool, i128, type Layout, list, named, struct, text, u32 } from './layout.ts';
import { LIVE_FIELDS } from './live-kinds.ts';

function mapped<Stored, T>(layout: Layout<Stored>, read: (stored: Stored) => T, back: (value: T) => Stored): Layout<T> {
  return {
    read: (value, path, problems) => {
      const stored = layout.read(value, path, problems);
      // Unreadable; the problem is noted already.
      return stored === undefined ? (undefined as T) : read(stored);
    },
    write: (value) => layout.write(back(value)),
  };
}

/** Several parties as one text; undefined where there are none. */
const parties = mapped(
  list(address),
  (each) => each.join(', '),
  (joined) => joined.split(', ').filter((party) => party !== ''),
);

const ROLES = {
  approver: named('approvers', parties),
  disputeResolver: named('dispute_resolvers', parties),
  releaseSigner: named('release_signers', parties),
  serviceProvider: named('service_providers', parties),
  platformAddress: named('platform', address),
  admin: address,
  observers: parties,
};

/** Whether enough have approved. Whose votes they were is left out. */
const approvals = mapped(
  struct({ count: named('approval_count', u32), by: named('approved_by', list(address)), target: u32 }),
  ({ count, target }) => count >= target,
  (approved) => ({ count: approved ? 1 : 0, by: [], target: 1 }),
);
const dispute = mapped(
  struct({ disputed: named('is_disputed', bool), reason: text, resolved: bool }),
  ({ disputed, resolved }) => ({ disputed, resolved }),
  (flags) => ({ ...flags, reason: '' }),
);

const milestones = list(
  mapped(
    struct({
      amount: i128,
      approved: named('approvals', approvals),
      description: text,
      dispute,
      evidence: text,
      receiver: address,
      released: bool,
      status: text,
    }),
    ({ approved, dispute, released, ...milestone }) => ({ ...milestone, flags: { approved, released, ...dispute } }),
    ({ flags: { approved, released, ...dispute }, ...milestone }) => ({ ...milestone, approved, dispute, released }),
  ),
);
const milestonesOfSingle = list(
  mapped(
    struct({ approved: named('approvals', approvals), description: text, evidence: text, status: text }),
    ({ approved, ...milestone }) => ({ ...milestone, flags: { approved } }),
    ({ flags, ...milestone }) => ({ ...milestone, ...flags }),
  ),
);

const OF_C = { generation: 'C', addressFrom: 'factory', codes: [], storage: 'persistent', events: {} } as const;

export const nextMulti: EscrowKind = {
  ...OF_C,
  id: 'next-multi',
  release: 'multi',
  factoryFunction: 'tw_new_multi_release_escrow',
  functions: {
    approve: call('approve_milestones', 'indices', 'signer'),
    release: call('release_funds', 'signer', 'feeAddress', 'indices'),
    dispute: call('dispute_milestones', 'signer', 'indices', 'reason'),
    resolve: call('resolve_dispute', 'signer', 'feeAddress', 'indices', 'distributions'),
    update: call('update_escrow', 'signer', 'escrow'),
    extend: call('extend_contract_ttl', 'signer', 'ledgers'),
  },
  ...byLayout(struct({ ...LIVE_FIELDS, milestones, roles: struct(ROLES) })),
};

export const nextSingle: EscrowKind = {
  ...OF_C,
  id: 'next-single',
  release: 'single',
  factoryFunction: 'tw_new_single_release_escrow',
  functions: {},
  ...byLayout(
    mapped(
      struct({
        ...LIVE_FIELDS,
        amount: i128,
        dispute,
        milestones: milestonesOfSingle,
        released: bool,
        roles: struct({ ...ROLES, receiver: address }),
      }),
      ({ dispute, released, ...escrow }) => ({ ...escrow, flags: { released, ...dispute } }),
      ({ flags: { released, ...dispute }, ...escrow }) => ({ ...escrow, dispute, released }),
    ),
  ),
};
