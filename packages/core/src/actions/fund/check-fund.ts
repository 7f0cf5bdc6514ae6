/** A payment into an escrow against the request: whom it pays, how much, and nothing beside it. */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../../envelope/bytes.ts';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, fromBaseUnits } from '../../escrow/index.ts';
import { knownToken, tokenDecimals } from '../../escrow/network.ts';
import type { Reason } from '../../words/reasons.ts';
import type { Check, CheckPolicy } from '../check.ts';
import { checkEnvelope } from '../check-envelope.ts';
import { checkFootprint } from '../check-resources.ts';
import { Differences } from '../differences.ts';
import type { FundRequest } from './request.ts';
import { type ReadTransfer, readTransfer, tokenOf, unitsOf } from './transfer-call.ts';

export function checkFund(read: ReadTransaction, request: FundRequest, policy: CheckPolicy): Check<ReadTransfer> {
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  const call = readTransfer(read);
  if ('unreadable' in call) {
    for (const { path, problem } of call.unreadable) differences.note(path, 'a payment to this escrow', problem);
    return { level: 'mismatch', differences: differences.list };
  }
  const { network } = policy;
  const token = tokenOf(request, network);
  differences.same('token', token, call.token);
  differences.same('payer', request.signer, call.from);
  differences.same('escrow', request.escrow, call.contractId);
  const decimals = decimalsOfMultiplier(request.trustline.decimals) as number;
  const asked = unitsOf(request);
  if (asked !== call.amount) {
    differences.note('amount', fromBaseUnits(asked, decimals), fromBaseUnits(call.amount, decimals));
  }
  const own = tokenDecimals(network, token);
  if (own !== undefined && own !== decimals) {
    differences.note(
      'trustline.decimals',
      `${10 ** own}, as the token itself has ${own} decimals`,
      `${10 ** decimals}`,
    );
  }
  checkAuthorisation(call, differences);
  const writes = (key: xdr.LedgerKey) => isOfPayment(key, call);
  // Where the escrow holds nothing yet, an asset’s contract asks its issuer whether it may.
  const issuer = knownToken(network, token)?.issuer;
  const reads = (key: xdr.LedgerKey) =>
    writes(key) || (key.type === 'account' && (issuer === undefined || ownerOf(key) === issuer));
  checkFootprint(read, { writes, reads, named: PAYMENT_ALONE }, differences);
  if (differences.list.length > 0) return { level: 'mismatch', differences: differences.list };
  const reasons: Reason[] = own === undefined ? [{ code: 'TOKEN_NOT_ASKED', params: { token, stored: true } }] : [];
  return { level: reasons.length === 0 ? 'verified' : 'partly', reasons, call };
}

const PAYMENT_ALONE = {
  writes: 'data of the token, and the payer’s account and trustline',
  reads: 'the token, its issuer, and the payer’s account and trustline',
  code: 'code of the token alone',
} as const;

function checkAuthorisation({ auth, invocation }: ReadTransfer, differences: Differences): void {
  const [entry, ...more] = auth;
  if (entry === undefined || more.length > 0) {
    differences.note('authorisation', 'one entry', `${auth.length} entries`);
    return;
  }
  if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
    differences.note('authorisation.credentials', 'the source account’s', entry.credentials.type);
  }
  const { function: called, subInvocations } = entry.rootInvocation;
  const isSame =
    called.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    sameBytes(called.contractFn.toXdr(), invocation.toXdr());
  if (!isSame) differences.note('authorisation.root', 'the payment of the operation', 'another call');
  if (subInvocations.length > 0) {
    differences.note('authorisation.sub-invocations', 'none', `${subInvocations.length}`);
  }
}

/** What the token keeps, and the payer's own trustline or account, where Stellar's assets are kept. */
function isOfPayment(key: xdr.LedgerKey, { token, from }: ReadTransfer): boolean {
  if (key.type === 'contractData') return Address.fromScAddress(key.contractData.contract).toString() === token;
  return ownerOf(key) === from;
}

/** The account whose entry it is: the account's own, or a trustline. */
function ownerOf(key: xdr.LedgerKey): string | undefined {
  if (key.type !== 'account' && key.type !== 'trustline') return undefined;
  const { accountId } = key.type === 'account' ? key.account : key.trustLine;
  return Address.account(accountId.ed25519.toBytes()).toString();
}
