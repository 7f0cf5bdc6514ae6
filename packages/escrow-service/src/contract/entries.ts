/** Values out of the network's contract data. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { ask, type Call } from './call.ts';

export type ReadValues = (key: xdr.LedgerKey) => xdr.ScVal | undefined;

/**
 * All in one question; the real server takes 200 keys.
 * @throws NetworkTrouble
 */
export async function readValues(call: Call, keys: readonly xdr.LedgerKey[]): Promise<ReadValues> {
  const unique = new Map(keys.map((key) => [key.toXdr('base64'), key]));
  const { entries } = await ask(call, (rpc) => rpc.getLedgerEntries(...unique.values()));
  const values = new Map(
    entries.map(({ key, val }) => [
      key.toXdr('base64'),
      val.type === 'contractData' ? val.contractData.val : undefined,
    ]),
  );
  return (key) => values.get(key.toXdr('base64'));
}
