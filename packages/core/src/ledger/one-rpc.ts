/** One Stellar RPC as the desk asks it. What it cannot say is no answer, never an error: nothing depends on it alone. */
import { buildCall } from './build-call.ts';
import { findAccount, lookAt } from './entries.ts';
import type { TokenDecimals } from './instance-decimals.ts';
import type { FoundAccount, Holding, Ledger, Outcome } from './ledger.ts';
import { sendTransaction } from './send-transaction.ts';
import { ANSWER_TIMEOUT_MS, connectRpc } from './stellar-rpc.ts';
import { askBalance, readBalanceEntries, tokenBalances } from './token-balances.ts';
import { tokenDecimals } from './token-decimals.ts';
import { readHistory, transactionOutcome } from './transaction-outcome.ts';
import { tryDeploy } from './trial.ts';

const NO_ANSWER = { kind: 'no-answer' } as const;
const NO_TRIAL = { address: 'unknown', ledger: 0 } as const;
/** How long an outcome is waited for where the caller says nothing. */
const SEND_MS = 30_000;
/** Of those that can never change: a token of a Stellar asset is asked once in the life of a process. */
const MOST_TOKENS = 1_000;

/**
 * @param rpcUrl https, or http on loopback (checked where settings are parsed)
 * @param passphrase of the network that it must be of: another network's word proves nothing
 */
export function ledgerOf(rpcUrl: string, passphrase: string): Ledger {
  const server = connectRpc(rpcUrl);
  let isOurs = false;
  /** The answer to a question; nothing where the RPC is of another network, or answers oddly, too late or not at all. */
  const ask = async <T>(question: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> => {
    const asking = async () => {
      isOurs ||= (await server.getNetwork()).passphrase === passphrase;
      return isOurs ? await question() : undefined;
    };
    const given = AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]);
    return await Promise.race([asking().catch(() => undefined), whenAborted(given)]);
  };
  const known = new Map<string, TokenDecimals>();
  const tokenOf = async (contract: string, signal?: AbortSignal): Promise<TokenDecimals | undefined> => {
    const remembered = known.get(contract);
    if (remembered !== undefined) return remembered;
    const found = await ask(() => tokenDecimals(server, contract, passphrase), signal);
    if (found?.forever && known.size < MOST_TOKENS) known.set(contract, found);
    return found;
  };
  const outcomeOf = async (hash: string, signal?: AbortSignal): Promise<Outcome> =>
    (await ask(() => transactionOutcome(server, hash), signal)) ?? NO_ANSWER;
  const accountOf = async (address: string, signal?: AbortSignal): Promise<FoundAccount> =>
    (await ask(() => findAccount(server, address), signal)) ?? NO_ANSWER;
  return {
    host: new URL(rpcUrl).hostname,
    outcomeOf,
    accountOf,
    lookAt: async (wanted, signal) => (await ask(() => lookAt(server, wanted), signal)) ?? NO_ANSWER,
    trialOf: async (unsignedXdr, signal) =>
      (await ask(() => tryDeploy(server, unsignedXdr, passphrase), signal)) ?? NO_TRIAL,
    historyOf: (signal) => ask(() => readHistory(server), signal),
    buildCall: async (source, call, time, signal) => {
      const account = await accountOf(source, signal);
      if (account.kind === 'missing') return { kind: 'no-account' };
      if (account.kind === 'no-answer') return NO_ANSWER;
      const sequence = account.entry.seqNum;
      const built = { source, sequence, call, ...time, passphrase };
      return (await ask(() => buildCall(server, built), signal)) ?? NO_ANSWER;
    },
    send: async (signedXdr, { deadline = Date.now() + SEND_MS, signal }) => {
      // Not sent anywhere but to the network that it was signed for.
      if ((await ask(async () => true, signal)) === undefined) return { kind: 'not-sent' };
      const isOver = () => signal?.aborted === true || Date.now() >= deadline;
      if (isOver()) return { kind: 'not-sent' };
      return await sendTransaction(server, signedXdr, passphrase, (hash) => outcomeOf(hash), isOver);
    },
    decimalsOf: async (contract, signal) => (await tokenOf(contract, signal))?.decimals,
    assetOf: async (contract, signal) => (await tokenOf(contract, signal))?.asset,
    balancesOf: async (holdings, signal) => {
      const entries = await ask(() => readBalanceEntries(server, holdings), signal);
      if (entries === undefined) return holdings.map(() => undefined);
      const askToken = (holding: Holding) => ask(() => askBalance(server, holding, passphrase), signal);
      return await tokenBalances(holdings, entries, (token) => tokenOf(token, signal), askToken);
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => resolve(undefined);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
