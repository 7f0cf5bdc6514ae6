/** Has a transaction built, then compares it with the request and its sequence number with the account's. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, ActionName, CallOf, RequestOf } from '../../actions/action.ts';
import { expiryOf } from '../../actions/deploy/summary.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import {
  CountersignError,
  createSide,
  type Difference,
  type FieldProblem,
  toCountersignError,
} from '../../errors/errors.ts';
import { tokenProblems } from '../../escrow/check-token.ts';
import { assetOf } from '../../escrow/network.ts';
import type { LedgerSnapshot } from '../../ledger/ledger.ts';
import type { RunningCall } from '../call.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext } from '../context.ts';
import type { Opened } from '../read/kept-transaction.ts';
import type { ActionRequest, NewTransaction } from '../store/requests.ts';
import { askToken } from './token-of-request.ts';

export type BuiltTransaction<Name extends ActionName> = {
  readonly offer: NewTransaction;
  readonly opened: Opened<CallOf<Name>>;
};

/**
 * @param first the account, if it is being read already
 * @throws CountersignError those of the carrier; TRANSACTION_MISMATCH, TRANSACTION_PARTLY_VERIFIED, SEQUENCE_TAKEN,
 *   SIGNER_NOT_FOUND
 */
export async function buildTransaction<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  request: RequestOf<Name>,
  call: RunningCall,
  first?: Promise<LedgerSnapshot | undefined>,
): Promise<BuiltTransaction<Name>> {
  const { ledger } = context;
  const carrier = requireCarrier(context, action.name);
  const look = async () => await ledger?.lookAt({ account: request.signer, contracts: [] }, call().signal);
  // In parallel: token and account cost no time while the carrier takes longer.
  const network = askToken(context, request, call());
  let looking = first ?? look();
  let begun: number | undefined;
  for (;;) {
    const unsignedXdr = await carrier.build(request, { ...call(), network });
    context.reached?.('built');
    const built = compare({ ...context, network: await network }, action, unsignedXdr, request);
    begun ??= performance.now();
    for (;;) {
      const sight = await looking;
      const place = placeOf(built.offer, sight);
      if (place === 'next') return { ...built, offer: { ...built.offer, ...ledgerOf(sight) } };
      const { deadline = Number.POSITIVE_INFINITY, signal } = call();
      // A node may be a ledger behind, or another transaction of the account may be on its way.
      const { alignMs, askEveryMs } = context.patience;
      const isOver = performance.now() - begun > alignMs || context.now() + askEveryMs > deadline;
      if (isOver) throw misaligned(place, request, context);
      await sleep(askEveryMs, undefined, signal === undefined ? {} : { signal });
      looking = look();
      // A used sequence number needs a new build; the account may still reach a later one.
      if (place === 'used') break;
    }
  }
}

type SequencePlace = 'next' | 'used' | 'ahead' | 'no-account';

/**
 * Without a ledger's answer the sequence number cannot be checked. It is checked again before sending, and the person
 * is asked about other transactions of the same request.
 */
function placeOf({ sequence }: NewTransaction, sight: LedgerSnapshot | undefined): SequencePlace {
  if (sight === undefined || sight.kind === 'no-answer') return 'next';
  if (sight.account === undefined) return 'no-account';
  const next = BigInt(sight.account.seqNum) + 1n;
  const own = BigInt(sequence);
  return own === next ? 'next' : own < next ? 'used' : 'ahead';
}

function ledgerOf(sight: LedgerSnapshot | undefined): Pick<NewTransaction, 'offeredLedger'> {
  return sight?.kind === 'seen' ? { offeredLedger: sight.ledger } : {};
}

function misaligned(
  place: SequencePlace,
  { signer }: { readonly signer: string },
  { network, words }: DeskContext,
): CountersignError {
  if (place !== 'no-account') return new CountersignError('SEQUENCE_TAKEN');
  return new CountersignError('SIGNER_NOT_FOUND', {
    message: words.accountMissing(signer, network.name),
    language: words.language,
  });
}

function compare<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  unsignedXdr: string,
  request: RequestOf<Name>,
): BuiltTransaction<Name> {
  const { network, policy, now } = context;
  const read = readAnswer(unsignedXdr, network.passphrase);
  const check = action.check(read, request, { network, maxFee: policy.maxFee, now: Math.floor(now() / 1_000) });
  if (check.level === 'mismatch') throw mismatch(check.differences, tokenProblems(request.trustline, network));
  if (check.level === 'partly' && !policy.allowPartly) {
    throw new CountersignError('TRANSACTION_PARTLY_VERIFIED', {
      detail: check.reasons.map(context.words.reasonText).join(' '),
    });
  }
  const offer = {
    hash: read.hashHex,
    unsignedXdr: read.xdr,
    contractId: check.call.contractId,
    sequence: read.transaction.seqNum.toString(),
    expiresAt: expiryOf(read).getTime(),
    reasons: check.reasons,
  };
  return { offer, opened: { read, call: check.call } };
}

/** @param problems in the request's own units, which the builder rightly took over */
function mismatch(differences: readonly Difference[], problems: readonly FieldProblem[]): CountersignError {
  const isBuilder = problems.length === 0 || differences.some(({ field }) => field !== 'trustline.decimals');
  return new CountersignError('TRANSACTION_MISMATCH', {
    differences,
    ...(problems.length === 0 ? {} : { fields: problems }),
    ...(isBuilder ? {} : WRONG_UNITS),
  });
}

const WRONG_UNITS = {
  message:
    'The request’s units do not match its token, so every amount would be wrong on chain. No transaction is handed out.',
  remedy: 'Correct trustline.decimals as the field says, then try again.',
} as const;

/** An answer that is not a transaction is a mismatch too: the person's input is not at fault. */
function readAnswer(unsignedXdr: string, passphrase: string): ReadTransaction {
  try {
    return readTransaction(unsignedXdr, passphrase);
  } catch (error) {
    const { code, reason, message, remedy } = toCountersignError(error);
    const found = createSide('ERROR', { code, reason, message, remedy });
    throw new CountersignError('TRANSACTION_MISMATCH', {
      differences: [{ field: 'envelope', asked: createSide('UNSIGNED_TRANSACTION'), found }],
      cause: error,
    });
  }
}

/**
 * The same error with what the ledger shows of the platform; the error itself where it shows nothing. The service's
 * own words for it are no reason to believe.
 * @param error what building it ended with
 */
export async function refusedForPlatform(
  { ledger, network, words }: DeskContext,
  asked: ActionRequest,
  error: unknown,
  call: RunningCall,
): Promise<unknown> {
  if (!(error instanceof CountersignError) || error.code !== 'SERVICE_REFUSED') return error;
  if (ledger === undefined || asked.action !== 'deploy' || network.namesTokensByAsset !== true) return error;
  const { trustline, roles } = asked.request;
  const platform = roles.platformAddress;
  const { address } = trustline;
  const asset = assetOf(network, address) ?? (await ledger.assetOf(address, call().signal));
  if (asset === undefined || platform === asset.issuer || !platform.startsWith('G')) return error;
  const sight = await ledger.lookAt(
    { contracts: [], parties: { accounts: [platform], contracts: [], asset } },
    call().signal,
  );
  const account = sight.kind === 'seen' ? sight.parties?.accounts.get(platform) : undefined;
  if (account === undefined || account.trustline === true) return error;
  return new CountersignError('SERVICE_REFUSED', {
    ...words.platformRefused(platform, account.exists ? asset.code : undefined),
    language: words.language,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    cause: error,
  });
}
