/** One Stellar RPC as the desk uses it. A failure is `no-answer`, never an error: nothing depends on the RPC alone. */
import { Address, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { Api, type Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import { NETWORKS } from '../escrow/network.ts';
import { instanceIn } from './contract-entries.ts';
import { latestEvent, readEvents, readEventsNamed, readEventsWith, readEventTime } from './contract-events.ts';
import { findAccount, findCode, findInstance, findRawEntries, findSequences, sightIn, wantedKeys } from './entries.ts';
import { type Entries, instanceKey } from './entry-keys.ts';
import type {
  ContractEvent,
  FoundAccount,
  Holding,
  Ledger,
  Outcome,
  OutgoingTransfer,
  Transfer,
  Trial,
} from './ledger.ts';
import { readSendFailure, readSendReply } from './send-answer.ts';
import type { Sender } from './send-transaction.ts';
import { buildCall, contractQuestion, findUnlisted, OCCUPIED } from './simulations.ts';
import { connectRpc, ledgerNumber, type Pace, readEntries } from './stellar-rpc.ts';
import { balanceKey, fieldOf, instanceDecimals, integerIn, type TokenDecimals } from './token-entries.ts';
import { askBalance, tokenBalances } from './tokens.ts';
import { inclusionOf, readHistory, transactionOutcome } from './transaction-outcome.ts';

export const NO_ANSWER = { kind: 'no-answer' } as const;
export const NO_TRIAL = { address: 'unknown', ledger: 0 } as const;
const UNKNOWN = { kind: 'unknown' } as const;
/** The size of the cache of facts that never change, such as a Stellar asset's decimals. */
const MOST_TOKENS = 1_000;

/** Sending is done by all RPCs together. */
export type OneRpc = Omit<Ledger, 'send'> & Sender;

/**
 * @param rpcUrl https, or http on loopback (checked where settings are parsed)
 * @param passphrase of the expected network; an RPC of another network is not believed
 * @param answerMs limits one answer, and one question of the desk including all its requests
 */
export function ledgerOf(rpcUrl: string, passphrase: string, now: () => number, answerMs: number, pace?: Pace): OneRpc {
  const server = connectRpc(rpcUrl, { timeoutMs: answerMs, pace });
  let isOurs = false;
  let protocol: number | undefined;
  /** The answer; undefined where the RPC is of another network, or its answer is invalid, late or missing. */
  const ask = async <T>(question: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> => {
    const asking = async () => {
      if (!isOurs) {
        const network = await server.getNetwork();
        isOurs = network.passphrase === passphrase;
        protocol = Number(network.protocolVersion) || undefined;
      }
      return isOurs ? await question() : undefined;
    };
    return await withinTime(
      asking().catch(() => undefined),
      answerMs,
      signal,
    );
  };
  const known = new Map<string, TokenDecimals>();
  const remembered = async (contract: string, find: () => Promise<TokenDecimals | undefined>, signal?: AbortSignal) => {
    const found = known.get(contract) ?? (await ask(find, signal));
    if (found?.forever && known.size < MOST_TOKENS) known.set(contract, found);
    return found;
  };
  const decimalsBy = (contract: string, instance: xdr.ScContractInstance | undefined) =>
    instanceDecimals(contract, passphrase, instance, async () => {
      const reply = await server.simulateTransaction(contractQuestion(passphrase, contract, 'decimals'));
      return Api.isSimulationSuccess(reply) ? reply.result?.retval : undefined;
    });
  const tokenAlone = (contract: string, signal?: AbortSignal) =>
    remembered(contract, async () => decimalsBy(contract, await findInstance(server, contract)), signal);
  /** Also reads tokens that are not known yet. */
  const holdingKeys = (holdings: readonly Holding[]) =>
    holdings.flatMap((holding) => [
      [balanceKey(holding)],
      ...(known.has(holding.token) ? [] : [[instanceKey(holding.token)]]),
    ]);
  const balancesIn = (entries: Entries, holdings: readonly Holding[], signal?: AbortSignal) => {
    const tokenOf = (token: string) =>
      remembered(token, async () => decimalsBy(token, instanceIn(entries, token)), signal);
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
        return { entries, snapshot: sightIn(entries, wanted, protocol) };
      }, signal);
      if (read === undefined) return NO_ANSWER;
      if (holdings.length === 0) return read.snapshot;
      return { ...read.snapshot, held: await balancesIn(read.entries, holdings, signal) };
    },
    rawEntriesOf: async (contract, token, signal) =>
      (await ask(() => findRawEntries(server, contract, token), signal)) ?? NO_ANSWER,
    eventTimeIn: (ledger, contract, signal) => ask(() => readEventTime(server, contract, ledger), signal),
    eventsOf: (contracts, from, signal) => ask(() => readEvents(server, contracts, from), signal),
    eventsNamed: (name, from, signal) => ask(() => readEventsNamed(server, name, from), signal),
    lastTransfer: (transfer, signal) => ask(() => readLastTransfer(server, transfer), signal),
    transfersFrom: async ({ token, from }, fromLedger, signal) => {
      const transfers = await ask(() => readTransfers(server, { token, from }, fromLedger), signal);
      return transfers?.map(({ from: _, ...transfer }) => transfer);
    },
    transfersTo: async ({ token, to }, fromLedger, signal) => {
      const transfers = await ask(() => readTransfers(server, { token, to }, fromLedger), signal);
      return transfers?.map(({ to: _, at: __, ...transfer }) => transfer);
    },
    unlistedAt: async (contract, signal) => {
      const found = (await ask(() => findUnlisted(server, contract, passphrase), signal)) ?? UNKNOWN;
      if (found.kind !== 'absent') return found;
      return (await ask(() => isWhole(server, passphrase, now), signal)) === true ? found : UNKNOWN;
    },
    trialOf: async (unsignedXdr, signal) =>
      (await ask(() => tryDeploy(server, unsignedXdr, passphrase), signal)) ?? NO_TRIAL,
    codeOf: (hash, signal) => ask(() => findCode(server, hash), signal),
    historyOf: (signal) => ask(() => readHistory(server), signal),
    buildCall: async (source, call, time, signal) => {
      const account = await accountOf(source, signal);
      if (account.kind === 'missing') return { kind: 'no-account' };
      if (account.kind === 'no-answer') return NO_ANSWER;
      const sequence = account.entry.seqNum;
      const built = { source, sequence, call, ...time, passphrase };
      return (await ask(() => buildCall(server, built), signal)) ?? NO_ANSWER;
    },
    submit: async (signedXdr, hash) => {
      // Sent only to the network that it was signed for.
      if ((await ask(async () => true)) === undefined) return { kind: 'not-sent', because: 'unreachable' };
      const transaction = TransactionBuilder.fromXdr(signedXdr, passphrase) as Transaction;
      return await server._sendTransaction(transaction).then(
        (reply) => readSendReply(reply, hash),
        (error: unknown) => readSendFailure(error, now()),
      );
    },
    included: (hash) => ask(() => inclusionOf(server, hash)),
    decimalsOf: async (contract, signal) => (await tokenAlone(contract, signal))?.decimals,
    assetOf: async (contract, signal) => (await tokenAlone(contract, signal))?.asset,
    balancesOf: async (holdings, signal) => {
      const entries = await ask(() => readEntries(server, holdingKeys(holdings)), signal);
      return entries === undefined ? holdings.map(() => undefined) : await balancesIn(entries, holdings, signal);
    },
  };
}

