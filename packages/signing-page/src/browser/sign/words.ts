/** What the page adds to the words of core: what each role does, and what to do in each state. */

import type { RoleName, StepName } from '@countersign/core/escrow';
import { STATE_WORDS, STEP_WORDS } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import type { Standing } from './screen.ts';

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

const READ_THEN_SIGN = 'Read, then sign';
const AGAIN =
  'It is prepared again when you sign, from the same request, and compared again. If anything but its hash and its time is new, you see that first.';

type Words = { readonly title: string; readonly lead: string };

const OF_DEPLOY: Readonly<Record<Standing, Words>> = {
  prepared: {
    title: READ_THEN_SIGN,
    lead: 'Your signature deploys this escrow. It moves no tokens: the escrow is funded afterwards.',
  },
  'to-confirm': {
    title: 'Stop and read this first',
    lead: 'It is what was asked for, but it may not be what you want. Nothing to sign is shown until you confirm it.',
  },
  over: { title: READ_THEN_SIGN, lead: `The time of this transaction is over. ${AGAIN}` },
  expired: {
    title: READ_THEN_SIGN,
    lead: `The ledger did not take this transaction, and its time is over. ${AGAIN}`,
  },
  sending: {
    title: STATE_WORDS.sending,
    lead: 'Delivered: Countersign has your signature and is sending it to the ledger. You can leave this page.',
  },
  settled: {
    title: 'The escrow is deployed',
    lead: 'The ledger accepted your signed transaction. You can close this page.',
  },
  taken: {
    title: 'Do not fund this',
    lead: 'A contract that is not what was asked for stands at this escrow’s address. Pay nothing to it, and sign nothing more for it.',
  },
  rejected: {
    title: STATE_WORDS.rejected,
    lead: 'Nothing was deployed. You can prepare it again below, from the same request, and sign that.',
  },
  accepted: {
    title: STATE_WORDS.accepted,
    lead: 'The ledger does not show it yet, so do not fund it. This page keeps watching. If nothing changes here, look the transaction hash up in an explorer of this network.',
  },
  unknown: {
    title: STATE_WORDS.unknown,
    lead: 'Your signed transaction may or may not have reached the ledger. Until you know, do not sign another one for this escrow.',
  },
  superseded: {
    title: STATE_WORDS.superseded,
    lead: 'Do not sign this one: its signature is refused. If you want the newer version, ask for its link where you got this one. If you do not know who changed it, sign neither.',
  },
  declined: {
    title: STATE_WORDS.declined,
    lead: 'Someone said here that this is not what they want. It is no longer offered, and its signature is refused. Whoever asked for it is told.',
  },
  discarded: {
    title: STATE_WORDS.discarded,
    lead: 'It is no longer offered, and its signature is refused. Nothing was sent.',
  },
};

/** Where a payment is told otherwise than an escrow. */
const OF_PAYMENT: Readonly<Partial<Record<Standing, Words>>> = {
  prepared: {
    title: READ_THEN_SIGN,
    lead: 'Your signature moves this money into the escrow. You cannot take it back yourself.',
  },
  settled: {
    title: 'The payment arrived',
    lead: 'The ledger accepted your signed transaction. You can close this page.',
  },
  rejected: {
    title: STATE_WORDS.rejected,
    lead: 'Nothing was paid. You can prepare it again below, from the same request, and sign that.',
  },
  accepted: {
    title: STATE_WORDS.accepted,
    lead: 'The ledger does not show it yet, so do not pay again. This page keeps watching. If nothing changes here, look the transaction hash up in an explorer of this network.',
  },
  unknown: {
    title: STATE_WORDS.unknown,
    lead: 'Your signed payment may or may not have reached the ledger. Until you know, do not sign another one.',
  },
};

/** Where a trustline is told otherwise than an escrow. */
const OF_TRUSTLINE: Readonly<Partial<Record<Standing, Words>>> = {
  prepared: {
    title: READ_THEN_SIGN,
    lead: 'Your signature lets your account hold this token. No money moves.',
  },
  settled: {
    title: 'The trustline was added',
    lead: 'Your account can hold the token now. You can close this page.',
  },
  rejected: {
    title: STATE_WORDS.rejected,
    lead: 'No trustline was added. You can prepare it again below, from the same request, and sign that.',
  },
  accepted: {
    title: STATE_WORDS.accepted,
    lead: 'The ledger does not show it yet. This page keeps watching. If nothing changes here, look the transaction hash up in an explorer of this network.',
  },
  unknown: {
    title: STATE_WORDS.unknown,
    lead: 'Your signed transaction may or may not have reached the ledger. Until you know, do not sign another one.',
  },
};

/** What a signature does, and what is so once it has settled. */
const STEPS: Readonly<Record<StepName, { readonly does: string; readonly done: string }>> = {
  'change-status': {
    does: 'Your signature reports on the ledger how far this milestone is. It pays nobody.',
    done: 'The progress is reported',
  },
  approve: {
    does: 'Your signature approves this milestone. It pays nobody yet, and you cannot take it back.',
    done: 'The milestone is approved',
  },
  release: {
    does: 'Your signature pays this money out of the escrow. You cannot take it back.',
    done: 'The money is paid out',
  },
  dispute: {
    does: 'Your signature opens a dispute. It moves no money, and from then on only the dispute resolver can end it.',
    done: 'The dispute is open',
  },
  resolve: {
    does: 'Your signature decides the dispute and pays these shares. You cannot take it back.',
    done: 'The dispute is decided',
  },
  withdraw: {
    does: 'Your signature pays out what is left in the escrow. You cannot take it back.',
    done: 'What was left is withdrawn',
  },
  update: {
    does: 'Your signature changes the terms of the escrow for everyone who takes part. It moves no money.',
    done: 'The terms are changed',
  },
  extend: {
    does: 'Your signature keeps the escrow on the ledger for longer. It moves no money and changes no terms.',
    done: 'The escrow is kept alive',
  },
};

/** Where a step of an escrow's life is told otherwise than an escrow. */
function ofStep(step: StepName): Readonly<Partial<Record<Standing, Words>>> {
  const title = `${STEP_WORDS[step].title}: read, then sign`;
  const { does, done } = STEPS[step];
  return {
    prepared: { title, lead: does },
    over: { title, lead: OF_DEPLOY.over.lead },
    expired: { title, lead: OF_DEPLOY.expired.lead },
    settled: { title: done, lead: 'The ledger accepted your signed transaction. You can close this page.' },
    rejected: {
      title: STATE_WORDS.rejected,
      lead: 'Nothing was changed. You can prepare it again below, from the same request, and sign that.',
    },
    accepted: {
      title: STATE_WORDS.accepted,
      lead: 'The ledger does not show it yet, so do not do it again. This page keeps watching. If nothing changes here, look the transaction hash up in an explorer of this network.',
    },
    unknown: {
      title: STATE_WORDS.unknown,
      lead: 'What you signed may or may not have reached the ledger. Until you know, do not sign it again.',
    },
  };
}

export function standingWords(action: PageView['action'], standing: Standing): Words {
  return otherwise(action)[standing] ?? OF_DEPLOY[standing];
}

function otherwise(action: PageView['action']): Readonly<Partial<Record<Standing, Words>>> {
  switch (action) {
    case 'deploy':
      return {};
    case 'fund':
      return OF_PAYMENT;
    case 'trust':
      return OF_TRUSTLINE;
    default:
      return ofStep(action);
  }
}
