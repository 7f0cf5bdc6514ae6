/**
 * A signed transaction that was not prepared here: refused, unless the operator allowed it. No one asked for it, so
 * the request is derived from the transaction itself, and the transaction must be the deploy of exactly that request,
 * verified in full. `COUNTERSIGN_ALLOW_PARTLY` changes nothing here: it lets a person accept the stated reasons before
 * they sign, and no one has read them for a transaction that arrives signed.
 */
import { type Agreement, agreementIn } from '../../actions/agreed-terms.ts';
import { checkUnsigned } from '../../actions/deploy/check-deploy.ts';
import { statedRequest } from '../../actions/deploy/parse-deploy.ts';
import { expiryOf } from '../../actions/deploy/summary.ts';
import { type ReadTransaction, withoutSignatures } from '../../envelope/read-transaction.ts';
import { CountersignError, type ErrorOptions, toCountersignError } from '../../errors/errors.ts';
import type { DeployRequest } from '../../escrow/index.ts';
import { type ReadDeploy, readDeploy } from '../../kinds/read-deploy.ts';
import type { DeskWords } from '../../words/all.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { isPerson, LOCAL_PERSON } from '../model/person.ts';
import type { NewTransaction } from '../model/requests.ts';
import { lookAlikeWarnings } from '../people/trusted-baseline.ts';
import { askToken } from '../prepare/token-of-request.ts';
import { requireWithinLimits } from '../risk/limits.ts';
import { stopsOfCall } from '../risk/risk-of-deploy.ts';

type ForeignDeploy = { readonly transaction: NewTransaction; readonly agreement: Agreement | undefined };

/**
 * The offer to send, once its signatures are checked and if it is in time.
 * @returns an expired transaction where its time is the only thing wrong with it
 * @throws CountersignError NOT_PREPARED_HERE with every reason to refuse it
 */
export async function acceptForeign(
  context: DeskContext,
  signed: ReadTransaction,
  options: CallOptions,
): Promise<ForeignDeploy> {
  const { network, policy, now, words } = context;
  if (!policy.allowForeign) throw new CountersignError('NOT_PREPARED_HERE');
  const read = withoutSignatures(signed);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) throw refused(words, words.FOREIGN.unreadable, { fields: deploy.unreadable });
  const request = requestOf(read, deploy, context);
  const check = checkUnsigned(read, request, {
    network: await askToken(context, request, options),
    maxFee: policy.maxFee,
    now: Math.floor(now() / 1_000),
  });
  // An expired transaction that is otherwise fine may have settled in time: the ledger is asked next.
  const isLate = expiryOf(read).getTime() <= now();
  const isLateAlone =
    check.level === 'mismatch' && isLate && check.differences.every(({ field }) => field === 'time bounds');
  if (check.level === 'mismatch' && !isLateAlone) {
    throw refused(words, words.FOREIGN.differs, { differences: check.differences });
  }
  if (check.level === 'partly') {
    const why = check.reasons.map(words.reasonText).join(' ').replace(/\.$/, '');
    throw refused(words, words.partlyForeign(why));
  }
  const person = isPerson(context.viewer) ? context.viewer : LOCAL_PERSON;
  await requireWithinLimits(context, { action: 'deploy', request }, person, undefined);
  const [stop] = [
    ...stopsOfCall(context, deploy),
    ...(await lookAlikeWarnings(context, person, { action: 'deploy', request })),
  ];
  if (stop !== undefined) throw refused(words, words.stoppedForeign(words.stopText(stop).replace(/\.$/, '')));
  const transaction = {
    hash: read.hashHex,
    unsignedXdr: read.xdr,
    contractId: deploy.contractId,
    sequence: read.transaction.seqNum.toString(),
    expiresAt: expiryOf(read).getTime(),
    reasons: [],
  };
  return { transaction, agreement: agreementIn({ action: 'deploy', request }, () => read, network) };
}

function requestOf(read: ReadTransaction, deploy: ReadDeploy, { network, words }: DeskContext): DeployRequest {
  try {
    return statedRequest(read, deploy, network);
  } catch (error) {
    const { code, fields = [] } = toCountersignError(error);
    if (code !== 'INPUT_INVALID') throw error;
    throw refused(words, words.FOREIGN.unasked, { fields, cause: error });
  }
}

function refused(words: DeskWords, why: string, options: ErrorOptions = {}): CountersignError {
  return new CountersignError('NOT_PREPARED_HERE', {
    ...options,
    message: words.foreignText(why),
    language: words.language,
  });
}
