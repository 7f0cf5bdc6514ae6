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

export type ReadFunding = {
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  readonly token: string;
  readonly from: string;
  readonly contractId: string;
  /** Base units. */
  readonly amount: bigint;
  /** Absent in a plain transfer. */
  readonly expected?: ExpectedEscrow;
};

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
  return way === 'escrow' ? readExpected(expected) : undefined;
}

/** Both calls have three arguments, of which the payer is the first and the amount the last. */
export function readFunding(read: ReadTransaction, network: Network): ReadFunding | Unreadable {
  const call = onlyCall(read);
  if ('unreadable' in call) return call;
  const { contractAddress, functionName, args } = call.invocation;
  const name = functionName.toString();
  const isByEscrow = name === FUND_ESCROW;
  if (!isByEscrow && name !== TRANSFER) {
    return no('function', 'OTHER_FUNCTION', { found: fieldName(name), wanted: TRANSFER });
  }
  const [payer, second, amount] = args;
  if (args.length !== 3) return no('arguments', 'ARGUMENT_COUNT', { found: args.length, wanted: 3 });
  if (payer?.type !== 'scvAddress') return no('payer', 'NOT_OF_TYPE', { wanted: 'address' });
  if (!isByEscrow && second?.type !== 'scvAddress') return no('escrow', 'NOT_OF_TYPE', { wanted: 'address' });
  if (amount?.type !== 'scvI128') return no('amount', 'NOT_OF_TYPE', { wanted: 'i128' });
  const called = Address.fromScAddress(contractAddress).toString();
  const funding = { ...call, from: Address.fromScAddress(payer.address).toString(), amount: scValToBigInt(amount) };
  if (second?.type === 'scvAddress' && !isByEscrow) {
    return { ...funding, token: called, contractId: Address.fromScAddress(second.address).toString() };
  }
  const expected = second && expectedIn(second);
  if (expected === undefined) return no('expected escrow', 'NOT_AN_ESCROW');
  const { address } = expected.escrow.trustline;
  return { ...funding, token: knownToken(network, address)?.address ?? address, contractId: called, expected };
}

/** A payment by `transfer(from, to, amount)` of the token (SEP-41); the escrow's contract takes no part in it. */
export const TRANSFER = 'transfer';

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
