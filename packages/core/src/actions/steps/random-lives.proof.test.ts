/**
 * Plays random lives of escrows of all three contracts, and compares what we announce for each step with its effect on
 * the ledger. No unit is lost, a step without unmet preconditions succeeds, and the person whose turn we report can act.
 */
import {
  CONTRACT_NAMES,
  type ContractName,
  type EscrowLife,
  FEE_ADDRESS,
  LIFE_KINDS,
  openEscrowLife,
  PEOPLE,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { lastTransaction, settled, signed } from '@countersign/testkit/ledger/ledger-client';
import { inputFor, randomStep, randomTerms } from '@countersign/testkit/ledger/life-chances';
import { livePins, V1 } from '@countersign/testkit/ledger/live-escrow';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { createRandom, type Random } from '@countersign/testkit/mutation/random';
import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { type Keypair, Operation, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { sandboxKeypair } from '../../escrow/sandbox-keys.ts';
import { isStepName, STEP_NAMES, type StepName } from '../../escrow/steps.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { address, i128 } from '../../kinds/layout.ts';
import { actionOf } from '../actions.ts';
import { type StepRequests, stepOf } from '../registry.ts';
import { type EscrowState, escrowStateOf } from './escrow-state.ts';
import { emittedBy, obstaclesOf } from './obstacles.ts';
import { stepCall } from './step-call.ts';
import { type Turn, turnsOf } from './turn.ts';

const LIVES = isWhole ? 2_000 : 100;
const STEPS = 40;
/** Who pays for them all has no more money than that. */
const LIVES_OF_A_LEDGER = 25;

/**
 * What the contracts let pass and is prepared for no one: a report or approval after the money is gone, a dispute of a
 * released escrow, what is so already, shares of which one of the two known ways of rounding would pay out too much,
 * and an update that would drop a milestone whose life has begun.
 */
const POINTLESS: readonly string[] = [
  'ALREADY_PAID',
  'ALREADY_RESOLVED',
  'ALREADY_REPORTED',
  'NOTHING_CHANGES',
  'ROUNDED_UP',
  'LIFE_HAS_BEGUN',
];

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

test('announces the effect of each step in random lives to the unit', ({ task }) => {
  const random = createRandom(SEED);
  const found = noFindings();
  let life = openEscrowLife();
  for (let index = 0; index < LIVES; index++) {
    if (index % LIVES_OF_A_LEDGER === 0) life = openEscrowLife();
    randomLife(life, CONTRACT_NAMES[index % CONTRACT_NAMES.length] ?? 'multi', random, STEPS, found);
  }
  expect(found.wrong.slice(0, 20)).toEqual([]);
  const codes = new Set([...found.pointless.keys()].flatMap((each) => (each.split(': ')[1] ?? '').split(', ')));
  expect([...codes].filter((code) => !POINTLESS.includes(code))).toEqual([]);
  expect([...found.done.keys()].sort()).toEqual([...STEP_NAMES].sort());
  task.meta.figures = {
    proof: 'Lives by chance',
    rows: {
      'lives of escrows on the ledger': counted(LIVES),
      'steps that each life tries': STEPS,
      'steps done, each as announced: state, payments, transaction': counted(sumOf(found.done)),
      'steps refused, by the contract too': counted(sumOf(found.refused)),
      'steps refused that the contract would let pass': counted(sumOf(found.pointless)),
      'distributions that are only announced as “about”': counted(found.about.count),
      'turns announced, each of which could be taken': counted(found.turns.count),
      'steps that did not go as announced': found.wrong.length,
    },
  };
});

/** Counts of a life; `wrong` must stay empty. */
const noFindings = () => ({
  done: new Map<string, number>(),
  /** Refused by the product and the contract alike, by the first obstacle. */
  refused: new Map<string, number>(),
  /** Obstacles to steps that the contract would accept. */
  pointless: new Map<string, number>(),
  about: { count: 0 },
  turns: { count: 0 },
  wrong: [] as string[],
});
type Findings = ReturnType<typeof noFindings>;

const KEYS = new Map(PEOPLE.map((name) => [person(name), sandboxKeypair(name)]));
const HOLDERS = [...PEOPLE.map(person), FEE_ADDRESS];

function randomLife(life: EscrowLife, name: ContractName, random: Random, steps: number, found: Findings): void {
  const network = V1;
  const { terms, funded } = randomTerms(name, random);
  const escrow = life.funded(name, funded, terms);
  const code = livePins(name).wasmHash;

  function currentState(): { state: string; held: string; known: EscrowOnChain } {
    const known = life.read(name, escrow);
    const state = LIFE_KINDS[name].encode(known).toXdr('base64');
    return { state, held: `${life.balance(escrow)}`, known };
  }

  for (let step = 0; step < steps; step++) {
    if (random.below(16) === 0) pay(random.pick([1n, 50_000_000n, 1_000_000_000n]));
    const { known, ...read } = currentState();
    const held = BigInt(read.held);
    const { act, signer, asked } = randomStep(name, known, held, random);
    const trustline = { address: TOKEN.address, decimals: 10_000_000 };
    take(act, { ...asked, ...read, signer, escrow, code, trustline });
  }

  /** Anybody may, in any state. */
  function pay(units: bigint): void {
    const to = [address.write(person('client')), address.write(escrow), i128.write(units)];
    const paid = life.call('client', TOKEN.address, 'transfer', to);
    if ('error' in paid) throw new Error(paid.error);
  }

  function take(act: StepName, input: Record<string, unknown>): void {
    const request = actionOf(act).parse(input, network) as StepRequests[StepName];
    const state = escrowStateOf(request, network) as EscrowState;
    const unmetPreconditions = obstaclesOf(act, request as never, state);
    const [first] = unmetPreconditions;
    const prepared = prepare(act, request, state);
    const say = (problem: string) => found.wrong.push(`${name}, ${act}: ${problem}; ${JSON.stringify(input)}`);
    if (first !== undefined) {
      const isRefused = typeof prepared === 'string';
      count(
        isRefused ? found.refused : found.pointless,
        `${act}: ${unmetPreconditions.map(({ code }) => code).join(', ')}`,
      );
      return;
    }
    if (typeof prepared === 'string') return void say(`the contract refuses: ${prepared}`);
    const effect = stepOf(act).effect(state, request as never);
    const policy = { network, maxFee: 50_000_000n, now: Math.floor(life.t.clock.now / 1_000) };
    const transaction = readTransaction(prepared.toXdr(), network.passphrase);
    const check = actionOf(act).check(transaction, request as never, policy);
    if (check.level !== 'verified') return void say(`its own transaction is ${JSON.stringify(check)}`);
    const before = new Map([escrow, ...HOLDERS].map((holder) => [holder, life.balance(holder)]));
    const result = settled(life.t, signed(prepared, KEYS.get(request.signer) as never));
    if (result !== 'txSuccess') return void say(`settled as ${result}`);
    count(found.done, act);
    const { emitted } = lastTransaction(life.t);
    const expected = emittedBy(stepOf(act), state, request as never);
    if (emitted !== expected) say(`emits ${emitted} bytes, not ${expected}`);
    if (effect.isAbout) found.about.count++;
    const after = life.read(name, escrow);
    if (!LIFE_KINDS[name].encode(after).equals(LIFE_KINDS[name].encode(effect.after))) {
      say(`is stored as ${JSON.stringify(after, plain)}, not ${JSON.stringify(effect.after, plain)}`);
    }
    for (const [holder, was] of before) {
      const due = effect.pays.reduce(
        (sum, { to, units }) => sum + (to === holder ? units : 0n) - (holder === escrow ? units : 0n),
        0n,
      );
      const got = life.balance(holder) - was;
      if (got !== due) say(`${holder} got ${got}, not ${due}`);
    }
    checkTurns(turnsOf(after, life.balance(escrow)), after, say);
  }

  /** Checks that each announced person can take the announced turn in the current state. */
  function checkTurns(turns: readonly Turn[], after: EscrowOnChain, say: (problem: string) => void): void {
    const { state, held } = currentState();
    for (const { action, address, milestone } of turns) {
      if (!isStepName(action)) continue;
      found.turns.count++;
      const asked = inputFor(action, milestone, after, BigInt(held));
      const trustline = { address: TOKEN.address, decimals: 10_000_000 };
      const input = { ...asked, state, held, signer: address, escrow, code, trustline };
      const request = actionOf(action).parse(input, network) as StepRequests[StepName];
      const unmetPreconditions = obstaclesOf(action, request as never, escrowStateOf(request, network) as EscrowState);
      if (unmetPreconditions.length > 0)
        say(`then it is ${action} by ${address}, and ${unmetPreconditions.map((one) => one.code)}`);
    }
  }

  /** As Stellar RPC prepares it, or what the contract says against it. */
  function prepare<Name extends StepName>(
    act: Name,
    request: StepRequests[Name],
    state: EscrowState,
  ): Transaction | string {
    const call = stepCall(stepOf(act), state, request) as xdr.InvokeContractArgs;
    const func = xdr.HostFunction.hostFunctionTypeInvokeContract(call);
    const maxTime = Math.floor(life.t.clock.now / 1_000) + 100;
    const operation = Operation.invokeHostFunction({ func, auth: [] });
    return life.t.simulated(life.t.build(KEYS.get(request.signer) as Keypair, [operation], { maxTime }));
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
