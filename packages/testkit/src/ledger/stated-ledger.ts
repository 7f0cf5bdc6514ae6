/** A ledger whose contents the test sets. It answers like the Stellar RPC reader, without a network. */
import type { Ledger, Outcome, StandingContract, Trial, Unlisted } from '@countersign/core/internal/ledger/ledger';
import type { Patience } from '@countersign/core/internal/workflow/context';
import { signerKey } from '../fixtures/deploy-fixture.ts';
import { accountEntry } from '../rpc/scripted-rpc.ts';

const usualState = () => ({
  /** If false, nothing is answered. */
  isUp: true,
  /** The number of the latest ledger, when that closed, and the oldest one that is remembered. */
  latest: 9,
  closed: 0,
  oldest: 1,
  /** When the oldest one closed: epoch milliseconds. */
  oldestClosed: 0,
  /** Of the fixture's signer: one below the fixture's transactions, unless the test says otherwise. */
  sequence: 41n,
  /** By hash; every other one is not found. */
  outcomes: new Map<string, Outcome>(),
  contracts: new Map<string, StandingContract>(),
  /** Those that are not listed, by address. */
  archived: new Map<string, Exclude<Unlisted, { readonly kind: 'unknown' }>>(),
  address: 'free' as Trial['address'],
  /** Whether two RPCs report it, which agree: then one reading of a death is final. */
  isAgreed: true,
  /** How many questions it got. */
  asked: 0,
});
export type LedgerState = ReturnType<typeof usualState>;

export const HOST = 'rpc.example';

/** For a desk that need not wait for anything. */
export const HURRY: Patience = {
  alignMs: 40,
  acceptedMs: 40,
  unknownMs: 20,
  askEveryMs: 10,
  followEveryMs: 20,
  leaseMs: 500,
};

/** Includes a transaction in the ledger, from any sender. */
export function include(state: LedgerState, hash: string, outcome: Outcome = { kind: 'settled', ledger: 9 }): void {
  state.outcomes.set(hash, outcome);
  state.sequence += 1n;
}

export function stateLedger(changes: Partial<LedgerState> = {}): { ledger: Ledger; state: LedgerState } {
  const state: LedgerState = { ...usualState(), ...changes };
  const answered = <Answer, Silent>(answerOf: () => Answer, silent: Silent) => {
    return async () => {
      state.asked += 1;
      return state.isUp ? answerOf() : silent;
    };
  };
  const agreed = () => (state.isAgreed ? { isAgreed: true as const } : {});
  const noAnswer = { kind: 'no-answer' } as const;
  const entry = () => accountEntry(signerKey.publicKey(), { sequence: state.sequence });
  const ledger: Ledger = {
    host: HOST,
    outcomeOf: (hash) =>
      answered((): Outcome => {
        const { oldest: fromLedger, latest: toLedger, closed: to } = state;
        const outcome = state.outcomes.get(hash) ?? {
          kind: 'not-found',
          fromLedger,
          toLedger,
          from: state.oldestClosed,
          to,
        };
        return outcome.kind === 'failed' || outcome.kind === 'not-found' ? { ...outcome, ...agreed() } : outcome;
      }, noAnswer)(),
    accountOf: answered(() => ({ kind: 'account', entry: entry(), ledger: state.latest }) as const, noAnswer),
    decimalsOf: async () => undefined,
    assetOf: async () => undefined,
    codeOf: async () => undefined,
    lookAt: ({ contracts }) =>
      answered(() => {
        const standing = [...state.contracts].filter(([address]) => contracts.includes(address));
        return {
          kind: 'seen',
          ledger: state.latest,
          account: entry(),
          contracts: new Map(standing),
          ...agreed(),
        } as const;
      }, noAnswer)(),
    unlistedAt: async (contract) => state.archived.get(contract) ?? { kind: 'unknown' },
    rawEntriesOf: async () => noAnswer,
    eventTimeIn: async () => undefined,
    balancesOf: async (holdings) => holdings.map(() => undefined),
    eventsOf: async () => undefined,
    eventsNamed: async () => undefined,
    sequencesOf: async () => undefined,
    lastTransfer: async () => undefined,
    transfersFrom: async () => undefined,
    transfersTo: async () => undefined,
    trialOf: answered(() => ({ address: state.address, ledger: state.latest }), {
      address: 'unknown',
      ledger: 0,
    } as const),
    historyOf: answered(
      () => ({ oldestLedger: state.oldest, latestLedger: state.latest, oldest: 0, latest: state.closed }),
      undefined,
    ),
    buildCall: async () => noAnswer,
    send: async () => ({ kind: 'unknown' }),
  };
  return { ledger, state };
}
