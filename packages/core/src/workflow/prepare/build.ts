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
import { fallbackCarrier, needsFallback, shareOfService, staysDirect } from '../carriers/direct-fallback.ts';
import { requireCarrier } from '../carriers/require-carrier.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import type { Carrier } from '../model/carrier.ts';
import type { ActionRequest, By, NewTransaction } from '../model/requests.ts';
import type { Opened } from '../read/kept-transaction.ts';
import { readPayees } from '../read/payability.ts';
import { askToken } from './token-of-request.ts';

export type BuiltTransaction<Name extends ActionName> = {
  readonly transaction: NewTransaction;
  readonly opened: Opened<CallOf<Name>>;
};

/** What is built: `round` is how many equal requests were confirmed before; `wanted` is the request as it is stored. */
type Order<Name extends ActionName> = {
  readonly action: Action<Name>;
  readonly request: RequestOf<Name>;
  readonly round: number;
  readonly wanted: ActionRequest;
};

/**
 * @param first the account, which is being read in the meantime
 * @throws CountersignError those of the carrier; TRANSACTION_MISMATCH, TRANSACTION_PARTLY_VERIFIED, SEQUENCE_TAKEN,
 *   SIGNER_NOT_FOUND
 */
export async function buildTransaction<Name extends ActionName>(
  context: RunningContext,
  { action, request, round, wanted }: Order<Name>,
  first: Promise<LedgerSnapshot | undefined>,
): Promise<BuiltTransaction<Name>> {
  const { ledger } = context;
  const look = async () => await ledger?.lookAt({ account: request.signer, contracts: [] }, context.call().signal);
  // In parallel: token and account cost no time while the carrier takes longer.
  const network = askToken(context, request, context.call());
  let looking = first;
  const builder = await builderOf(context, action.name, request);
  const attempt = async (carrier: Carrier<Name>) => {
    const unsignedXdr = await carrier.build(request, shareOfService(context, { ...context.call(), network, round }));
    context.onCheckpoint?.('built');
    try {
      return compare({ ...context, network: await network }, action, unsignedXdr, request, builder.by());
    } catch (error) {
      throw await clockError(context, error);
    }
  };
  let begun: number | undefined;
  for (;;) {
    const built = await builder.build(attempt).catch(async (error: unknown) => {
      throw await refusedForPlatform(context, wanted, error);
    });
    begun ??= performance.now();
    for (;;) {
      const snapshot = await looking;
      const place = placeOf(built.transaction, snapshot);
      if (place === 'next')
        return { ...built, transaction: { ...built.transaction, ...ledgerOf(snapshot), builtBy: builder.by() } };
      const { deadline = Number.POSITIVE_INFINITY, signal } = context.call();
      // A node may be a ledger behind, or another transaction of the account may be on its way.
      const { alignMs, askEveryMs } = context.patience;
      const isOver = performance.now() - begun > alignMs || context.now() + askEveryMs > deadline;
      if (isOver && place !== 'no-account' && builder.switchToDirect()) {
        begun = undefined;
        looking = look();
        break;
      }
      if (isOver) throw misaligned(place, request.signer, context);
      await sleep(askEveryMs, undefined, { signal });
      looking = look();
      // A used sequence number needs a new build; the account may still reach a later one.
      if (place === 'used') break;
    }
  }
}

/** Who builds, and goes on where the service does not. */
async function builderOf<Name extends ActionName>(context: DeskContext, name: Name, request: RequestOf<Name>) {
  const ordinary = requireCarrier(context, name);
  const isOfService = ordinary.builder(request) === 'service';
  const direct = isOfService ? await staysDirect(context, name, request) : undefined;
  const other = isOfService && direct === undefined ? fallbackCarrier(context, name) : undefined;
  let carrier = direct ?? ordinary;
  /** From now on without the service. @returns false where that may not be, or is so already */
  const switchToDirect = (): boolean => {
    if (other === undefined || carrier === other) return false;
    carrier = other;
    return true;
  };
  return {
    switchToDirect,
    by: (): By => (carrier === ordinary ? ordinary.builder(request) : 'direct'),
    build: async <T>(attempt: (carrier: Carrier<Name>) => Promise<T>): Promise<T> => {
      try {
        return await attempt(carrier);
      } catch (error) {
        if (!needsFallback(error) || !switchToDirect()) throw error;
        context.log?.('warn', `Built without the escrow service: ${toCountersignError(error).message}`);
        return await attempt(carrier).catch((second: unknown) => {
          // Where the ledger cannot be asked either, the service's own failure says more.
          throw second instanceof CountersignError && second.code !== 'RPC_UNREACHABLE' ? second : error;
        });
      }
    },
  };
}

type SequencePlace = 'next' | 'used' | 'ahead' | 'no-account';

