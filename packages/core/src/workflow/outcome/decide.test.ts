/** Every combination of what an RPC may say of a transaction, and what follows from it. */
import { expect, test } from 'vitest';
import type { Outcome, Trial } from '../../ledger/ledger.ts';
import { decideTransaction, type Finding, type TransactionFacts } from './decide.ts';
import type { Compared } from './terms.ts';

const LEDGER = 100;
const OFFERED = 50;
const OWN = 8n;
const compared = (more: Partial<Compared>): Compared => ({
  differences: [],
  isReachable: true,
  changesMoney: false,
  ...more,
});
const ENDS_AT = 1_000;
const notFound = (fromLedger: number, toLedger: number, to = ENDS_AT): Outcome => ({
  kind: 'not-found',
  fromLedger,
  toLedger,
  from: 0,
  to,
});
const OUTCOMES: readonly Outcome[] = [
  { kind: 'settled', ledger: 90 },
  { kind: 'failed', code: 'txFailed', ledger: 90 },
  { kind: 'no-answer' },
  notFound(OFFERED, LEDGER),
  notFound(OFFERED, LEDGER, ENDS_AT + 1),
  notFound(OFFERED + 1, LEDGER),
  notFound(OFFERED, LEDGER - 1),
];
const TRIALS: readonly Trial[] = (['free', 'occupied', 'unknown'] as const).flatMap((address) =>
  [LEDGER, LEDGER - 1].map((ledger) => ({ address, ledger })),
);
const STANDING: readonly TransactionFacts['compared'][] = [
  undefined,
  'unreadable',
  compared({}),
  compared({ isReachable: false }),
  compared({ changesMoney: true }),
];

function* allFacts(): Generator<Required<Omit<TransactionFacts, 'sequence' | 'compared'>> & TransactionFacts> {
  for (const sequence of [undefined, OWN - 1n, OWN, OWN + 1n])
    for (const standing of STANDING)
      for (const isInTime of [false, true])
        for (const createsContract of [false, true])
          for (const offeredLedger of [undefined, OFFERED])
            for (const outcome of OUTCOMES)
              for (const isOver of [false, true])
                for (const trial of TRIALS)
                  yield {
                    ownSequence: OWN,
                    offeredLedger,
                    createsContract,
                    isInTime,
                    ledger: LEDGER,
                    endsAt: ENDS_AT,
                    ...(sequence === undefined ? {} : { sequence }),
                    ...(standing === undefined ? {} : { compared: standing }),
                    outcome,
                    isOver,
                    trial,
                  };
}

/** As the product reads: each costly fact only once it is needed. */
function decide(all: TransactionFacts): { readonly finding: Finding; readonly read: readonly string[] } {
  const { outcome, isOver, trial, ...first } = all;
  const later = { outcome, isOver, trial };
  const read: string[] = [];
  for (let facts: TransactionFacts = first; ; ) {
    const decision = decideTransaction(facts);
    if (decision.kind !== 'needs') return { finding: decision, read };
    read.push(decision.fact);
    facts = { ...facts, [decision.fact]: later[decision.fact] };
  }
}

test('a transaction is decided only by what the ledger certainly shows', () => {
  const counts: Record<string, number> = {};
  const broken: unknown[] = [];
  for (const facts of allFacts()) {
    const { finding, read } = decide(facts);
    counts[finding.kind] = (counts[finding.kind] ?? 0) + 1;
    const { outcome, isInTime, sequence, trial, isOver } = facts;
    const isReached = sequence === undefined || sequence >= OWN;
    const isCovered =
      outcome.kind === 'not-found' &&
      facts.offeredLedger !== undefined &&
      outcome.fromLedger <= OFFERED &&
      outcome.toLedger >= LEDGER;
    const asked = isReached || facts.compared !== undefined;
    const rules: Record<string, boolean> = {
      'nothing is read twice, and nothing that is not needed': new Set(read).size === read.length && read.length <= 2,
      'rejected is the word on its own hash': (finding.kind === 'rejected') === (asked && outcome.kind === 'failed'),
      'its own success is settled':
        !(asked && outcome.kind === 'settled') || (finding.kind === 'settled' && !finding.byAnother),
      'an RPC that does not answer decides nothing':
        !(asked && outcome.kind === 'no-answer') || finding.kind === 'open',
      'what can still be included is not ended':
        !(finding.kind === 'dead' || finding.kind === 'displaced') || isReached || (!isInTime && isOver),
      'what is absent from a history that is too short is not ended':
        !(finding.kind === 'dead' || finding.kind === 'displaced') ||
        !asked ||
        isCovered ||
        (facts.createsContract && trial.address === 'free' && trial.ledger >= LEDGER),
      'an account that is not listed ends nothing before history shows that its time is over':
        sequence !== undefined ||
        facts.compared !== undefined ||
        finding.kind !== 'dead' ||
        (outcome.kind === 'not-found' && outcome.to > ENDS_AT),
      'an occupied address ends nothing':
        !(asked && facts.compared === undefined && facts.createsContract && trial.address === 'occupied') ||
        outcome.kind !== 'not-found' ||
        finding.kind === 'open',
      'other money at its address is not its success':
        !(typeof facts.compared === 'object' && outcome.kind === 'not-found') ||
        (finding.kind === 'taken') ===
          (!facts.compared.isReachable || (facts.compared.changesMoney && (isCovered || !isReached))),
      'what cannot be read there decides nothing':
        !(facts.compared === 'unreadable' && outcome.kind === 'not-found') || finding.kind === 'open',
      'displaced is reported only before its time was over': finding.kind !== 'displaced' || isInTime,
    };
    for (const [rule, holds] of Object.entries(rules)) if (!holds) broken.push({ rule, facts, finding });
  }
  expect(broken.slice(0, 3)).toEqual([]);
  expect(Object.keys(counts).sort()).toEqual(['dead', 'displaced', 'open', 'rejected', 'settled', 'taken']);
});
