/** A trustline's transaction against the request: whose account, which asset, no limit, and nothing beside it. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { createSide } from '../../errors/differences.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import { assetOf } from '../../escrow/network.ts';
import type { Check, CheckPolicy } from '../check.ts';
import { checkEnvelope, XLM_DECIMALS } from '../check-envelope.ts';
import { Differences } from '../differences.ts';
import { FEE, MAX_LIMIT, type ReadTrust, readTrust } from './change-trust.ts';
import type { TrustRequest } from './request.ts';

/** The least that the network takes for an operation, in stroops. */
const LEAST_FEE = 100n;

export function checkTrust(read: ReadTransaction, request: TrustRequest, policy: CheckPolicy): Check<ReadTrust> {
  const { network } = policy;
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  if (read.transaction.ext.type !== 'v0') differences.note('resources', createSide('NONE'), createSide('DECLARED'));
  if (read.fee < LEAST_FEE || read.fee > FEE) {
    differences.note('network fee', createSide('BETWEEN', { least: xlm(LEAST_FEE), most: xlm(FEE) }), xlm(read.fee));
  }
  const call = readTrust(read, network.passphrase);
  if ('unreadable' in call) {
    for (const { path, problem } of call.unreadable)
      differences.note(path, createSide('TRANSACTION', { action: 'trust' }), createSide('PROBLEM', { problem }));
    return { level: 'mismatch', differences: differences.list };
  }
  // Two assets cannot have one contract, so its address says which asset was asked for.
  if (call.contractId !== request.trustline.address) {
    const asked = assetOf(network, request.trustline.address);
    const { code, issuer } = call.asset;
    differences.note(
      'asset',
      asked === undefined
        ? createSide('ASSET_OF', { token: request.trustline.address })
        : `${asked.code}:${asked.issuer}`,
      `${code}:${issuer}`,
    );
  }
  if (call.limit !== MAX_LIMIT) differences.same('limit', MAX_LIMIT, call.limit);
  return differences.list.length > 0
    ? { level: 'mismatch', differences: differences.list }
    : { level: 'verified', reasons: [], call };
}

function xlm(stroops: bigint): string {
  return `${fromBaseUnits(stroops, XLM_DECIMALS)} XLM`;
}
