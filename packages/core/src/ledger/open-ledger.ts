/** Opens the ledger over one Stellar RPC, or two that must agree, and checks that they are of the right network. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import type {
  FoundAccount,
  FoundSequences,
  History,
  IncomingTransfer,
  Ledger,
  LedgerSnapshot,
  NamedEvents,
  NoSnapshot,
  Outcome,
  RawEntries,
  ReadSnapshot,
  StandingContract,
  Trial,
  Unlisted,
  Wanted,
} from './ledger.ts';
import { ledgerOf, NO_ANSWER, NO_TRIAL, type OneRpc } from './one-rpc.ts';
import { sendBy } from './send-transaction.ts';
import { ANSWER_TIMEOUT_MS, connectRpc, type Pace } from './stellar-rpc.ts';
import { shorter } from './transaction-outcome.ts';

/** One of the two may be a ledger behind: how often they are asked in all, and the pause between. */
const MOST_TRIES = 4;
const RETRY_MS = 750;

/**
 * Two Stellar RPCs. An escrow counts only as both report it, byte by byte, and so does what it holds. That something does
 * *not* exist, which would allow a second transaction, counts only if both say so.
 */
function agreeingLedger(believed: OneRpc, second: OneRpc, retryMs = RETRY_MS): Omit<Ledger, 'send'> {
  const both = <T>(ask: (ledger: OneRpc) => Promise<T>) => Promise.all([ask(believed), ask(second)]);
  const untilAgreed = async <T>(
    ask: (ledger: OneRpc) => Promise<T>,
    isAgreed: (one: T, other: T) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<readonly [one: T, other: T]> => {
    for (let tries = 1; ; tries += 1) {
      const answers = await both(ask);
      if (isAgreed(...answers) || tries >= MOST_TRIES || signal?.aborted) return answers;
      await sleep(retryMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
  };
  return {
    ...believed,
    outcomeOf: async (hash, signal) => outcome(...(await both((ledger) => ledger.outcomeOf(hash, signal)))),
    accountOf: async (address, signal) => account(...(await both((ledger) => ledger.accountOf(address, signal)))),
    sequencesOf: async (addresses, signal) =>
      sequences(...(await both((ledger) => ledger.sequencesOf(addresses, signal)))),
    eventsNamed: async (name, from, signal) =>
      named(...(await both((ledger) => ledger.eventsNamed(name, from, signal)))),
    lookAt: async (wanted, signal) => {
      const seen = (one: LedgerSnapshot, other: LedgerSnapshot) => mergedSnapshot(wanted, one, other);
      const isAgreed = (one: LedgerSnapshot, other: LedgerSnapshot) => seen(one, other) !== 'differs';
      const last = seen(...(await untilAgreed((ledger) => ledger.lookAt(wanted, signal), isAgreed, signal)));
      return last === 'differs' ? { kind: 'no-answer', disagree: true } : last;
    },
    rawEntriesOf: async (contract, token, signal) => {
      const ask = (ledger: OneRpc) => ledger.rawEntriesOf(contract, token, signal);
      return mergedEntries(...(await untilAgreed(ask, (...answers) => !differ(...answers), signal)));
    },
    balancesOf: async (holdings, signal) => {
      const ask = (ledger: OneRpc) => ledger.balancesOf(holdings, signal);
      const [one, other] = await untilAgreed(
        ask,
        (...answers) => isSameHeld(...answers) || isSilent(answers[1]),
        signal,
      );
      return isSilent(other) ? one : one.map((held, index) => (held?.units === other[index]?.units ? held : undefined));
    },
    trialOf: async (unsignedXdr, signal) => trial(...(await both((ledger) => ledger.trialOf(unsignedXdr, signal)))),
    unlistedAt: async (contract, signal) => unlisted(...(await both((ledger) => ledger.unlistedAt(contract, signal)))),
    // One that only the second has would still be paid twice.
    lastTransfer: async (transfer, signal) => {
      const found = await both((ledger) => ledger.lastTransfer(transfer, signal));
      return found.filter((each) => each !== undefined).sort((one, other) => other.ledger - one.ledger)[0];
    },
    codeOf: async (hash, signal) => (await believed.codeOf(hash, signal)) ?? (await second.codeOf(hash, signal)),
    // A false one would be paid back.
    transfersTo: async (payee, fromLedger, signal) => {
      const [one, other] = await both((ledger) => ledger.transfersTo(payee, fromLedger, signal));
      return isSamePaid(one, other) ? one : undefined;
    },
    historyOf: async (signal) => history(...(await both((ledger) => ledger.historyOf(signal)))),
  };
}

/** What either of them has seen has happened; that it settled counts before anything else. */
function outcome(one: Outcome, other: Outcome): Outcome {
  const settled = [one, other].find(({ kind }) => kind === 'settled');
  if (settled !== undefined) return settled;
  const failed = [one, other].find((each) => each.kind === 'failed');
  if (failed !== undefined) return one.kind === other.kind ? { ...failed, isAgreed: true } : failed;
  if (one.kind !== 'not-found' || other.kind !== 'not-found') return NO_ANSWER;
  return {
    kind: 'not-found',
    fromLedger: Math.max(one.fromLedger, other.fromLedger),
    toLedger: Math.min(one.toLedger, other.toLedger),
    from: Math.max(one.from, other.from),
    to: Math.min(one.to, other.to),
    isAgreed: true,
  };
}

function account(one: FoundAccount, other: FoundAccount): FoundAccount {
  if (one.kind === 'account' && other.kind === 'no-answer') return one;
  if (one.kind === 'no-answer' || other.kind === 'no-answer') return NO_ANSWER;
  const isSame =
    one.kind === 'account' && other.kind === 'account' ? isEqual(one.entry, other.entry) : one.kind === other.kind;
  return isSame ? { ...one, ledger: Math.min(one.ledger, other.ledger) } : NO_ANSWER;
}

/** The lower of both numbers for each account: anything after it counts as unknown. */
function sequences(one?: FoundSequences, other?: FoundSequences): FoundSequences | undefined {
  if (one === undefined || other === undefined) return undefined;
  const lower = new Map([...one.sequences].filter(([address]) => other.sequences.has(address)));
  for (const [address, sequence] of other.sequences) {
    if (sequence < (lower.get(address) ?? 0n)) lower.set(address, sequence);
  }
  return { sequences: lower, ledger: Math.min(one.ledger, other.ledger) };
}

/** What either has seen has happened. */
const named = (one?: NamedEvents, other?: NamedEvents): NamedEvents | undefined =>
  one && other && { events: [...one.events, ...other.events], upTo: Math.min(one.upTo, other.upTo) };

/** A reached sequence number may end a transaction, so with an account both must agree. */
function mergedSnapshot(wanted: Wanted, one: LedgerSnapshot, other: LedgerSnapshot): LedgerSnapshot | 'differs' {
  if (one.kind === 'no-answer') return NO_ANSWER;
  if (other.kind === 'no-answer') {
    const isWhole = wanted.contracts.every((contract) => one.contracts.has(contract));
    return isWhole && wanted.account === undefined ? one : NO_ANSWER;
  }
  const agree =
    isEqual(one.account, other.account) &&
    wanted.contracts.every((contract) => isSameContract(one.contracts.get(contract), other.contracts.get(contract))) &&
    isSameHeld(one.held, other.held);
  return agree ? { ...one, ledger: Math.min(one.ledger, other.ledger), isAgreed: true } : 'differs';
}

type Answered = RawEntries | NoSnapshot;

const differ = (one: Answered, other: Answered): boolean =>
  one.kind === 'seen' &&
  other.kind === 'seen' &&
  (one.entries.length !== other.entries.length || one.entries.some(({ xdr }, at) => xdr !== other.entries[at]?.xdr));

/** Nothing is signed by them, so those of one RPC are shown where the other is silent. */
function mergedEntries(one: Answered, other: Answered): Answered {
  if (differ(one, other)) return { kind: 'no-answer', disagree: true };
  if (one.kind === 'no-answer' || other.kind === 'no-answer') return one;
  return { ...one, ledger: Math.min(one.ledger, other.ledger), isAgreed: true };
}

const isSameContract = (one: StandingContract | undefined, other: StandingContract | undefined): boolean =>
  one?.code === other?.code && isSameValue(one?.escrow, other?.escrow);

const isSameValue = (one: xdr.ScVal | undefined, other: xdr.ScVal | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other);

type Held = NonNullable<ReadSnapshot['held']>;

const isSameHeld = (one: Held = [], other: Held = []): boolean =>
  one.every((held, index) => held?.units === other[index]?.units);

const isSamePaid = (one: readonly IncomingTransfer[] = [], other?: readonly IncomingTransfer[]): boolean =>
  one.length === other?.length &&
  one.every(({ from, amount }, index) => from === other[index]?.from && amount === other[index]?.amount);

/** It seems that it could not be asked. */
const isSilent = (held: Held): boolean => held.every((each) => each === undefined);

/** Compares only the sequence number, which decides; a balance may change between two ledgers. */
const isEqual = (one: xdr.AccountEntry | undefined, other: xdr.AccountEntry | undefined): boolean =>
  one?.seqNum === other?.seqNum;

function trial(one: Trial, other: Trial): Trial {
  if (one.address !== 'free') return one;
  return other.address === 'free' ? { address: 'free', ledger: Math.min(one.ledger, other.ledger) } : NO_TRIAL;
}

function unlisted(one: Unlisted, other: Unlisted): Unlisted {
  if (one.kind === 'absent') return other.kind === 'absent' ? one : { kind: 'unknown' };
  if (one.kind !== 'archived' || other.kind !== 'archived') return one;
  const isSame = one.code === other.code && isSameValue(one.escrow, other.escrow);
  return isSame ? { ...one, isAgreed: true } : { kind: 'unknown' };
}

const history = (one: History | undefined, other: History | undefined): History | undefined =>
  one && other && shorter(one, other);

type LedgerOptions = {
  readonly retryMs?: number;
  readonly now?: () => number;
  readonly answerMs?: number;
  readonly paceOf?: (url: string) => Pace;
};

/**
 * @param rpcUrls https, or http on loopback (checked where settings are parsed); the first one is believed
 * @param passphrase of the expected network; an RPC of another network is not believed
 * @param options `now`: the clock by which callers give their deadlines, in epoch milliseconds. `retryMs`: the pause
 *   before two RPCs that differ are asked again. `answerMs`: how long an answer may take. `paceOf`: when a request to an
 *   RPC may be made; default: at once
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
  { now = Date.now, retryMs, answerMs = ANSWER_TIMEOUT_MS, paceOf }: LedgerOptions = {},
): Ledger {
  if (believed === undefined) throw new TypeError('no RPC');
  const ledger = (url: string) => ledgerOf(url, passphrase, now, answerMs, paceOf?.(url));
  const [first, other] = [ledger(believed), second === undefined ? undefined : ledger(second)];
  const send = sendBy(other === undefined ? [first] : [first, other], passphrase, now);
  return { ...(other === undefined ? first : agreeingLedger(first, other, retryMs)), send };
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
  const reads = rpcUrls.map(async (url) => {
    const { passphrase: found } = networkSchema.parse(await connectRpc(url).getNetwork());
    return found === passphrase ? [] : [new URL(url).hostname];
  });
  const answers = await Promise.allSettled(reads);
  const [other] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (other === undefined) return;
  throw new CountersignError('SETTING_INVALID', {
    message: `The Stellar RPC at ${other} is of another network than ${name}.`,
    operatorRemedy: `Set STELLAR_RPC_URL to a Stellar RPC of ${name}, or correct STELLAR_NETWORK.`,
  });
}
