/** Reads a signed transaction, or refuses it with what this desk knows about the text that was given instead. */
import { type Instead, insteadError, lookAtPasted } from '../../envelope/find-xdr.ts';
import { type OpenEnvelope, type ReadTransaction, readEnvelope, readOpened } from '../../envelope/read-transaction.ts';
import { CountersignError, type ErrorOptions } from '../../errors/errors.ts';
import type { DeskContext } from '../context.ts';
import { decidingTransaction, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import { findSeen, isOwnPast } from '../people/access.ts';
import { signUrlOf } from '../people/sign-url.ts';

/** @throws CountersignError those of `findXdr`, and FEE_BUMPED, XDR_UNREADABLE for an envelope of the old kind */
export async function readSubmitted(context: DeskContext, text: string): Promise<ReadTransaction> {
  const pasted = lookAtPasted(text);
  if ('instead' in pasted) throw insteadError(pasted.instead, await whatIsKnown(context, pasted.instead));
  try {
    return readOpened(pasted.opened, context.network.passphrase);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'FEE_BUMPED') {
      throw await feeBumped(context, pasted.opened);
    }
    throw error;
  }
}

async function feeBumped(context: DeskContext, opened: OpenEnvelope): Promise<CountersignError> {
  const { inner } = readEnvelope(opened, context.network.passphrase);
  const offered = await knownAs(context, inner.hashHex);
  if (offered === undefined) return new CountersignError('FEE_BUMPED');
  return new CountersignError('FEE_BUMPED', {
    ...(await signUrlOf(context, offered.requestId)),
    message:
      'The wallet signed the transaction that was prepared here, and then wrapped it in a fee bump (somebody else pays its fee), which the escrow service does not take. It was not sent.',
  });
}

/** Only about the person's own escrows, and repeating only what they wrote. */
async function whatIsKnown(context: DeskContext, instead: Instead): Promise<ErrorOptions> {
  const [what, transaction] = (await meantBy(context, instead)) ?? [];
  if (what === undefined) return {};
  const texts = describe(what, transaction && stateOf(context, transaction));
  return { ...texts, ...(await signUrlOf(context, transaction?.requestId)) };
}

/** What was given, and the transaction that is meant by it. */
async function meantBy(
  context: DeskContext,
  instead: Instead,
): Promise<readonly [what: string, transaction: Known | undefined] | undefined> {
  const { store } = context;
  switch (instead.kind) {
    case 'hash': {
      const transaction = await knownAs(context, instead.hash);
      return transaction && [`This is the hash of the transaction ${transaction.hash}`, transaction];
    }
    case 'address': {
      const transaction = await seenTransaction(context, await store.findByContract('deploy', instead.address));
      return transaction && [`This is the address of the escrow ${transaction.contractId}`, transaction];
    }
    case 'id': {
      const prepared = await findSeen(context, instead.reference);
      return prepared && ['This is the id of the escrow', newest(prepared)];
    }
    case 'link': {
      const page = instead.reference === undefined ? undefined : await store.findByPage(instead.reference);
      const prepared = await findSeen(context, page?.id);
      if (prepared) return ['This is the address of the signing page of the escrow', newest(prepared)];
      const transaction = instead.hash === undefined ? undefined : await knownAs(context, instead.hash);
      return transaction && [`This is a link to the transaction ${transaction.hash}`, transaction];
    }
    default:
      return undefined;
  }
}

const newest = (prepared: PreparedRequest): PreparedTransaction | undefined =>
  decidingTransaction(prepared) ?? prepared.transactions[0];

/** The first of them that the caller may see. */
async function seenTransaction(
  context: DeskContext,
  transactions: readonly PreparedTransaction[],
): Promise<PreparedTransaction | undefined> {
  for (const transaction of transactions)
    if ((await findSeen(context, transaction.requestId)) !== undefined) return transaction;
  return undefined;
}

type Known = Pick<PreparedTransaction, 'hash' | 'expiresAt'> &
  Partial<Pick<PreparedTransaction, 'state' | 'requestId'>>;

/** The person's own transaction with this hash, also one that is past. */
async function knownAs(context: DeskContext, hash: string): Promise<Known | undefined> {
  const transaction = await context.store.findByHash(hash);
  if (transaction !== undefined)
    return (await findSeen(context, transaction.requestId)) === undefined ? undefined : transaction;
  const past = await context.store.findPast(hash);
  return past !== undefined && (await isOwnPast(context, past)) ? past : undefined;
}

/** `late`: never sent from here, and expired. */
function stateOf({ now }: DeskContext, { state, expiresAt }: Known): keyof typeof NEXT {
  return state === undefined || (state === 'offered' && expiresAt <= now()) ? 'late' : state;
}

function describe(what: string, known: keyof typeof NEXT = 'offered'): ErrorOptions {
  const [state, remedy] = NEXT[known];
  return { message: `${what} that was prepared here, not the signed transaction. ${state}`, remedy };
}

const PREPARE_AGAIN =
  'Prepare the escrow again under its id, sign the new transaction and paste what the wallet returns.';

/** The person's next step, in words that fit a chat, a page and a terminal. */
const NEXT: Readonly<Record<PreparedTransaction['state'] | 'late', readonly [state: string, remedy: string]>> = {
  late: ['It was not sent from here in time, and the network would refuse it now.', PREPARE_AGAIN],
  offered: [
    'It has not been sent yet.',
    'Sign the prepared transaction in the wallet, then give what the wallet shows: a long text that begins with AAAA. Or sign it on its signing page.',
  ],
  sending: ['It is signed and being sent.', 'Look at its status in a few seconds; nothing more needs to be pasted.'],
  accepted: [
    'It was sent, and the service says that it succeeded; the ledger has not said so yet.',
    'Look at its status in a minute; nothing more needs to be pasted.',
  ],
  taken: ['Another contract is at its address.', 'Do not fund it. Tell the person who runs Countersign.'],
  dead: ['The ledger did not accept it, and can no longer.', PREPARE_AGAIN],
  settled: ['It has settled.', 'Nothing more needs to be signed or pasted.'],
  rejected: ['It was sent, and the ledger refused it.', PREPARE_AGAIN],
  unknown: [
    'It was sent, and its outcome is not known yet.',
    'Submit its id alone, or the same signed transaction again, to learn the outcome. Do not sign another one for this escrow until then.',
  ],
};
