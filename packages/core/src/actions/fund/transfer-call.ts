/**
 * The call that pays into an escrow: `transfer(from, to, amount)` of its token (SEP-41). The escrow's contract takes no
 * part in it.
 */
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, toBaseUnits } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { no, onlyCall } from '../../kinds/factory-call.ts';
import { address, i128 } from '../../kinds/layout.ts';
import { fieldName } from '../../text/text.ts';
import type { Unreadable } from '../check.ts';
import type { FundRequest } from './request.ts';

export const TRANSFER = 'transfer';

export type ReadTransfer = {
  readonly invocation: xdr.InvokeContractArgs;
  readonly auth: readonly xdr.SorobanAuthorizationEntry[];
  /** C…, the token's contract. */
  readonly token: string;
  readonly from: string;
  /** The escrow that is paid. */
  readonly contractId: string;
  /** Base units. */
  readonly amount: bigint;
};

/** The operation's call for a request. */
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

export function readTransfer(read: ReadTransaction): ReadTransfer | Unreadable {
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
