/** What the page adds to the words of core: what each role does, and what to do in each state. */
import type { RoleName } from '@countersign/core/escrow';
import { STATE_WORDS } from '@countersign/core/words';
import type { PageView } from '../page-view.ts';

export const ROLE_VERBS: Readonly<Record<RoleName, string>> = {
  approver: 'approves a finished milestone',
  serviceProvider: 'does the work',
  releaseSigner: 'releases the funds',
  receiver: 'is paid',
  disputeResolver: 'decides a dispute, and where the funds go then',
  platformAddress: 'takes the platform fee',
};

/** Who works and is paid first, the platform last. */
export const ROLES_IN_ORDER = Object.keys(ROLE_VERBS) as readonly RoleName[];

type Status = PageView['status']['status'];

export const STATUS_WORDS: Readonly<Record<Status, { readonly title: string; readonly lead: string }>> = {
  prepared: {
    title: 'Read, then sign',
    lead: 'Your signature deploys this escrow. It moves no tokens: the escrow is funded afterwards.',
  },
  expired: {
    title: 'Read, then sign',
    lead: 'This transaction has expired and was not signed. Prepare it again below: the new one is compared with the same request and shown to you before you sign.',
  },
  sending: {
    title: STATE_WORDS.sending,
    lead: 'Delivered: Countersign has your signature and is sending it to the ledger. You can leave this page.',
  },
  settled: { title: 'The escrow is deployed', lead: 'The ledger accepted your signed transaction.' },
  rejected: {
    title: STATE_WORDS.rejected,
    lead: 'Nothing was deployed. You can prepare it again below, from the same request, and sign that.',
  },
  unknown: {
    title: STATE_WORDS.unknown,
    lead: 'Your signed transaction may or may not have reached the ledger. Until you know, do not sign another one for this escrow.',
  },
};
