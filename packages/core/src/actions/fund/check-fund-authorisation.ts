/** The payer may authorise only the payment itself, and the one transfer below it where the escrow's contract pays. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../../envelope/bytes.ts';
import { createSide } from '../../errors/differences.ts';
import type { Network } from '../../escrow/network.ts';
import type { Differences } from '../differences.ts';
import type { ReadFunding } from './escrow-call.ts';
import type { FundRequest } from './request.ts';
import { transferCall } from './transfer-call.ts';

const BELOW = 'authorisation.sub-invocations';

export function checkFundAuthorisation(
  { auth, invocation, expected }: ReadFunding,
  request: FundRequest,
  network: Network,
  differences: Differences,
): void {
  const [entry, ...more] = auth;
  if (entry === undefined || more.length > 0) {
    differences.note(
      'authorisation',
      createSide('ENTRIES', { count: 1 }),
      createSide('ENTRIES', { count: auth.length }),
    );
    return;
  }
  if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
    differences.note('authorisation.credentials', createSide('SOURCE_ACCOUNT'), entry.credentials.type);
  }
  const { function: called, subInvocations } = entry.rootInvocation;
  if (!isCall(called, invocation))
    differences.note('authorisation.root', createSide('SAME_CALL'), createSide('OTHER_CALL'));
  const [transfer, ...others] = subInvocations;
  if (expected === undefined) {
    if (transfer !== undefined) differences.note(BELOW, createSide('NONE'), `${subInvocations.length}`);
    return;
  }
  if (transfer === undefined || others.length > 0) {
    differences.note(BELOW, createSide('ONE_TRANSFER'), `${subInvocations.length}`);
    return;
  }
  if (!isCall(transfer.function, transferCall(request, network))) {
    differences.note('authorisation.transfer', createSide('TRANSFER_TO_ESCROW'), createSide('OTHER_CALL'));
  }
  if (transfer.subInvocations.length > 0) {
    differences.note('authorisation.transfer', createSide('NO_CALL_BELOW'), `${transfer.subInvocations.length}`);
  }
}

function isCall(called: xdr.SorobanAuthorizedFunction, invocation: xdr.InvokeContractArgs): boolean {
  return (
    called.type === 'sorobanAuthorizedFunctionTypeContractFn' &&
    sameBytes(called.contractFn.toXdr(), invocation.toXdr())
  );
}