async function withinTime<T>(
  answer: Promise<T | undefined>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  const timer = setTimeout(end, ms).unref();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([answer, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Between the newest ledger of an RPC and now. */
const MOST_BEHIND_MS = 300_000;

/**
 * Whether an RPC may be believed that something does not exist: it lists a contract that its network certainly has, and
 * its history reaches to the present. The sandbox's ledger closes only when something is sent.
 * @throws Error of any kind where the RPC does not answer the question
 */
async function isWhole(server: Server, passphrase: string, now: () => number): Promise<boolean> {
  const network = Object.values(NETWORKS).find((each) => each.passphrase === passphrase);
  if (network === undefined || (await findInstance(server, network.tokens[0].address)) === undefined) return false;
  return network.name === 'sandbox' || now() - (await readHistory(server)).latest <= MOST_BEHIND_MS;
}

const answerSchema = z.object({
  latestLedger: ledgerNumber,
  error: z.string().optional(),
  results: z.array(z.unknown()).optional(),
  /** Entries to restore first. A contract in the way would have been an error instead. */
  restorePreamble: z.unknown().optional(),
});

/** @throws Error of any kind where the RPC does not answer the question */
async function tryDeploy(server: Server, unsignedXdr: string, passphrase: string): Promise<Trial> {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr, passphrase) as Transaction;
  const answer = answerSchema.parse(await server._simulateTransaction(transaction));
  return { address: addressIn(answer), ledger: answer.latestLedger };
}

function addressIn({ error, results, restorePreamble }: z.output<typeof answerSchema>): Trial['address'] {
  if (error !== undefined) return OCCUPIED.test(error) ? 'occupied' : 'unknown';
  return results?.length === 1 && restorePreamble === undefined ? 'free' : 'unknown';
}

/**
 * A plain payment and one through a contract emit the same event. A Stellar asset's has its name as a fourth topic
 * (CAP-67), another token's has not (SEP-41).
 * @throws Error of any kind where the RPC does not answer the question
 */
async function readLastTransfer(
  server: Server,
  { token, from, to, amount }: Transfer,
): Promise<ContractEvent | undefined> {
  const topics = [xdr.ScVal.scvSymbol('transfer'), ...[from, to].map((party) => Address.fromString(party).toScVal())];
  const filter = { contracts: [token], topics: [topics, [...topics, '*'] as const] };
  const isWanted = (event: ContractEvent) =>
    topics.every((topic, index) => event.topics[index]?.equals(topic)) && amountIn(event.value) === amount;
  return await latestEvent(server, filter, isWanted, await readHistory(server));
}

/** Payments by the payer, or to the payee. @throws Error of any kind where the RPC does not answer the question */
async function readTransfers(
  server: Server,
  { token, from: payer, to: payee }: Pick<Transfer, 'token'> & Partial<Pick<Transfer, 'from' | 'to'>>,
  fromLedger: number,
): Promise<readonly (OutgoingTransfer & Pick<Transfer, 'from'>)[]> {
  const parties = [payer, payee].map((party) => (party === undefined ? '*' : Address.fromString(party).toScVal()));
  const transfer = [xdr.ScVal.scvSymbol('transfer'), ...parties];
  const filter = { contracts: [token], topics: [transfer, [...transfer, '*' as const]] };
  const events = await readEventsWith(server, filter, fromLedger);
  return events.flatMap(({ topics, value, ledger, at, transactionHash }) => {
    const isAsked = transfer.every((topic, index) => topic === '*' || topics[index]?.equals(topic));
    if (!isAsked) throw new TypeError('an event that was not asked for');
    const [from, to] = topics
      .slice(1, 3)
      .map((party) => (party.type === 'scvAddress' ? Address.fromScVal(party).toString() : undefined));
    const amount = amountIn(value);
    if (from === undefined || to === undefined || amount === undefined) return [];
    const time = at === undefined ? {} : { at };
    const hash = transactionHash === undefined ? {} : { transactionHash };
    return [{ from, to, amount, ledger, ...time, ...hash }];
  });
}

/** An i128; or a map with it, where the payment has a reference for the payee. */
const amountIn = (value: xdr.ScVal): bigint | undefined =>
  integerIn(value.type === 'scvMap' ? fieldOf(value.map, 'amount') : value);
