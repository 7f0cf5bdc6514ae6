/** One Stellar RPC as the desk uses it. A failure is `no-answer`, never an error: nothing depends on the RPC alone. */
import { buildCall } from './build-call.ts';
import { readEvents, readEventsNamed } from './contract-events.ts';
import { findAccount, findSequences, instanceIn, sightIn, wantedKeys } from './entries.ts';
import { instanceKey } from './entry-keys.ts';
import type { TokenDecimals } from './instance-decimals.ts';
import { readLastTransfer, readTransfersFrom } from './last-transfer.ts';
import type { FoundAccount, Holding, Ledger, Outcome } from './ledger.ts';
import { sendTransaction } from './send-transaction.ts';
import { connectRpc, type Entries, readEntries } from './stellar-rpc.ts';
import { askBalance, balanceKey, tokenBalances } from './token-balances.ts';
import { decimalsByInstance, tokenDecimals } from './token-decimals.ts';
import { readHistory, transactionOutcome } from './transaction-outcome.ts';
import { tryDeploy } from './trial.ts';
import { findUnlisted } from './unlisted.ts';

const NO_ANSWER = { kind: 'no-answer' } as const;
const NO_TRIAL = { address: 'unknown', ledger: 0 } as const;
/** The default wait for an outcome. */
const SEND_MS = 30_000;
/** The size of the cache of facts that never change, such as a Stellar asset's decimals. */
const MOST_TOKENS = 1_000;

/**
 * @param rpcUrl https, or http on loopback (checked where settings are parsed)
 * @param passphrase of the expected network; an RPC of another network is not believed
 * @param answerMs limits one answer, and one question of the desk including all its requests
 */
export function ledgerOf(rpcUrl: string, passphrase: string, now: () => number, answerMs: number): Ledger {
  const server = connectRpc(rpcUrl, { timeoutMs: answerMs });
  let isOurs = false;
  /** The answer; undefined where the RPC is of another network, or its answer is invalid, late or missing. */
  const ask = async <T>(question: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> => {
    const asking = async () => {
      isOurs ||= (await server.getNetwork()).passphrase === passphrase;
      return isOurs ? await question() : undefined;
    };
    const given = AbortSignal.any([AbortSignal.timeout(answerMs), ...(signal === undefined ? [] : [signal])]);
    return await Promise.race([asking().catch(() => undefined), whenAborted(given)]);
  };
  const known = new Map<string, TokenDecimals>();
  const remembered = async (contract: string, find: () => Promise<TokenDecimals | undefined>, signal?: AbortSignal) => {
    const found = known.get(contract) ?? (await ask(find, signal));
    if (found?.forever && known.size < MOST_TOKENS) known.set(contract, found);
    return found;
  };
  const tokenAlone = (contract: string, signal?: AbortSignal) =>
    remembered(contract, () => tokenDecimals(server, contract, passphrase), signal);
  /** Also reads tokens that are not known yet. */
  const holdingKeys = (holdings: readonly Holding[]) =>
    holdings.flatMap((holding) => [
      [balanceKey(holding)],
      ...(known.has(holding.token) ? [] : [[instanceKey(holding.token)]]),
    ]);
  const balancesIn = (entries: Entries, holdings: readonly Holding[], signal?: AbortSignal) => {
    const tokenOf = (token: string) => {
      const byInstance = async () => decimalsByInstance(server, token, passphrase, instanceIn(entries, token));
      return remembered(token, byInstance, signal);
    };
    const askToken = (holding: Holding) => ask(() => askBalance(server, holding, passphrase), signal);
    return tokenBalances(holdings, entries, tokenOf, askToken);
  };
  const outcomeOf = async (hash: string, signal?: AbortSignal): Promise<Outcome> =>
    (await ask(() => transactionOutcome(server, hash), signal)) ?? NO_ANSWER;
  const accountOf = async (address: string, signal?: AbortSignal): Promise<FoundAccount> =>
    (await ask(() => findAccount(server, address), signal)) ?? NO_ANSWER;
  return {
    host: new URL(rpcUrl).hostname,
    outcomeOf,
    accountOf,
    sequencesOf: (addresses, signal) => ask(() => findSequences(server, addresses), signal),
    lookAt: async (wanted, signal) => {
      const { holdings = [] } = wanted;
      const read = await ask(async () => {
        const entries = await readEntries(server, [...wantedKeys(wanted), ...holdingKeys(holdings)]);
        return { entries, sight: sightIn(entries, wanted) };
      }, signal);
      if (read === undefined) return NO_ANSWER;
      if (holdings.length === 0) return read.sight;
      return { ...read.sight, held: await balancesIn(read.entries, holdings, signal) };
    },
    eventsOf: (contracts, from, signal) => ask(() => readEvents(server, contracts, from), signal),
    eventsNamed: (name, from, signal) => ask(() => readEventsNamed(server, name, from), signal),
    lastTransfer: (transfer, signal) => ask(() => readLastTransfer(server, transfer), signal),
    transfersFrom: (payer, since, signal) => ask(() => readTransfersFrom(server, payer, since), signal),
    unlistedAt: async (contract, signal) =>
      (await ask(() => findUnlisted(server, contract, passphrase), signal)) ?? { kind: 'unknown' },
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
    send: async (signedXdr, { deadline = now() + SEND_MS, signal }) => {
      // Sent only to the network that it was signed for.
      if ((await ask(async () => true, signal)) === undefined) return { kind: 'not-sent' };
      const isOver = () => signal?.aborted === true || now() >= deadline;
      if (isOver()) return { kind: 'not-sent' };
      return await sendTransaction(server, signedXdr, passphrase, (hash) => outcomeOf(hash), isOver);
    },
    decimalsOf: async (contract, signal) => (await tokenAlone(contract, signal))?.decimals,
    assetOf: async (contract, signal) => (await tokenAlone(contract, signal))?.asset,
    balancesOf: async (holdings, signal) => {
      const entries = await ask(() => readEntries(server, holdingKeys(holdings)), signal);
      return entries === undefined ? holdings.map(() => undefined) : await balancesIn(entries, holdings, signal);
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
