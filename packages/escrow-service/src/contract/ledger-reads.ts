/** What the service reads from the ledger: entries, accounts and trustlines, tokens, and the escrow itself. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import { accountKey, amountIn, balanceKey, instanceDecimals, instanceKey } from '@countersign/core/ledger';
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

/** The value of a contract's entry. */
export function valueAt(entries: Entries, key: xdr.LedgerKey): xdr.ScVal | undefined {
  const entry = entries(key);
  return entry?.type === 'contractData' ? entry.contractData.val : undefined;
}

/** @throws Refusal where there is no such account */
export function sequenceOf(entries: Entries, account: string): bigint {
  const entry = entries(accountKey(account));
  if (entry?.type !== 'account') throw new Refusal(`Account not found: ${account}`);
  return entry.account.seqNum;
}

function instanceAt(entries: Entries, contract: string): xdr.ScContractInstance | undefined {
  const value = valueAt(entries, instanceKey(contract));
  return value?.type === 'scvContractInstance' ? value.instance : undefined;
}

/** The code of a contract, in lower-case hex. @throws NetworkTrouble */
export async function codeOf(call: Call, contract: string): Promise<string | undefined> {
  const executable = instanceAt(await readEntries(call, [instanceKey(contract)]), contract)?.executable;
  return executable?.type === 'contractExecutableWasm'
    ? Buffer.from(executable.wasmHash.toBytes()).toString('hex')
    : undefined;
}

/** @returns undefined where it is not a token contract. @throws NetworkTrouble */
export async function readDecimals(call: Call, token: string): Promise<number | undefined> {
  return await decimalsOfToken(call, token, await readEntries(call, [instanceKey(token)]));
}

/**
 * @param entries with the token's instance
 * @returns undefined where it is not a token contract
 * @throws NetworkTrouble
 */
export async function decimalsOfToken(call: Call, token: string, entries: Entries): Promise<number | undefined> {
  const ask = () => askContract(call, token, 'decimals');
  return (await instanceDecimals(token, call.network.passphrase, instanceAt(entries, token), ask))?.decimals;
}

type Holding = { readonly token: string; readonly holder: string };

/** The entries of which `balanceOfToken` needs some. */
export const holdingKeys = (holding: Holding) => [instanceKey(holding.token), balanceKey(holding)];

/**
 * The token balance of `holder`, a contract, in base units.
 * @returns undefined where it is not a token contract
 * @throws NetworkTrouble
 */
export async function balanceOfToken(call: Call, holding: Holding, entries: Entries): Promise<bigint | undefined> {
  const { token, holder } = holding;
  if (instanceAt(entries, token)?.executable.type === 'contractExecutableStellarAsset') {
    const entry = entries(balanceKey(holding));
    return entry === undefined ? 0n : amountIn(entry);
  }
  if (valueAt(entries, instanceKey(token)) === undefined) return undefined;
  const balance = await askContract(call, token, 'balance', Address.fromString(holder).toScVal());
  return balance?.type === 'scvI128' ? scValToBigInt(balance) : undefined;
}

type StoredEscrow = {
  /** As stored by the contract. */
  readonly value: xdr.ScVal;
  readonly escrow: EscrowOnChain;
};

/**
 * Asks the contract itself, which also works for an archived one.
 * @throws Refusal where there is no escrow of this kind | NetworkTrouble
 */
export async function readEscrow(
  call: Call,
  kind: Pick<EscrowKind, 'decode'>,
  contractId: string,
): Promise<StoredEscrow> {
  const value = await askContract(call, contractId, 'get_escrow');
  const { escrow, problems } = value === undefined ? {} : kind.decode(value);
  if (value === undefined || escrow === undefined || problems?.length !== 0) throw new Refusal('Escrow not found');
  return { value, escrow };
}
