/** The call `fund_escrow(signer, expected_escrow, amount)`, which refuses unless every field is as expected. */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, toBaseUnits } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { address, i128 } from '../../kinds/layout.ts';
import { no, onlyCall } from '../../kinds/read-deploy.ts';
import { fieldName } from '../../text/text.ts';
import type { Unreadable } from '../check.ts';
import type { ServiceCall } from '../steps/form.ts';
import { type ExpectedEscrow, expectedIn, readExpected } from './expected-escrow.ts';
import type { FundRequest } from './request.ts';

export const FUND_ESCROW = 'fund_escrow';
export const FUND_SERVICE: ServiceCall = { path: 'fund-escrow', body: { signer: 'signer', amount: 'amount' } };

/** `expected`: absent in a plain transfer. */
export type ReadFunding = ReadTransfer & { readonly expected?: ExpectedEscrow };

export function fundingCall(request: FundRequest, network: Network): xdr.InvokeContractArgs {
  const expected = expectedOf(request);
  if (expected === undefined) return transferCall(request, network);
  return new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(request.escrow).toScAddress(),
    functionName: FUND_ESCROW,
    args: [address.write(request.signer), expected.value, i128.write(unitsOf(request))],
  });
}

/** @returns undefined for a plain transfer, which expects nothing */
export function expectedOf({ way, expected }: Pick<FundRequest, 'way' | 'expected'>): ExpectedEscrow | undefined {
  return way === 'escrow' && expected !== undefined ? readExpected(expected) : undefined;
}

export function readFunding(read: ReadTransaction, network: Network): ReadFunding | Unreadable {
  const call = onlyCall(read);
  if ('unreadable' in call) return call;
  const { invocation, auth } = call;
  if (invocation.functionName.toString() !== FUND_ESCROW) return readTransfer(read);
  const [signer, value, amount] = invocation.args;
  if (invocation.args.length !== 3)
    return no('arguments', 'ARGUMENT_COUNT', { found: invocation.args.length, wanted: 3 });
  if (signer?.type !== 'scvAddress') return no('payer', 'NOT_OF_TYPE', { wanted: 'address' });
  if (amount?.type !== 'scvI128') return no('amount', 'NOT_OF_TYPE', { wanted: 'i128' });
  const expected = value && expectedIn(value);
  if (expected === undefined) return no('expected escrow', 'NOT_AN_ESCROW');
  const { trustline } = expected.escrow;
  return {
    invocation,
    auth,
    token: knownToken(network, trustline.address)?.address ?? trustline.address,
    from: Address.fromScAddress(signer.address).toString(),
    contractId: Address.fromScAddress(invocation.contractAddress).toString(),
    amount: scValToBigInt(amount),
    expected,
  };
}

/** A payment by `transfer(from, to, amount)` of the token (SEP-41); the escrow's contract takes no part in it. */
export const TRANSFER = 'transfer';

type ReadTransfer = {
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  readonly token: string;
  readonly from: string;
  readonly contractId: string;
  /** Base units. */
  readonly amount: bigint;
};

export function transferCall(request: FundRequest, network: Network): xdr.InvokeContractArgs {
  return new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(tokenOf(request, network)).toScAddress(),
    functionName: TRANSFER,
    args: [address.write(request.signer), address.write(request.escrow), i128.write(unitsOf(request))],
  });
}

/** The token's contract, also where the request names a known issuer. */
export function tokenOf({ trustline }: FundRequest, network: Network): string {
  return knownToken(network, trustline.address)?.address ?? trustline.address;
}

export function unitsOf({ amount, trustline }: FundRequest): bigint {
  return toBaseUnits(amount, decimalsOfMultiplier(trustline.decimals) as number) as bigint;
}

function readTransfer(read: ReadTransaction): ReadTransfer | Unreadable {
  const call = onlyCall(read);
  if ('unreadable' in call) return call;
  const { invocation, auth } = call;
  const name = invocation.functionName.toString();
  if (name !== TRANSFER) return no('function', 'OTHER_FUNCTION', { found: fieldName(name), wanted: TRANSFER });
  const [from, to, amount] = invocation.args;
  if (invocation.args.length !== 3)
    return no('arguments', 'ARGUMENT_COUNT', { found: invocation.args.length, wanted: 3 });
  if (from?.type !== 'scvAddress') return no('payer', 'NOT_OF_TYPE', { wanted: 'address' });
  if (to?.type !== 'scvAddress') return no('escrow', 'NOT_OF_TYPE', { wanted: 'address' });
  if (amount?.type !== 'scvI128') return no('amount', 'NOT_OF_TYPE', { wanted: 'i128' });
  return {
    invocation,
    auth,
    token: Address.fromScAddress(invocation.contractAddress).toString(),
    from: Address.fromScAddress(from.address).toString(),
    contractId: Address.fromScAddress(to.address).toString(),
    amount: scValToBigInt(amount),
  };
}
