/** Plays the steps of a life: each is prepared, signed, sent, and compared with what the ledger shows. */
import type { Prepared } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { fromBaseUnits } from '@countersign/core/escrow';
import { liveMulti, liveSingle, stateOf } from '@countersign/core/kinds';
import { pinsOf, type Release } from '@countersign/core/network';
import { cleanLine, quoted } from '@countersign/core/text';
import { differenceText, fieldText } from '@countersign/core/words';
import { spokenFields } from '@countersign/core/words/problems';
import { type Holder, type Life, PARTIES, type Party, type Step } from './lives.ts';
import { type RehearsalRecord, type StepRecord, stepLines } from './record.ts';
import { compared, patiently, type Stage, signAndSend, Trouble, until } from './stage.ts';

const KINDS = { multi: liveMulti, single: liveSingle };

/** Runs one step, records how it went, and shows it. */
export async function play(
  { signal, tell }: Pick<Stage, 'signal' | 'tell'>,
  title: string,
  by: string,
  work: () => Promise<Partial<StepRecord>>,
): Promise<StepRecord> {
  const began = performance.now();
  let step: StepRecord;
  try {
    const done = await work();
    const { differences = [] } = done;
    const status = done.status ?? (differences.length === 0 ? 'as expected' : 'differs');
    step = { title, by, ...done, status, differences, milliseconds: Math.round(performance.now() - began) };
  } catch (error) {
    const isOurs = error instanceof Trouble;
    const trouble = signal.aborted && !isOurs ? 'It was interrupted.' : troubleText(error);
    step = { title, by, status: 'failed', differences: [], trouble };
  }
  for (const line of stepLines(step)) tell(line);
  return step;
}

/** What an account or escrow has, in base units; milestones by number. */
type Reading = {
  readonly held: ReadonlyMap<Holder, bigint>;
  readonly states: Readonly<Record<string, string>>;
  readonly codeHash?: string;
};

/** What the steps before found. A reading that a step was compared with is where the next one begins: an RPC may lag. */
export type Progress = { escrow?: string; reading?: Reading };

/** Goes on after a step that failed, unless there is no escrow or no money in it. */
export async function playLife(
  stage: Stage,
  life: Life,
  engagement: string,
  progress: Progress,
): Promise<RehearsalRecord['lives'][number]> {
  const steps: StepRecord[] = [];
  delete progress.escrow;
  stage.tell(`\n${life.name}`);
  let missing = '';
  for (const step of life.steps) {
    if (stage.signal.aborted) missing ||= 'It was interrupted before.';
    if (missing !== '') {
      steps.push({ title: step.title, by: step.by, status: 'not done', differences: [], trouble: missing });
      continue;
    }
    const record = await play(stage, step.title, step.by, () => takeStep(stage, life, step, engagement, progress));
    steps.push(record);
    const isNeeded = step.action === 'deploy' || step.action === 'fund';
    if (isNeeded && record.status === 'failed') missing = `Not possible, since this failed: ${step.title}.`;
  }
  const { escrow } = progress;
  return { name: life.name, ...(escrow === undefined ? {} : { contractId: escrow }), steps };
}

async function takeStep(
  stage: Stage,
  { release }: Life,
  step: Step,
  engagement: string,
  progress: Progress,
): Promise<Partial<StepRecord>> {
  const { wallets, patience } = stage;
  const { escrow } = progress;
  const before = progress.reading ?? (await until(stage, patience.shownMs, () => read(stage, release, escrow)));
  if (before === undefined) throw new Trouble('The ledger could not be read before the step.');
  delete progress.reading;
  const prepared = await patiently(stage, () => prepare(stage, step, escrow, engagement));
  const sent = await signAndSend(stage, wallets[step.by], prepared);
  const { contractId } = prepared;
  progress.escrow = contractId;
  const expected = expectedOf(stage, release, step);
  let last: ReturnType<typeof compared> | undefined;
  await until(stage, patience.shownMs, async () => {
    const after = await read(stage, release, contractId);
    if (after === undefined) return undefined;
    progress.reading = after;
    last = compared(expected, foundOf(stage, step, before, after));
    return last.differences.length === 0 ? last : undefined;
  });
  if (last === undefined) throw new Trouble('It settled, but the ledger could not be read afterwards.');
  return { ...sent, ...last };
}

async function prepare(
  stage: Stage,
  { action, input }: Step,
  escrow: string | undefined,
  engagement: string,
): Promise<Pick<Prepared, 'id' | 'status' | 'contractId' | 'checked' | 'transactionHash' | 'judgement'>> {
  const { desk, wallets, token, signal } = stage;
  const addresses = Object.fromEntries(PARTIES.map((name) => [name, wallets[name].publicKey()]));
  const fields = input(addresses as Record<Party, string>);
  if (action === 'deploy') {
    const terms = { ...fields, engagementId: `rehearsal-${engagement}`, trustline: { address: token.address } };
    return await desk.prepare('deploy', terms as never, { signal });
  }
  if (action === 'fund') return await desk.prepare('fund', { ...fields, escrow: escrow ?? '' }, { signal });
  return await desk.prepareStep([action], { action, escrow, ...fields }, { signal });
}

