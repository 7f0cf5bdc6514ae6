/** What the number of a contract's error means. Each code numbers its errors differently. */
import { errorName } from '@countersign/core/kinds';
import type { Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { Refusal } from '../contract/refusal.ts';
import { instanceKey } from '../contract/token.ts';

/** Errors of a Stellar asset's contract (CAP-46-6) that a step can cause. A number does not show which contract's it is. */
const OF_TOKEN: Readonly<Record<number, string>> = {
  6: 'an account does not exist',
  10: 'the balance is too small',
  11: 'an account may not hold it',
  13: 'a trustline is missing',
};

/**
 * @param contract that `work` calls
 * @throws Refusal with the error's name, if the contract's code is known
 */
export async function withMeaning<T>(call: Call, contract: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.contractError === undefined) throw error;
    const { message, more, contractError } = error;
    const code = await codeOf(call, contract).catch(() => undefined);
    const ofToken = OF_TOKEN[contractError];
    const meanings = [
      code === undefined ? undefined : errorName(code, contractError),
      ofToken === undefined ? undefined : `if it is the token's: ${ofToken}`,
    ].filter((meaning) => meaning !== undefined);
    throw meanings.length === 0 ? error : new Refusal(`${message} ${meanings.join('; or, ')}`, more, contractError);
  }
}

/** Lower-case hex. @throws NetworkTrouble */
async function codeOf(call: Call, contract: string): Promise<string | undefined> {
  const key = instanceKey(contract);
  const value = contractValue((await readEntries(call, [key]))(key));
  if (value?.type !== 'scvContractInstance') return undefined;
  const { executable } = value.instance;
  return executable.type === 'contractExecutableWasm'
    ? Buffer.from(executable.wasmHash.toBytes()).toString('hex')
    : undefined;
}