/** Without a ledger's answer the sequence number is checked before sending, and the person confirms possible rivals. */
function placeOf({ sequence }: NewTransaction, snapshot: LedgerSnapshot | undefined): SequencePlace {
  if (snapshot === undefined || snapshot.kind === 'no-answer') return 'next';
  if (snapshot.account === undefined) return 'no-account';
  const next = BigInt(snapshot.account.seqNum) + 1n;
  const own = BigInt(sequence);
  return own === next ? 'next' : own < next ? 'used' : 'ahead';
}

function ledgerOf(snapshot: LedgerSnapshot | undefined): Pick<NewTransaction, 'offeredLedger'> {
  return snapshot?.kind === 'seen' ? { offeredLedger: snapshot.ledger } : {};
}

function misaligned(place: SequencePlace, signer: string, { network, words }: DeskContext): CountersignError {
  if (place !== 'no-account') return new CountersignError('SEQUENCE_TAKEN');
  const message = words.accountMissing(signer, network.name);
  return new CountersignError('SIGNER_NOT_FOUND', { message, language: words.language });
}

function compare<Name extends ActionName>(
  context: DeskContext,
  action: Action<Name>,
  unsignedXdr: string,
  request: RequestOf<Name>,
  by: By,
): BuiltTransaction<Name> {
  const { network, policy, now } = context;
  const read = readAnswer(unsignedXdr, network.passphrase);
  const check = action.check(read, request, { network, maxFee: policy.maxFee, now: Math.floor(now() / 1_000) });
  if (check.level === 'mismatch') {
    throw mismatch(context, check.differences, tokenProblems(request.trustline, network), by);
  }
  if (check.level === 'partly' && !policy.allowPartly) {
    const detail = check.reasons.map(context.words.reasonText).join(' ');
    throw new CountersignError('TRANSACTION_PARTLY_VERIFIED', { detail });
  }
  const transaction = {
    hash: read.hashHex,
    unsignedXdr: read.xdr,
    contractId: check.call.contractId,
    sequence: read.transaction.seqNum.toString(),
    expiresAt: expiryOf(read).getTime(),
    reasons: check.reasons,
  };
  return { transaction, opened: { read, call: check.call } };
}

/** @param problems in the request's own units, which the builder rightly took over */
function mismatch(
  { words }: DeskContext,
  differences: readonly Difference[],
  problems: readonly FieldProblem[],
  by: By,
): CountersignError {
  const isBuilder = problems.length === 0 || differences.some(({ field }) => field !== 'trustline.decimals');
  return new CountersignError('TRANSACTION_MISMATCH', {
    differences,
    ...(problems.length === 0 ? {} : { fields: problems }),
    ...(isBuilder ? {} : WRONG_UNITS),
    ...(isBuilder && by !== 'service' ? { ...words.BUILT_MISMATCH, language: words.language } : {}),
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

/** The network closes a ledger about every five seconds. */
const TOLERATED_MS = 60_000;
const MINUTE_MS = 60_000;

/**
 * @returns CLOCK_WRONG where only times differ and the network's clock shows another one, so that this machine's clock and
 *   not the builder is at fault; else the same error
 */
export async function clockError({ ledger, now, words, call }: RunningContext, error: unknown): Promise<unknown> {
  if (!(error instanceof CountersignError) || error.code !== 'TRANSACTION_MISMATCH') return error;
  const differences = error.differences ?? [];
  if (differences.length === 0 || differences.some(({ field }) => field !== 'time bounds')) return error;
  const history = await ledger?.historyOf(call().signal);
  const ahead = history === undefined ? 0 : now() - history.latest;
  if (Math.abs(ahead) <= TOLERATED_MS) return error;
  const minutes = Math.round(Math.abs(ahead) / MINUTE_MS);
  const by = minutes < 120 ? words.agoText(minutes, 'minutes') : words.agoText(Math.round(minutes / 60), 'hours');
  const message = words.clockText(by, ahead > 0);
  return new CountersignError('CLOCK_WRONG', { message, language: words.language, cause: error });
}

/**
 * The same error with what the ledger shows of the platform; the error itself where it shows nothing. The service's
 * own words for it are no reason to believe.
 * @param error what building it ended with
 */
async function refusedForPlatform(
  { ledger, network, words, call }: RunningContext,
  request: ActionRequest,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof CountersignError) || error.code !== 'SERVICE_REFUSED') return error;
  if (ledger === undefined || request.action !== 'deploy' || network.namesTokensByAsset !== true) return error;
  const { trustline, roles } = request.request;
  const platform = roles.platformAddress;
  const { address } = trustline;
  const asset = assetOf(network, address) ?? (await ledger.assetOf(address, call().signal));
  if (asset === undefined || platform === asset.issuer || !platform.startsWith('G')) return error;
  const seen = await readPayees({ ledger, network }, address, [platform], call().signal);
  const account = seen.accounts?.get(platform);
  if (account === undefined || account.trustline === true) return error;
  return new CountersignError('SERVICE_REFUSED', {
    ...words.platformRefused(platform, account.exists ? asset.code : undefined),
    language: words.language,
    detail: error.detail,
    cause: error,
  });
}
