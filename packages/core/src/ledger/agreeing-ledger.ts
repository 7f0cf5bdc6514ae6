/**
 * Two Stellar RPCs. The first is believed about what exists. That something does *not* exist, which would allow a second
 * transaction, counts only if both say so.
 */
import type { xdr } from '@stellar/stellar-sdk/base';
import type {
  FoundAccount,
  FoundSequences,
  History,
  Ledger,
  NamedEvents,
  Outcome,
  Sight,
  Trial,
  Unlisted,
  Wanted,
} from './ledger.ts';
import { shorter } from './transaction-outcome.ts';

const NO_ANSWER = { kind: 'no-answer' } as const;
const NO_TRIAL = { address: 'unknown', ledger: 0 } as const;

export function agreeingLedger(believed: Ledger, second: Ledger): Ledger {
  const both = <T>(ask: (ledger: Ledger) => Promise<T>) => Promise.all([ask(believed), ask(second)]);
  return {
    ...believed,
    outcomeOf: async (hash, signal) => outcome(...(await both((ledger) => ledger.outcomeOf(hash, signal)))),
    accountOf: async (address, signal) => account(...(await both((ledger) => ledger.accountOf(address, signal)))),
    sequencesOf: async (addresses, signal) =>
      sequences(...(await both((ledger) => ledger.sequencesOf(addresses, signal)))),
    eventsNamed: async (name, from, signal) =>
      named(...(await both((ledger) => ledger.eventsNamed(name, from, signal)))),
    lookAt: async (wanted, signal) => {
      const [one, other] = await Promise.all([
        believed.lookAt(wanted, signal),
        // Balances are read from the first one only.
        second.lookAt({ ...wanted, holdings: [] }, signal),
      ]);
      return sight(wanted, one, other);
    },
    trialOf: async (unsignedXdr, signal) => trial(...(await both((ledger) => ledger.trialOf(unsignedXdr, signal)))),
    unlistedAt: async (contract, signal) => unlisted(...(await both((ledger) => ledger.unlistedAt(contract, signal)))),
    // One that only the second has would still be paid twice.
    lastTransfer: async (transfer, signal) => {
      const found = await both((ledger) => ledger.lastTransfer(transfer, signal));
      return found.filter((each) => each !== undefined).sort((one, other) => other.ledger - one.ledger)[0];
    },
    historyOf: async (signal) => history(...(await both((ledger) => ledger.historyOf(signal)))),
  };
}

/** An outcome that either of them has seen is final. */
function outcome(one: Outcome, other: Outcome): Outcome {
  const found = [one, other].find(({ kind }) => kind === 'settled' || kind === 'failed');
  if (found !== undefined) return found;
  if (one.kind !== 'not-found' || other.kind !== 'not-found') return NO_ANSWER;
  return {
    kind: 'not-found',
    fromLedger: Math.max(one.fromLedger, other.fromLedger),
    toLedger: Math.min(one.toLedger, other.toLedger),
    from: Math.max(one.from, other.from),
    to: Math.min(one.to, other.to),
  };
}

function account(one: FoundAccount, other: FoundAccount): FoundAccount {
  if (one.kind === 'account' && other.kind === 'no-answer') return one;
  if (one.kind === 'no-answer' || other.kind === 'no-answer') return NO_ANSWER;
  const isSame =
    one.kind === 'account' && other.kind === 'account' ? isEqual(one.entry, other.entry) : one.kind === other.kind;
  return isSame ? { ...one, ledger: Math.min(one.ledger, other.ledger) } : NO_ANSWER;
}

/** The lower numbers: of what came after them, more may be unknown. */
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

/** A reached sequence number may end an offer, so with an account both must agree. */
function sight(wanted: Wanted, one: Sight, other: Sight): Sight {
  if (one.kind === 'no-answer') return NO_ANSWER;
  if (other.kind === 'no-answer') {
    const isWhole = wanted.contracts.every((contract) => one.contracts.has(contract));
    return isWhole && wanted.account === undefined ? one : NO_ANSWER;
  }
  const agree =
    isEqual(one.account, other.account) &&
    [...other.contracts].every(([contract, { code }]) => one.contracts.get(contract)?.code === code);
  return agree ? { ...one, ledger: Math.min(one.ledger, other.ledger) } : NO_ANSWER;
}

/** Compares only the sequence number, which decides; a balance may change between two ledgers. */
const isEqual = (one: xdr.AccountEntry | undefined, other: xdr.AccountEntry | undefined): boolean =>
  one?.seqNum === other?.seqNum;

function trial(one: Trial, other: Trial): Trial {
  if (one.address !== 'free') return one;
  return other.address === 'free' ? { address: 'free', ledger: Math.min(one.ledger, other.ledger) } : NO_TRIAL;
}

const unlisted = (one: Unlisted, other: Unlisted): Unlisted =>
  one.kind === 'absent' && other.kind !== 'absent' ? { kind: 'unknown' } : one;

const history = (one: History | undefined, other: History | undefined): History | undefined =>
  one && other && shorter(one, other);
