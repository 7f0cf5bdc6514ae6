/** What the service reads from the ledger: entries, accounts and trustlines, tokens, and the escrow itself. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import { instanceDecimals } from '@countersign/core/ledger';
import { Address, Asset, Contract, Keypair, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ask, askContract, type Call } from './call.ts';
import { Refusal } from './refusal.ts';

export type Entries = (key: xdr.LedgerKey) => xdr.LedgerEntryData | undefined;

/** Older servers return null for an empty list. */
const answerSchema = z.object({ entries: z.array(z.object({ key: z.string(), xdr: z.string() })).nullable() });

/**
 * All in one request; the real server accepts 200 keys. Not with the SDK's parser, which treats a missing list like an
 * empty one: that an account or escrow does not exist must be stated.
 * @throws NetworkTrouble
 */
export async function readEntries(call: Call, keys: readonly xdr.LedgerKey[]): Promise<Entries> {
  const unique = new Map(keys.map((key) => [key.toXdr('base64'), key]));
  const found = await ask(call, async (rpc) => {
    const { entries } = answerSchema.parse(await rpc._getLedgerEntries(...unique.values()));
    return new Map((entries ?? []).map((entry) => [entry.key, xdr.LedgerEntryData.fromXdr(entry.xdr, 'base64')]));
  });
  return (key) => found.get(key.toXdr('base64'));
}

/** The value of an entry of contract data. */
export function contractValue(entry: xdr.LedgerEntryData | undefined): xdr.ScVal | undefined {
  return entry?.type === 'contractData' ? entry.contractData.val : undefined;
}

/** Reads accounts and trustlines for building a call. */
export const accountKey = (account: string): xdr.LedgerKey =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(account).xdrAccountId() }));

export function trustlineKey(
  account: string,
  { symbol, address }: { readonly symbol: string; readonly address: string },
): xdr.LedgerKey {
  const accountId = Keypair.fromPublicKey(account).xdrAccountId();
  const asset = new Asset(symbol, address).toTrustLineXdrObject();
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset }));
}

/** @throws Refusal where there is no such account */
export function sequenceOf(entries: Entries, account: string): bigint {
  const entry = entries(accountKey(account));
  if (entry?.type !== 'account') throw new Refusal(`Account not found: ${account}`);
  return entry.account.seqNum;
}

/** The ledger key of a contract's instance. */
export const instanceKey = (contract: string): xdr.LedgerKey => new Contract(contract).getFootprint();

/** The ledger key of a contract's balance in the network's own token contract, and in most others. */
export function balanceKey(token: string, holder: string): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(token).toScAddress(),
      key: xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Balance'), Address.fromString(holder).toScVal()]),
      durability: xdr.ContractDataDurability.persistent,
    }),
  );
}

/**
 * @param instance the entry at the token's `instanceKey`
 * @returns undefined where it is not a token contract
 * @throws NetworkTrouble
 */
export async function decimalsOfToken(
  call: Call,
  token: string,
  instance: xdr.ScVal | undefined,
): Promise<number | undefined> {
  const found = instance?.type === 'scvContractInstance' ? instance.instance : undefined;
  const ask = () => askContract(call, token, 'decimals');
  return (await instanceDecimals(token, call.network.passphrase, found, ask))?.decimals;
}

/**
 * The token balance of `holder`, a contract, in base units.
 * @param entry the entry at the `balanceKey`; used only for a Stellar asset, whose format is known
 * @returns undefined where it is not a token contract
 * @throws NetworkTrouble
 */
export async function balanceOfToken(
  call: Call,
  { token, holder }: { readonly token: string; readonly holder: string },
  instance: xdr.ScVal | undefined,
  entry: xdr.ScVal | undefined,
): Promise<bigint | undefined> {
  if (isStellarAsset(instance)) return entry === undefined ? 0n : amountIn(entry);
  const balance = instance && (await askContract(call, token, 'balance', Address.fromString(holder).toScVal()));
  return balance?.type === 'scvI128' ? scValToBigInt(balance) : undefined;
}

function isStellarAsset(instance: xdr.ScVal | undefined): boolean {
  return (
    instance?.type === 'scvContractInstance' && instance.instance.executable.type === 'contractExecutableStellarAsset'
  );
}

/** `{ amount, authorized, clawback }` */
function amountIn(value: xdr.ScVal): bigint | undefined {
  const entries = value.type === 'scvMap' ? (value.map ?? []) : [];
  const amount = entries.find(({ key }) => key.type === 'scvSymbol' && key.sym.toString() === 'amount')?.val;
  return amount?.type === 'scvI128' ? scValToBigInt(amount) : undefined;
}

/** Reads an escrow's present state. */
type StoredEscrow<Escrow extends EscrowOnChain = EscrowOnChain> = {
  /** As stored by the contract. */
  readonly value: xdr.ScVal;
  readonly escrow: Escrow;
};

/**
 * Asks the contract itself, which also works for an archived one.
 * @throws Refusal where there is no escrow of this kind | NetworkTrouble
 */
export async function readEscrow<Escrow extends EscrowOnChain>(
  call: Call,
  kind: Pick<EscrowKind<Escrow>, 'decode'>,
  contractId: string,
): Promise<StoredEscrow<Escrow>> {
  const value = await askContract(call, contractId, 'get_escrow');
  const { escrow, problems } = value === undefined ? {} : kind.decode(value);
  if (value === undefined || escrow === undefined || problems?.length !== 0) throw new Refusal('Escrow not found');
  return { value, escrow };
}
