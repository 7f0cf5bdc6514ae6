/**
 * A random life of an escrow on the ledger: the product predicts each step (its obstacles, its effect, its transaction),
 * then the contract executes it. Every difference is a finding.
 */
import { readTransaction } from '@countersign/core/envelope';
import { actionOf } from '@countersign/core/internal/actions/actions';
import { type StepRequests, stepOf } from '@countersign/core/internal/actions/registry';
import { type EscrowState, escrowStateOf } from '@countersign/core/internal/actions/steps/escrow-state';
import { emittedBy, obstaclesOf } from '@countersign/core/internal/actions/steps/obstacles';
import { stepCall } from '@countersign/core/internal/actions/steps/step-call';
import { type Turn, turnsOf } from '@countersign/core/internal/actions/steps/turn';
import { isStepName, type StepName } from '@countersign/core/internal/escrow/steps';
import type { EscrowOnChain } from '@countersign/core/kinds';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { addressValue, i128 } from '@countersign/sandbox-ledger/internal/host/values';
import { type Keypair, Operation, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import type { Random } from '../mutation/random.ts';
import { type ContractName, type EscrowLife, FEE_ADDRESS, LIFE_KINDS, PEOPLE, person } from './escrow-life.ts';
import { lastTransaction, settled, signed } from './ledger-client.ts';
import { inputFor, randomStep, randomTerms } from './life-chances.ts';
import { livePins, V1 } from './live-escrow.ts';
import { TOKEN } from './sandbox-client.ts';

/** Counts of a life; `wrong` must stay empty. */
export const noFindings = () => ({
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

export function randomLife(life: EscrowLife, name: ContractName, random: Random, steps: number, found: Findings): void {
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
    const to = [addressValue(person('client')), addressValue(escrow), i128(units)];
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
