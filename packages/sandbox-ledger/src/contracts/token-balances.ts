/**
 * Token balances, with the checks of the network's own contract in its order: accounts hold on a trustline, contracts in
 * an entry of the token, and the issuer has no limit.
 */
import { type Asset, xdr } from '@stellar/stellar-sdk/base';
import { changedTrustline, MAX_INT64, TRUSTLINE_AUTHORIZED } from '../entries.ts';
import type { ContractContext } from '../host/host.ts';
import { addressValue, asI128, field, HostError, i128, structValue, symbol } from '../host/values.ts';
import { accountKey, trustlineKey } from '../keys.ts';

/** An address as it holds the token that `context` runs. */
export type Holder = { readonly context: ContractContext; readonly address: string; readonly asset: Asset };

const TOKEN_ERRORS = {
  OperationNotSupportedError: 2,
  NegativeAmountError: 8,
  BalanceError: 10,
  BalanceDeauthorizedError: 11,
  OverflowError: 12,
  TrustlineMissingError: 13,
} as const;

const MAX_I128 = 2n ** 127n - 1n;
const { authRequiredFlag, authClawbackEnabledFlag } = xdr.AccountFlags;

export function balanceOf(holder: Holder): bigint {
  if (isContract(holder)) return contractBalance(holder)?.amount ?? 0n;
  return isIssuer(holder) ? MAX_INT64 : trustline(holder).balance;
}

/** For a contract that never held any, the issuer's flags decide. */
export function isAuthorized(holder: Holder): boolean {
  if (isContract(holder)) return contractBalance(holder)?.authorized ?? !issuerHas(authRequiredFlag, holder);
  return isIssuer(holder) || (trustline(holder).flags & TRUSTLINE_AUTHORIZED) !== 0;
}

export function spend(holder: Holder, amount: bigint): void {
  requireAuthorized(holder);
  if (!isContract(holder)) {
    changeTrustlineBalance(holder, -asInt64(amount));
    return;
  }
  const balance = contractBalance(holder);
  if ((balance?.amount ?? 0n) < amount) throw tokenRefusal('BalanceError');
  if (balance !== undefined) putContractBalance(holder, { ...balance, amount: balance.amount - amount });
}

export function receive(holder: Holder, amount: bigint): void {
  requireAuthorized(holder);
  if (!isContract(holder)) {
    changeTrustlineBalance(holder, asInt64(amount));
    return;
  }
  const balance = contractBalance(holder) ?? {
    amount: 0n,
    authorized: true,
    clawback: issuerHas(authClawbackEnabledFlag, holder),
  };
  if (balance.amount + amount > MAX_I128) throw tokenRefusal('OverflowError');
  putContractBalance(holder, { ...balance, amount: balance.amount + amount });
}

export function tokenRefusal(name: keyof typeof TOKEN_ERRORS): HostError {
  return HostError.contract(TOKEN_ERRORS[name], name);
}

const isContract = ({ address }: Holder) => address.startsWith('C');
const isIssuer = ({ address, asset }: Holder) => address === asset.getIssuer();

function requireAuthorized(holder: Holder): void {
  if (!isAuthorized(holder)) throw tokenRefusal('BalanceDeauthorizedError');
}

/** An account's amounts are 64-bit. */
function asInt64(amount: bigint): bigint {
  if (amount > MAX_INT64) throw tokenRefusal('OverflowError');
  return amount;
}

function issuerHas(flag: { readonly value: number }, { context, asset }: Holder): boolean {
  const issuer = context.host.overlay.account(accountKey(asset.getIssuer() as string));
  if (issuer === undefined) throw HostError.host('Storage', 'MissingValue', 'the account of the issuer is missing');
  return (issuer.flags & flag.value) !== 0;
}

function changeTrustlineBalance(holder: Holder, change: bigint): void {
  if (isIssuer(holder)) return;
  const line = trustline(holder);
  const balance = line.balance + change;
  if (balance < 0n || balance > line.limit) throw tokenRefusal('BalanceError');
  holder.context.host.overlay.put(changedTrustline(line, { balance }));
}

function trustline({ context, address, asset }: Holder): xdr.TrustLineEntry {
  const data = context.host.overlay.get(trustlineKey(address, asset));
  if (data?.type !== 'trustline') throw tokenRefusal('TrustlineMissingError');
  return data.trustLine;
}

type ContractBalance = { readonly amount: bigint; readonly authorized: boolean; readonly clawback: boolean };

/** The key that the token keeps a contract's balance under: `["Balance", C…]`. */
const balanceKey = (holder: string) => xdr.ScVal.scvVec([symbol('Balance'), addressValue(holder)]);

function contractBalance({ context, address }: Holder): ContractBalance | undefined {
  const entry = context.getPersistent(balanceKey(address));
  if (entry === undefined) return undefined;
  const flag = (name: string) => field(entry, name)?.value === true;
  return { amount: asI128(field(entry, 'amount')), authorized: flag('authorized'), clawback: flag('clawback') };
}

function putContractBalance({ context, address }: Holder, { amount, authorized, clawback }: ContractBalance): void {
  context.setPersistent(
    balanceKey(address),
    structValue({
      amount: i128(amount),
      authorized: xdr.ScVal.scvBool(authorized),
      clawback: xdr.ScVal.scvBool(clawback),
    }),
  );
}
