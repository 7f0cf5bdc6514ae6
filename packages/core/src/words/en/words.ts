/** Names of roles, networks and states, shared by all surfaces. Each surface adds its own verbs. */
import type { NetworkName } from '../../escrow/network.ts';
import { ROLE_NAMES, type RoleName } from '../../escrow/steps.ts';
import { rangesOf } from '../ending.ts';
import type { PartyName, SourceName, StateName } from '../words.ts';

export const ROLE_WORDS: Readonly<Record<RoleName, string>> = {
  approver: 'Approver',
  serviceProvider: 'Service provider',
  platformAddress: 'Platform',
  releaseSigner: 'Release signer',
  disputeResolver: 'Dispute resolver',
  receiver: 'Receiver',
};

/** Roles, and two parties without one: the account that gets the service's share, and the transaction's signer. */
export const PARTY_WORDS: Readonly<Record<PartyName, string>> = {
  ...ROLE_WORDS,
  serviceFee: 'The service’s fee account',
  signer: 'Signer',
};

/** Who has each role, in the order that people read them: a row for each of several receivers. */
export function labelledRoles(roles: Readonly<Record<RoleName, string>>): { label: string; address: string }[] {
  return ROLE_NAMES.flatMap((role) =>
    roles[role].split(/, ?/).map((address) => ({ label: ROLE_WORDS[role], address })),
  );
}

/** “milestones 1, 2 and 5–9” */
export function milestonesText(numbers: readonly number[]): string {
  const ranges = rangesOf(numbers);
  const last = ranges.at(-1) ?? '';
  const all = ranges.length < 2 ? last : `${ranges.slice(0, -1).join(', ')} and ${last}`;
  return `${numbers.length === 1 ? 'milestone' : 'milestones'} ${all}`;
}

/** Each network's name and what its money is worth, since people must not confuse them. */
export const NETWORK_WORDS: Readonly<Record<NetworkName, { readonly name: string; readonly means: string }>> = {
  sandbox: { name: 'Sandbox', means: 'simulated, worth nothing' },
  testnet: { name: 'Testnet', means: 'test tokens, worth nothing' },
  public: { name: 'Public network', means: 'real money' },
};

/** The source of a state. */
export const SOURCE_WORDS: Readonly<Record<SourceName, string>> = {
  ledger: 'by the ledger',
  service: 'the service says so',
};

/** The state of a prepared escrow, as a heading. */
export const STATE_WORDS: Readonly<Record<StateName, string>> = {
  prepared: 'Waiting for a signature',
  'to-confirm': 'Waiting for you to confirm it',
  expired: 'Not signed in time',
  displaced: 'Another transaction went first',
  'partly-signed': 'Waiting for more signatures',
  sending: 'Being sent',
  settled: 'Settled',
  taken: 'Another contract is at its address',
  rejected: 'It did not settle',
  accepted: 'The service says that it settled',
  unknown: 'Sent, outcome not known yet',
  superseded: 'Replaced by a newer version',
  declined: 'Declined',
  discarded: 'Discarded',
};

/** Names of the kinds of escrow contract. */

const GENERATIONS: Readonly<Record<string, string>> = {
  A0: 'of mid-2025 (generation A0)',
  A1: 'of autumn 2025 (generation A1)',
  'B-int': 'an interim build of November 2025 (generation B-int)',
  B: 'live today (generation B)',
  C: 'its next version, a beta (generation C)',
};

/** @param release `multi` or `single` */
export function kindWords({ generation, release }: { readonly generation: string; readonly release: string }): string {
  const paid = release === 'single' ? 'single release (one amount, paid out at once)' : `${release} release`;
  return `Trustless Work, ${paid}, ${GENERATIONS[generation] ?? generation}`;
}