/** @returns undefined where not all of it could be read */
async function read(stage: Stage, release: Release, escrow: string | undefined): Promise<Reading | undefined> {
  const { ledger, wallets, token } = stage;
  const { client, worker, platform, service } = wallets;
  const others = { client, worker, platform, ...(service && { service }) };
  const addresses = Object.entries(others).map(([name, wallet]) => [name, wallet.publicKey()] as const);
  const holders = [...(escrow === undefined ? [] : [['escrow', escrow] as const]), ...addresses];
  const snapshot = escrow === undefined ? undefined : await ledger.lookAt({ contracts: [escrow] });
  const balances = await ledger.balancesOf(holders.map(([, holder]) => ({ holder, token: token.address })));
  const held = new Map<Holder, bigint>();
  for (const [index, [name]] of holders.entries()) {
    const balance = balances[index];
    if (balance === undefined) return undefined;
    held.set(name as Holder, balance.units);
  }
  if (escrow === undefined) return { held, states: {} };
  const contract = snapshot?.kind === 'seen' ? snapshot.contracts.get(escrow) : undefined;
  const kept = contract?.escrow === undefined ? undefined : KINDS[release].decode(contract.escrow).escrow;
  if (contract === undefined || kept === undefined) return undefined;
  const states = kept.milestones.map((milestone, index) => [
    `milestone ${index + 1}`,
    `${stateOf(kept, milestone)}${milestone.evidence === '' ? '' : ' (reported)'}`,
  ]);
  return { held, states: Object.fromEntries(states), codeHash: contract.code };
}

function expectedOf({ network }: Stage, release: Release, { action, states = {}, moves = {} }: Step) {
  const { wasmHash } = pinsOf(network, release);
  return {
    ...Object.fromEntries(Object.entries(states).map(([number, state]) => [`milestone ${number}`, state])),
    ...Object.fromEntries(
      Object.entries(moves).map(([holder, amount]) => [holder, amount.startsWith('-') ? amount : `+${amount}`]),
    ),
    ...(action === 'deploy' && wasmHash !== undefined ? { 'code hash': wasmHash } : {}),
  };
}

/** "+0.4515", "-150.5" */
export const withSign = (units: bigint, decimals: number): string =>
  units < 0n ? `-${fromBaseUnits(-units, decimals)}` : `+${fromBaseUnits(units, decimals)}`;

/**
 * What a step changed. Where others use the account that gets the service's share, its part is what left all others:
 * these are throw-away accounts, so no one else moves their tokens.
 */
function foundOf({ wallets, token }: Stage, { action, states = {} }: Step, before: Reading, after: Reading) {
  const changes = new Map<Holder, bigint>();
  for (const [holder, units] of after.held) {
    // Each life has an escrow of its own, which begins empty.
    const had = holder === 'escrow' && action === 'deploy' ? 0n : (before.held.get(holder) ?? 0n);
    changes.set(holder, units - had);
  }
  if (wallets.service === undefined) {
    changes.set('service', -[...changes.values()].reduce((sum, units) => sum + units, 0n));
  }
  const { decimals } = token;
  const moves = [...changes].flatMap(([holder, units]) => (units === 0n ? [] : [[holder, withSign(units, decimals)]]));
  const shown = Object.keys(states).map((number) => `milestone ${number}`);
  return {
    ...Object.fromEntries(Object.entries(after.states).filter(([name]) => shown.includes(name))),
    ...Object.fromEntries(moves),
    ...(action === 'deploy' && after.codeHash !== undefined ? { 'code hash': after.codeHash } : {}),
  };
}

/** What happened and what to do, in a line; texts of others are quoted. */
export function troubleText(error: unknown): string {
  if (error instanceof Trouble) return error.message;
  if (!(error instanceof CountersignError)) {
    return `Something unexpected happened: ${cleanLine(error instanceof Error ? error.message : String(error), 300)}`;
  }
  const fields = spokenFields(error, 'en').map(({ path: field, problem }) => `${field} ${problem}.`);
  const differences = (error.differences ?? []).map((difference) => {
    const { field, asked, found } = differenceText(difference);
    return `${fieldText(field)}: asked ${asked}, found ${found}.`;
  });
  const lines = error.detail === undefined ? [] : [`It was told: ${quoted(error.detail, 300)}.`];
  return [`${error.code}: ${error.message}`, ...fields, ...differences, ...lines, error.operatorRemedy].join(' ');
}
