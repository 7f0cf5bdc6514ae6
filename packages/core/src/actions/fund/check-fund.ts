/** A payment into an escrow against the request: whom it pays, how much, by which way, and nothing next to it. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { createSide } from '../../errors/differences.ts';
import { decimalsOfMultiplier, fromBaseUnits } from '../../escrow/index.ts';
import { knownToken, type Network, type Release } from '../../escrow/network.ts';
import type { Reason } from '../../words/data/risk.ts';
import {
  type Check,
  type CheckPolicy,
  checkAuthorisation,
  checkDecimals,
  checkEntry,
  checkEnvelope,
  checkFootprint,
  codeReasons,
  isCall,
  isCodeOf,
  isDataOf,
  mismatchOf,
  ownerOf,
  resultOf,
  tokenReasons,
} from '../check.ts';
import { compareValues, Differences } from '../differences.ts';
import {
  expectedOf,
  FUND_ESCROW,
  type ReadFunding,
  readFunding,
  TRANSFER,
  tokenOf,
  transferCall,
  unitsOf,
} from './call.ts';
import type { FundRequest } from './request.ts';

export function checkFund(read: ReadTransaction, request: FundRequest, policy: CheckPolicy): Check<ReadFunding> {
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  const { network } = policy;
  const call = readFunding(read, network);
  if ('unreadable' in call) return mismatchOf('fund', call, differences);
  const token = tokenOf(request, network);
  differences.same('token', token, call.token);
  differences.same('payer', request.signer, call.from);
  differences.same('escrow', request.escrow, call.contractId);
  const decimals = decimalsOfMultiplier(request.trustline.decimals) as number;
  const requested = unitsOf(request);
  if (requested !== call.amount) {
    differences.note('amount', fromBaseUnits(requested, decimals), fromBaseUnits(call.amount, decimals));
  }
  checkDecimals(token, decimals, network, differences);
  checkWay(call, request, differences);
  checkFundAuthorisation(call, request, network, differences);
  checkTouched(read, call, request, network, differences);
  return resultOf(call, differences, () => partlyReasons(call, request, network));
}

/** The contract compares the expected escrow with its own state, so it must be the state that the ledger held. */
function checkWay(call: ReadFunding, request: FundRequest, differences: Differences): void {
  const expected = expectedOf(request);
  differences.same('function', expected ? FUND_ESCROW : TRANSFER, call.expected ? FUND_ESCROW : TRANSFER);
  if (expected === undefined || call.expected === undefined) return;
  compareValues(expected.value, call.expected.value, 'expected escrow', differences);
}

function checkTouched(
  read: ReadTransaction,
  call: ReadFunding,
  { code }: FundRequest,
  network: Network,
  differences: Differences,
): void {
  const contracts = [call.token, ...(call.expected === undefined ? [] : [call.contractId])];
  const writes = (key: xdr.LedgerKey) =>
    isDataOf(key, contracts) || ownerOf(key) === call.from || (call.expected !== undefined && isCodeOf(key, code));
  // Where the escrow holds nothing yet, an asset’s contract asks its issuer whether it may.
  const issuer = knownToken(network, call.token)?.issuer;
  const reads = (key: xdr.LedgerKey) =>
    writes(key) || (key.type === 'account' && (issuer === undefined || ownerOf(key) === issuer));
  const footprintOf = call.expected === undefined ? 'transfer' : 'fund';
  checkFootprint(read, { writes, reads, of: footprintOf }, differences);
}

function partlyReasons(call: ReadFunding, { code }: FundRequest, network: Network): Reason[] {
  const { token, expected } = call;
  const releases: readonly Release[] = expected === undefined ? ['multi', 'single'] : [expected.kind.release];
  return [
    ...(code === undefined ? [] : codeReasons(code, releases, network)),
    ...tokenReasons(token, expected === undefined, network),
  ];
}

/** The payer may authorise only the payment itself, and the one transfer below it where the escrow's contract pays. */
function checkFundAuthorisation(
  call: ReadFunding,
  request: FundRequest,
  network: Network,
  differences: Differences,
): void {
  if (call.expected === undefined) {
    checkAuthorisation(call, differences);
    return;
  }
  const below = checkEntry(call, differences);
  if (below === undefined) return;
  const [transfer, ...others] = below;
  if (transfer === undefined || others.length > 0) {
    differences.note('authorisation.sub-invocations', createSide('ONE_TRANSFER'), `${below.length}`);
    return;
  }
  if (!isCall(transfer.function, transferCall(request, network))) {
    differences.note('authorisation.transfer', createSide('TRANSFER_TO_ESCROW'), createSide('OTHER_CALL'));
  }
  if (transfer.subInvocations.length > 0) {
    differences.note('authorisation.transfer', createSide('NO_CALL_BELOW'), `${transfer.subInvocations.length}`);
  }
}
