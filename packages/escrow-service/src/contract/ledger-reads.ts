/** What the service reads from the ledger: entries, accounts and trustlines, tokens, and the escrow itself. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import { accountKey, amountIn, instanceDecimals } from '@countersign/core/ledger';
import { Address, scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
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

export function contractValue(entry: xdr.LedgerEntryData | undefined): xdr.ScVal | undefined {
  return entry?.type === 'contractData' ? entry.contractData.val : undefined;
}

/** @throws Refusal where there is no such account */
export function sequenceOf(entries: Entries, account: string): bigint {
  const entry = entries(accountKey(account));
  if (entry?.type !== 'account') throw new Refusal(`Account not found: ${account}`);
  return entry.account.seqNum;
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
  entry: xdr.LedgerEntryData | undefined,
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
