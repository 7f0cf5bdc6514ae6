/**
 * The network's built-in token contract (Stellar Asset Contract) for an issued asset: accounts hold it on a
 * trustline, contracts in an entry of the token's. Error numbers are those of the network's own contract.
 */
import { Address, Asset, xdr } from '@stellar/stellar-sdk/base';
import { changedTrustline, contractInstance, MAX_INT64 } from '../entries.ts';
import { movementTopics } from '../events/asset-events.ts';
import type { ContractContext, NativeContract } from '../host/host.ts';
import { HostError } from '../host/host-error.ts';
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
import { trustlineKey } from '../keys.ts';

const TOKEN_ERRORS = {
  NegativeAmountError: 8,
  BalanceError: 10,
  BalanceDeauthorizedError: 11,
  OverflowError: 12,
  TrustlineMissingError: 13,
} as const;

const DECIMALS = 7;
const MAX_I128 = 2n ** 127n - 1n;
const TRUSTLINE_AUTHORIZED = 1;
const METADATA = symbol('METADATA');

/** The instance entry of an asset's token contract, as the network writes it. */
export function tokenInstance(asset: Asset, passphrase: string): xdr.LedgerEntryData {
  const contract = asset.contractId(passphrase);
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

  balance(context, args) {
    const [id] = takeArguments(args, 1);
    return i128(balanceOf(context, asAddress(id)));
  },

  /** (from, to, amount) */
  transfer(context, args) {
    const [fromArg, toArg, amountArg] = takeArguments(args, 3);
    const from = asAddress(fromArg);
    const to = asAddress(toArg);
    const amount = asI128(amountArg);
    if (amount < 0n) throw refusal('NegativeAmountError');
    context.host.requireAuth(from);
    const asset = assetOf(context);
    changeBalance(context, from, -amount);
    changeBalance(context, to, amount);
    context.emit(movementTopics({ asset, from, to }), i128(amount));
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

function balanceOf(context: ContractContext, holder: string): bigint {
  if (holder.startsWith('C')) return contractBalance(context, holder);
  const asset = assetOf(context);
  return holder === asset.getIssuer() ? MAX_INT64 : trustline(context, holder, asset).balance;
}

/** The key that the token keeps a contract's balance under: `["Balance", C…]`. */
function balanceKey(holder: string): xdr.ScVal {
  return xdr.ScVal.scvVec([symbol('Balance'), addressValue(holder)]);
}

function contractBalance(context: ContractContext, holder: string): bigint {
  const entry = context.getPersistent(balanceKey(holder));
  return entry === undefined ? 0n : asI128(field(entry, 'amount'));
}

function changeBalance(context: ContractContext, holder: string, change: bigint): void {
  if (holder.startsWith('C')) {
    changeContractBalance(context, holder, change);
    return;
  }
  const asset = assetOf(context);
  if (holder === asset.getIssuer()) return;
  const line = trustline(context, holder, asset);
  if ((line.flags & TRUSTLINE_AUTHORIZED) === 0) throw refusal('BalanceDeauthorizedError');
  const balance = line.balance + change;
  if (balance < 0n || balance > line.limit) throw refusal('BalanceError');
  context.host.overlay.put(changedTrustline(line, { balance }));
}

function changeContractBalance(context: ContractContext, holder: string, change: bigint): void {
  const balance = contractBalance(context, holder) + change;
  if (balance < 0n) throw refusal('BalanceError');
  if (balance > MAX_I128) throw refusal('OverflowError');
  context.setPersistent(
    balanceKey(holder),
    structValue({
      amount: i128(balance),
      authorized: xdr.ScVal.scvBool(true),
      clawback: xdr.ScVal.scvBool(false),
    }),
  );
}

function trustline(context: ContractContext, holder: string, asset: Asset): xdr.TrustLineEntry {
  const data = context.host.overlay.get(trustlineKey(holder, asset));
  if (data?.type !== 'trustline') throw refusal('TrustlineMissingError');
  return data.trustLine;
}

function refusal(name: keyof typeof TOKEN_ERRORS): HostError {
  return HostError.contract(TOKEN_ERRORS[name], name);
}
