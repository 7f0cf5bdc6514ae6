/**
 * What any transaction says, in plain words: for a person who does not want to take a model's or a service's word.
 * It claims nothing that is not in the envelope, and says of what it cannot read that it cannot.
 */
import { Address, scValToNative, type xdr } from '@stellar/stellar-sdk/base';
import { fromBaseUnits } from '../escrow/index.ts';
import type { Network } from '../network.ts';
import { cleanLine, quotedReveal } from '../text.ts';
import { XLM_DECIMALS } from './check-envelope.ts';
import { networksSignedFor } from './check-signatures.ts';
import { oddities } from './oddities.ts';
import { type ReadDeploy, readDeploy } from './read-deploy.ts';
import { accountOf, type ReadTransaction, readTransaction } from './read-transaction.ts';
import { expiryOf, summarise } from './summary.ts';
import { textWarnings } from './text-warnings.ts';

export type Explanation = {
  /** One sentence: what it does. */
  readonly heading: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  /** What a person should know before signing. */
  readonly warnings: readonly string[];
};

type Line = { label: string; value: string };

/**
 * @param network the one it is believed to be for; an envelope does not say, only a signature can tell
 * @param now epoch seconds
 * @throws CountersignError XDR_UNREADABLE, XDR_TOO_LARGE, FEE_BUMPED
 */
export function explainTransaction(text: string, network: Network, now: number): Explanation {
  const read = readTransaction(text, network.passphrase);
  const deploy = readDeploy(read, network.passphrase);
  const isDeploy = !('unreadable' in deploy);
  return {
    heading: isDeploy
      ? `Creates an escrow for ${quotedReveal(deploy.escrow.title)} at ${deploy.contractId}.`
      : `Not the deploy of an escrow as this tool knows it (${deploy.unreadable
          .slice(0, 5)
          .map(({ path, problem }) => `${path} ${problem}`)
          .join('; ')}).`,
    lines: [
      ...(isDeploy ? deployLines(read, deploy, network) : operationLines(read)),
      ...envelopeLines(read, network, now),
    ],
    warnings: isDeploy ? deployWarnings(read, deploy, network) : ['Sign it only if you know what each operation does.'],
  };
}

function deployLines(read: ReadTransaction, deploy: ReadDeploy, network: Network): Line[] {
  const summary = summarise(read, deploy, network);
  const unit = summary.token.code ?? 'of the token';
  return [
    { label: 'Escrow address', value: summary.contractId },
    { label: 'Engagement', value: summary.engagementId },
    { label: 'Title', value: summary.title },
    { label: 'Description', value: summary.description },
    ...summary.milestones.map(({ description, amount }, index) => ({
      label: `Milestone ${index + 1}`,
      value: `${amount} ${unit}: ${description}`,
    })),
    { label: 'Total', value: `${summary.total} ${unit}` },
    {
      label: 'Token',
      value: `${summary.token.address}${summary.token.code === undefined ? '' : ` (${summary.token.code})`}`,
    },
    { label: 'Platform fee', value: `${summary.platformFeePercent} %` },
    { label: 'Signer', value: summary.signer },
    { label: 'Approver', value: summary.roles.approver },
    { label: 'Service provider', value: summary.roles.serviceProvider },
    { label: 'Platform', value: summary.roles.platformAddress },
    { label: 'Release signer', value: summary.roles.releaseSigner },
    { label: 'Dispute resolver', value: summary.roles.disputeResolver },
    { label: 'Receiver', value: summary.roles.receiver },
    ...(summary.receiverMemo === undefined ? [] : [{ label: 'Receiver memo', value: summary.receiverMemo }]),
    { label: 'Factory', value: deploy.factory },
    { label: 'Contract code', value: deploy.wasmHash },
  ];
}

function operationLines(read: ReadTransaction): Line[] {
  return read.transaction.operations.map((operation, index) => ({
    label: `Operation ${index + 1}`,
    value: `${describeOperation(operation)}${operation.sourceAccount === null ? '' : `, as ${accountOf(operation.sourceAccount)}`}`,
  }));
}

function describeOperation({ body }: xdr.Operation): string {
  if (body.type !== 'invokeHostFunction') return body.type;
  const { hostFunction } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') return hostFunction.type;
  const { contractAddress, functionName, args } = hostFunction.invokeContract;
  const values = args.map((argument) => cleanLine(plain(argument), 300)).join(', ');
  return `calls ${cleanLine(functionName.toString(), 40)}(${values}) of contract ${Address.fromScAddress(contractAddress).toString()}`;
}

function plain(value: xdr.ScVal): string {
  try {
    const native: unknown = scValToNative(value);
    return typeof native === 'string'
      ? native
      : JSON.stringify(native, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
  } catch {
    return `(a value of type ${value.type})`;
  }
}

function envelopeLines(read: ReadTransaction, network: Network, now: number): Line[] {
  const end = read.timeBounds?.maxTime ?? 0n;
  const life = end - BigInt(now);
  return [
    { label: 'Paid by', value: read.source },
    { label: 'Network fee', value: `at most ${fromBaseUnits(read.fee, XLM_DECIMALS)} XLM` },
    { label: 'Memo', value: read.transaction.memo.type === 'memoNone' ? 'none' : read.transaction.memo.type },
    {
      label: 'Valid until',
      value: end === 0n ? 'without end' : `${expiryOf(read).toISOString()} (${life > 0n ? `${life} s left` : 'over'})`,
    },
    { label: 'Signatures', value: signatureText(read) },
    { label: 'Hash', value: `${read.hashHex} (if it is for ${network.name}: ${network.passphrase})` },
  ];
}

function signatureText(read: ReadTransaction): string {
  if (read.signatures.length === 0) return 'none';
  const networks = networksSignedFor(read, read.source);
  const bySource =
    networks.length === 0
      ? 'none of them valid by its source on a known network'
      : `signed by its source for ${networks.join(', ')}`;
  return `${read.signatures.length}; ${bySource}`;
}

function deployWarnings(read: ReadTransaction, deploy: ReadDeploy, network: Network): string[] {
  const unpinned = [
    ...(network.factory === undefined ? ['factory'] : []),
    ...(network.wasmHash === undefined ? ['contract code'] : []),
  ];
  return [
    ...unpinned.map((name) => `the ${name} is not pinned for ${network.name}, so it was not checked`),
    ...oddities(read, deploy, network),
    ...textWarnings(deploy.escrow),
  ];
}
