/**
 * The network's built-in token contract (Stellar Asset Contract) for an issued asset: accounts hold it on a
 * trustline, contracts in an entry of the token's, and the issuer has no limit. The checks, their order and the error
 * numbers are those of the network's own contract.
 */
import { Address, Asset, xdr } from '@stellar/stellar-sdk/base';
import { changedTrustline, contractInstance, MAX_INT64, TRUSTLINE_AUTHORIZED } from '../entries.ts';
import { movementTopics } from '../events/asset-events.ts';
import type { ContractContext, NativeContract } from '../host/host.ts';
import {
  addressValue,
  asAddress,
  asI128,
  field,
  HostError,
  i128,
  structValue,
  symbol,
  takeArguments,
  unitKey,
} from '../host/values.ts';
import { accountKey, trustlineKey } from '../keys.ts';

const DECIMALS = 7;
const METADATA = symbol('METADATA');

export const tokenInstance = (asset: Asset, passphrase: string): xdr.LedgerEntryData =>
  tokenInstanceAt(asset.contractId(passphrase), asset);

export function tokenInstanceAt(contract: string, asset: Asset): xdr.LedgerEntryData {
  const code = new TextEncoder().encode(asset.getCode().padEnd(4, '\0'));
  const storage: Record<string, xdr.ScVal> = {
    METADATA: structValue({
      decimal: xdr.ScVal.scvU32(DECIMALS),
      name: xdr.ScVal.scvString(asset.toString()),
      symbol: xdr.ScVal.scvString(asset.getCode()),
    }),
    Admin: addressValue(asset.getIssuer() as string),
    AssetInfo: xdr.ScVal.scvVec([
      symbol('AlphaNum4'),
      structValue({
        asset_code: xdr.ScVal.scvString(code),
        issuer: xdr.ScVal.scvBytes(Address.fromString(asset.getIssuer() as string).toBuffer()),
      }),
    ]),
  };
  return contractInstance(
    contract,
    xdr.ContractExecutable.contractExecutableStellarAsset(),
    Object.entries(storage).map(
      ([key, val]) => new xdr.ScMapEntry({ key: key === 'METADATA' ? METADATA : unitKey(key), val }),
    ),
  );
}

export const tokenContract: NativeContract = {
  decimals: (context, args) => metadata(context, args, 'decimal'),
  name: (context, args) => metadata(context, args, 'name'),
  symbol: (context, args) => metadata(context, args, 'symbol'),

  admin(context, args) {
    takeArguments(args, 0);
    return context.getInstanceValue(unitKey('Admin')) as xdr.ScVal;
  },

  balance(context, args) {
    const [id] = takeArguments(args, 1);
    return i128(balanceOf(holderIn(context, asAddress(id))));
  },

  authorized(context, args) {
    const [id] = takeArguments(args, 1);
    return xdr.ScVal.scvBool(isAuthorized(holderIn(context, asAddress(id))));
  },

  transfer(context, args) {
    const [fromArg, toArg, amountArg] = takeArguments(args, 3);
    const from = asAddress(fromArg);
    const to = asAddress(toArg);
    const amount = notNegative(amountArg);
    context.host.requireAuth(from);
    spend(holderIn(context, from), amount);
    receive(holderIn(context, to), amount);
    context.emit(movementTopics({ asset: assetOf(context), from, to }), i128(amount));
    return xdr.ScVal.scvVoid();
  },

  burn(context, args) {
    const [fromArg, amountArg] = takeArguments(args, 2);
    const from = asAddress(fromArg);
    const amount = notNegative(amountArg);
    const issuer = otherThan(from, context);
    context.host.requireAuth(from);
    spend(holderIn(context, from), amount);
    context.emit(movementTopics({ asset: assetOf(context), from, to: issuer }), i128(amount));
    return xdr.ScVal.scvVoid();
  },

  /** (to, amount), by the administrator: the issuer, since there is no way to set another here. */
  mint(context, args) {
    const [toArg, amountArg] = takeArguments(args, 2);
    const to = asAddress(toArg);
    const amount = notNegative(amountArg);
    const issuer = otherThan(to, context);
    context.host.requireAuth(issuer);
    receive(holderIn(context, to), amount);
    context.emit(movementTopics({ asset: assetOf(context), from: issuer, to }), i128(amount));
    return xdr.ScVal.scvVoid();
  },
};

function metadata(context: ContractContext, args: readonly xdr.ScVal[], name: string): xdr.ScVal {
  takeArguments(args, 0);
  return field(context.getInstanceValue(METADATA) as xdr.ScVal, name) as xdr.ScVal;
}

function assetOf(context: ContractContext): Asset {
  const name = field(context.getInstanceValue(METADATA) as xdr.ScVal, 'name');
  const [code, issuer] = (name?.type === 'scvString' ? name.str.toString() : '').split(':');
  return new Asset(code as string, issuer);
}

function holderIn(context: ContractContext, address: string): Holder {
  return { context, address, asset: assetOf(context) };
}

function notNegative(value: xdr.ScVal | undefined): bigint {
  const amount = asI128(value);
  if (amount < 0n) throw tokenRefusal('NegativeAmountError');
  return amount;
}

/** @throws HostError for the issuer, who can neither get nor lose its own token */
function otherThan(holder: string, context: ContractContext): string {
  const issuer = assetOf(context).getIssuer() as string;
  if (holder === issuer) throw tokenRefusal('OperationNotSupportedError');
  return issuer;
}

/** An address as it holds the token that `context` runs. */
type Holder = { readonly context: ContractContext; readonly address: string; readonly asset: Asset };

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

function balanceOf(holder: Holder): bigint {
  if (isContract(holder)) return contractBalance(holder)?.amount ?? 0n;
  return isIssuer(holder) ? MAX_INT64 : trustline(holder).balance;
}

/** For a contract that never held any, the issuer's flags decide. */
function isAuthorized(holder: Holder): boolean {
  if (isContract(holder)) return contractBalance(holder)?.authorized ?? !issuerHas(authRequiredFlag, holder);
  return isIssuer(holder) || (trustline(holder).flags & TRUSTLINE_AUTHORIZED) !== 0;
}

function spend(holder: Holder, amount: bigint): void {
  requireAuthorized(holder);
  if (!isContract(holder)) {
    changeTrustlineBalance(holder, -asInt64(amount));
    return;
  }
  const balance = contractBalance(holder);
  if ((balance?.amount ?? 0n) < amount) throw tokenRefusal('BalanceError');
  if (balance !== undefined) putContractBalance(holder, { ...balance, amount: balance.amount - amount });
}

function receive(holder: Holder, amount: bigint): void {
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

function tokenRefusal(name: keyof typeof TOKEN_ERRORS): HostError {
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
