/** Opens the ledger over one Stellar RPC, or two that must agree, and checks that they are of the right network. */
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import { agreeingLedger } from './agreeing-ledger.ts';
import type { Ledger } from './ledger.ts';
import { ledgerOf } from './one-rpc.ts';
import { ANSWER_TIMEOUT_MS, connectRpc } from './stellar-rpc.ts';

type Options = { readonly retryMs?: number; readonly now?: () => number; readonly answerMs?: number };

/**
 * @param rpcUrls https, or http on loopback (checked where settings are parsed); the first one is believed
 * @param passphrase of the expected network; an RPC of another network is not believed
 * @param options `now`: the clock by which callers give their deadlines, in epoch milliseconds. `retryMs`: the pause
 *   before two RPCs that differ are asked again. `answerMs`: how long an answer may take
 * @example
 * ```ts
 * import { openLedger } from '@countersign/core/ledger';
 * import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
 * import { startSandbox } from '@countersign/escrow-service';
 *
 * const { rpcUrl, close } = await startSandbox();
 * const ledger = openLedger([rpcUrl], NETWORKS.sandbox.passphrase);
 * const [{ address }] = SANDBOX_ACCOUNTS;
 * const seen = await ledger.lookAt({ account: address, contracts: [] });
 * if (seen.kind === 'seen') console.log(seen.account?.seqNum !== undefined); // → true
 * console.log((await ledger.outcomeOf('0'.repeat(64))).kind); // → not-found
 * await close();
 * ```
 */
export function openLedger(
  [believed, second]: readonly string[],
  passphrase: string,
  { now = Date.now, retryMs, answerMs = ANSWER_TIMEOUT_MS }: Options = {},
): Ledger {
  if (believed === undefined) throw new TypeError('no RPC');
  const ledger = (url: string) => ledgerOf(url, passphrase, now, answerMs);
  return second === undefined ? ledger(believed) : agreeingLedger(ledger(believed), ledger(second), retryMs);
}

const networkSchema = z.object({ passphrase: z.string() });

/**
 * Called at start. An RPC that does not answer now is checked when it does.
 * @throws CountersignError SETTING_INVALID where one of them is of another network
 */
export async function requireNetwork(
  rpcUrls: readonly string[],
  { name, passphrase }: { readonly name: string; readonly passphrase: string },
): Promise<void> {
  const asked = rpcUrls.map(async (url) => {
    const { passphrase: found } = networkSchema.parse(await connectRpc(url).getNetwork());
    return found === passphrase ? [] : [new URL(url).hostname];
  });
  const answers = await Promise.allSettled(asked);
  const [other] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (other === undefined) return;
  throw new CountersignError('SETTING_INVALID', {
    message: `The Stellar RPC at ${other} is of another network than ${name}.`,
    operatorRemedy: `Set STELLAR_RPC_URL to a Stellar RPC of ${name}, or correct STELLAR_NETWORK.`,
  });
}
