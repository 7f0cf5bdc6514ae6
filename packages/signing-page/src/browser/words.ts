/** What the page calls things: plain words for the fields of an escrow, networks and states. */
import type { RoleName } from '@countersign/core/escrow';
import type { NetworkName } from '@countersign/core/network';
import type { PageView } from '../page-view.ts';

export const NETWORK_WORDS: Readonly<Record<NetworkName, { readonly name: string; readonly means: string }>> = {
  sandbox: { name: 'Sandbox', means: 'simulated, worth nothing' },
  testnet: { name: 'Testnet', means: 'test tokens, worth nothing' },
  public: { name: 'Public network', means: 'real money' },
};

export const ROLE_WORDS: Readonly<Record<RoleName, { readonly label: string; readonly does: string }>> = {
  approver: { label: 'Approver', does: 'approves a finished milestone' },
  serviceProvider: { label: 'Service provider', does: 'does the work' },
  releaseSigner: { label: 'Release signer', does: 'releases the funds' },
  receiver: { label: 'Receiver', does: 'is paid' },
  disputeResolver: { label: 'Dispute resolver', does: 'decides a dispute, and where the funds go then' },
  platformAddress: { label: 'Platform', does: 'takes the platform fee' },
};

/** Who works and is paid first, the platform last. */
export const ROLES_IN_ORDER = Object.keys(ROLE_WORDS) as readonly RoleName[];

type Status = PageView['status']['status'];

export const STATUS_WORDS: Readonly<Record<Status, { readonly title: string; readonly lead: string }>> = {
  prepared: {
    title: 'Read, then sign',
    lead: 'Your signature deploys this escrow. It moves no tokens: the escrow is funded afterwards.',
  },
  expired: {
    title: 'Read, then sign',
    lead: 'The time of this transaction is over, and it was not signed. Prepare it again below: the new one is compared with the same request and shown to you before you sign.',
  },
  sending: {
    title: 'Being sent',
    lead: 'Delivered: Countersign has your signature and is sending it to the ledger. You can leave this page.',
  },
  settled: { title: 'The escrow is deployed', lead: 'The ledger took your signed transaction.' },
  rejected: {
    title: 'It did not settle',
    lead: 'Nothing was deployed. You can prepare it again below, from the same request, and sign that.',
  },
  unknown: {
    title: 'Sent, and not yet known to be settled',
    lead: 'Your signed transaction may or may not have reached the ledger. Do not sign another one for this escrow meanwhile.',
  },
};
