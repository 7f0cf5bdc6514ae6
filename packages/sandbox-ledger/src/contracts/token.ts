/**
 * The network's built-in token contract (Stellar Asset Contract) for an issued asset: accounts hold it on a
 * trustline, contracts in an entry of the token's. Error numbers are those of the network's own contract.
 */
import { Address, Asset, xdr } from '@stellar/stellar-sdk/base';
import { contractInstance } from '../entries.ts';
import { movementTopics } from '../events/asset-events.ts';
import type { ContractContext, NativeContract } from '../host/host.ts';
import {
  addressValue,
  asAddress,
  asI128,
  field,
  i128,
  structValue,
  symbol,
  takeArguments,
  unitKey,
} from '../host/values.ts';
import { balanceOf, type Holder, isAuthorized, receive, spend, tokenRefusal } from './token-balances.ts';

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
