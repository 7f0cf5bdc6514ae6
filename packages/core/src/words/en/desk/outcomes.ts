/** The outcome of a sent transaction, and the next step. */
import { afterwards as deploy } from '../../../actions/deploy/en.ts';
import { afterwards as fund } from '../../../actions/fund/en.ts';
import { afterwards as trust } from '../../../actions/trust/en.ts';
import type { OpeningWords } from '../../../actions/words.ts';
import { isStepName, type StepName } from '../../../escrow/steps.ts';
import type { ErrorWords } from '../../errors.ts';
import type { Acted, Because, Outcome, OutcomeName, SignersWords, StatusText } from '../../life.ts';
import { TOOLS } from './tools.ts';

export function outcomeWords({ code, params }: Outcome): StatusText {
  switch (code) {
    case 'settled': {
      const what = params.byAnother ? BY_ANOTHER : TAKEN;
      return params.isChanged
        ? { message: `${what} ${CHANGED}`, next: READ_CHANGES }
        : { message: what, next: nextAfter(params.action, params.contractId) };
    }
    case 'taken':
      return {
        message: 'A different escrow from the one that was asked for is at its address.',
        next: 'Do not fund it, and sign nothing more for it. Tell the person who runs Countersign, with the differences.',
      };
    case 'rejected':
      return {
        message: `The ledger refused the transaction (${params.result}). It can no longer settle.`,
        next: renewText(params.action),
      };
    case 'expired':
      return { message: 'The ledger did not take the transaction, and can no longer.', next: renewText(params.action) };
    case 'displaced':
      return { message: DISPLACED, next: renewText(params.action) };
    case 'accepted': {
      const notes = [
        ...(params.namesAnother ? ['It named another address (in detail), which is wrong.'] : []),
        ...(params.differing.length === 0 ? [] : [differingText(params.differing)]),
      ];
      return {
        message: [params.hasLedger ? PUBLIC_WORDS.accepted.message : UNASKED, ...notes].join(' '),
        next: params.hasLedger ? PUBLIC_WORDS.accepted.next : LOOK_UP,
      };
    }
    case 'unknown':
      return { message: becauseText(params.because), next: isSeeming(params.because) ? READ_AGAIN : UNKNOWN_NEXT };
  }
}

export function becauseText(because: Because): string {
  switch (because) {
    case 'being-sent':
      return 'The same transaction is being sent by another call right now.';
    case 'not-said':
      return 'The ledger has not said yet what became of it.';
    case 'seems-dead':
      return `It seems to have expired without being included. ${READ_TWICE}`;
    case 'seems-displaced':
      return `The ledger seems to have accepted another transaction of the signing account instead. ${READ_TWICE}`;
    case 'seems-rejected':
      return `The ledger seems to have refused it. ${READ_TWICE}`;
    case 'not-sent-again':
      return 'It was sent before, and its outcome is not known yet. It was not sent again just now.';
    case 'rpc-refused':
      return 'Stellar RPC refused the transaction.';
    case 'rpc-silent':
      return 'It may have been sent. Stellar RPC has not reported yet what became of it.';
    case 'unclear-answer':
      return 'The escrow service took the transaction, but its answer does not say what became of it.';
    default:
      return `${because.message} The transaction may have reached the ledger all the same.`;
  }
}

/** @param expiresAt ISO 8601; @param seconds until then */
export const partlySignedWords = (
  signers: SignersWords,
  account: string,
  expiresAt: string,
  seconds: number,
): StatusText => ({
  message: `The signature is kept, and nothing was sent yet. ${weightText(signers)} ${missingText(signers)}`,
  next: `They sign for the account ${account} before ${expiresAt}, which is in ${seconds} s: on the same signUrl, or the same unsignedXdr. After that everybody signs a new one.`,
});

export function weightText({ needed, have, signers }: SignersWords): string {
  const by = signers.filter(({ signed }) => signed).map(({ address }) => address);
  return `The account needs signatures with a weight of ${needed} in all, and has ${have}${by.length === 0 ? '' : `, by ${by.join(', ')}`}.`;
}

export function missingText({ needed, have, signers }: SignersWords): string {
  const left = signers.filter(({ signed }) => !signed).map(({ address, weight }) => `${address} (weight ${weight})`);
  return `A weight of ${needed - have} is missing. These can still sign the same transaction: ${left.join(', ')}.`;
}

const isSeeming = (because: Because): boolean => typeof because === 'string' && because.startsWith('seems-');
const READ_TWICE = 'That is checked again at the next ledger, in about 5 seconds.';
const READ_AGAIN = 'Ask again in a few seconds.';

/** What any holder of the signed transaction may see. */
export const publicWords = (status: OutcomeName): StatusText => PUBLIC_WORDS[status];

const differingText = (fields: readonly string[]): string =>
  `It describes a different escrow from the one that was signed (${fields.join(', ')}). What was signed counts; tell the operator of the service.`;

/** Another transaction used the sequence number. */
const DISPLACED =
  'The ledger accepted another transaction of the signing account instead, and can no longer accept this one.';
const UNASKED = 'The service says that it succeeded. No ledger can be asked here.';
const LOOK_UP = 'Look the transaction hash up in an explorer before you fund it.';
const TAKEN = 'The ledger took the transaction.';
const BY_ANOTHER = 'The escrow stands on the ledger with these terms. A different transaction created it.';
const CHANGED = 'It differs from the request by now (changedSince).';
const READ_CHANGES = 'Read what differs before you fund it.';
const UNKNOWN_NEXT =
  'Submit the same signed XDR again to learn the outcome, or look the transaction hash up in an explorer. Until you know, do not sign another one for this escrow.';

const PUBLIC_WORDS: Readonly<Record<OutcomeName, StatusText>> = {
  settled: { message: TAKEN, next: 'get_balances shows what the escrow holds.' },
  taken: { message: 'Another contract stands at this address.', next: 'Do not fund it.' },
  rejected: {
    message: 'The ledger refused the transaction. It can no longer settle.',
    next: 'Ask the person who prepared it for a new one.',
  },
  expired: {
    message: 'The ledger did not take the transaction, and can no longer.',
    next: 'Ask the person who prepared it for a new one.',
  },
  displaced: { message: DISPLACED, next: 'Ask the person who prepared it for a new one.' },
  accepted: {
    message: 'The service says that it succeeded. The ledger has not said so yet.',
    next: 'Ask again in a minute. Do not fund it before the ledger says that it settled.',
  },
  unknown: {
    message: 'It was sent, and its outcome is not known.',
    next: 'Submit the same signed XDR again to learn the outcome. Until you know, do not sign another one for this escrow.',
  },
};

/** What to do once it has settled. @param escrow its address */
export const nextAfter = (action: Acted, escrow?: string): string => wordsAfter(action).next(escrow);

/** Why it is not prepared again. */
export const settledAlready = (action: Acted, escrow: string, hash: string): Partial<ErrorWords> =>
  wordsAfter(action).already(escrow, hash);

const wordsAfter = (action: Acted): OpeningWords => (isStepName(action) ? STEP : OPENINGS[action]);

const OPENINGS: Readonly<Record<Exclude<Acted, StepName>, OpeningWords>> = { deploy, fund, trust };

const STEP: OpeningWords = {
  next: () => 'get_escrow tells whose turn it is now.',
  already: (escrow, hash) => ({
    message: `This step of ${escrow} was taken already (transaction ${hash}).`,
    remedy: 'Read the escrow to see whose turn it is now.',
  }),
};

const renewText = (action: Acted): string =>
  `Prepare it again with ${TOOLS[action]} and the id, sign the new transaction and submit that.`;
