/** Entries of the network's ledger. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ask, type Call } from './call.ts';

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
