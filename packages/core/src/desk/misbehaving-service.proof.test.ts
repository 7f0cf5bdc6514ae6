/**
 * A service that misbehaves in every way that we could think of, against a real desk on a real store over real HTTP:
 * the right error, nothing offered, nothing lost, nothing sent as two transactions, no credential astray.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CountersignError } from '../errors.ts';
import { requireSandbox } from '../service/index.ts';
import type { Operation } from '../service/testing/misbehaving-service.ts';
import { BALANCE_KINDS } from './testing/misbehaviours/balances.ts';
import { DEPLOY_KINDS, deployFor } from './testing/misbehaviours/deploys.ts';
import type { Kind, Scene } from './testing/misbehaviours/kind.ts';
import { SANDBOX_KINDS } from './testing/misbehaviours/sandboxes.ts';
import {
  ADDRESSES,
  EARLIER,
  INPUT,
  KEY,
  type Stage,
  setStage,
  signedBy,
  TOKEN,
} from './testing/misbehaviours/scene.ts';
import { SEND_KINDS } from './testing/misbehaviours/sends.ts';
import { STATUS_KINDS } from './testing/misbehaviours/statuses.ts';
import { WIRE_KINDS } from './testing/misbehaviours/wire.ts';

const KINDS: readonly Kind[] = [
  ...WIRE_KINDS,
  ...STATUS_KINDS,
  ...DEPLOY_KINDS,
  ...SEND_KINDS,
  ...BALANCE_KINDS,
  ...SANDBOX_KINDS,
];

/** `renew`: a deploy for a handle whose offer is about to end. */
type Call = Operation | 'renew';
type Case = { readonly kind: Kind; readonly call: Call; readonly where: 'memory' | 'disk' };

/** Every second call is on disk. */
const CASES: readonly (readonly Case[])[] = KINDS.map((kind, row) =>
  (Object.keys(kind.expect) as Operation[])
    .flatMap((operation): Call[] => (operation === 'deploy' ? ['deploy', 'renew'] : [operation]))
    .map((call, at) => ({ kind, call, where: (row + at) % 2 === 0 ? 'memory' : 'disk' }) as const),
);

const held = { calls: 0, errors: 0, results: 0, onDisk: 0 };

/** Most of the time is waiting, so many are tried side by side; each has a service, a store and a desk of its own. */
const AT_A_TIME = 12;
const running: Promise<void>[] = [];

beforeAll(() => {
  // The random part of the waits between tries at its shortest.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const lanes = Array.from({ length: AT_A_TIME }, () => Promise.resolve());
  for (const [row, cases] of CASES.entries()) {
    const lane = row % AT_A_TIME;
    const run = (lanes[lane] as Promise<void>).then(async () => {
      for (const one of cases) await tryCase(one);
    });
    lanes[lane] = run.catch(() => {});
    running.push(run);
    run.catch(() => {});
  }
});
afterAll(() => void vi.restoreAllMocks());

describe('a service that', () => {
  test.for(KINDS.map(({ kind }, row) => ({ kind, row })))('$kind', async ({ row }) => {
    await running[row];
  });
});

test('counted', ({ task }) => {
  expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(KINDS.length);
  expect(held.calls).toBe(CASES.flat().length);
  task.meta.figures = {
    proof: 'A service that misbehaves',
    rows: {
      'kinds of misbehaviour': KINDS.length,
      'calls that met one': held.calls,
      'of these with the store on disk': held.onDisk,
      'of these answered with the right error': held.errors,
      'of these answered with the right result': held.results,
    },
  };
});

async function tryCase({ kind, call, where }: Case): Promise<void> {
  const stage = await setStage(where);
  try {
    await tryKind(stage, kind, call);
  } catch (error) {
    throw new Error(`asked for ${call}, with its store ${where === 'disk' ? 'on disk' : 'in memory'}`, {
      cause: error,
    });
  } finally {
    await stage.end();
  }
  held.calls++;
  if (where === 'disk') held.onDisk++;
}

async function tryKind(stage: Stage, kind: Kind, call: Call): Promise<void> {
  const operation = call === 'renew' ? 'deploy' : call;
  const expected = kind.expect[operation];
  const { service, clock } = stage;
  // Too little life left to be handed out again, enough to be signed.
  if (call === 'renew') clock.now += 80_000;
  const now = Math.floor(clock.now / 1_000);
  // What came before a renewal is a transaction of another request as well.
  const scene: Scene =
    call === 'renew'
      ? { ...stage.scene, now, request: stage.earlierRequest, earlierXdr: deployFor({ ...stage.scene, now }) }
      : stage.scene;
  const before = { asked: service.asked.length, added: stage.added.length };
  service.spoil(operation, kind.fault(scene));
  // Everything else has time for all its tries, also on a busy machine.
  const budgetMs = kind.isCutShort ? 1_000 : 20_000;
  stage.patience.budgetMs = budgetMs;

  const started = performance.now();
  const { result, error } = await outcomeOf(() => ask(stage, call));
  expect(performance.now() - started, 'the time it took').toBeLessThan(budgetMs + 3_000);
  delete stage.patience.budgetMs;

  const asked = service.asked.slice(before.asked);
  requireCleanWords(error?.toView() ?? result);
  if (error === undefined) held.results++;
  else held.errors++;
  // Right after: nothing is offered that was not expected to be.
  expect(stage.added.length - before.added).toBe(expected === 'prepared' ? 1 : 0);
  expect(asked.every((one) => one.operation === operation)).toBe(true);

  switch (operation) {
    case 'deploy': {
      expect(error?.code ?? (result as { status: string }).status).toBe(expected);
      for (const field of kind.differs ?? []) expect(error?.differences?.map((one) => one.field)).toContain(field);
      break;
    }
    case 'send':
      expect(error?.code ?? (result as { status: string }).status).toBe(expected);
      if (kind.says !== undefined) expect((result as { message: string }).message).toMatch(kind.says);
      // Whatever the answer was, it is sent once.
      expect(asked.length).toBeLessThanOrEqual(1);
      await requireOutcomeKept(stage, String(expected));
      break;
    case 'balances':
      if (error !== undefined) expect(error.code).toBe(expected);
      else requireEntries(result as Balances, kind, expected === 'unread');
      break;
    case 'sandbox':
      expect(error?.code ?? 'believed').toBe(expected);
  }

  await requireNothingLost(stage, call, String(expected));
  requireCredentialsAtHome(stage);
}

type Balances = { balances: { address: string; balance?: string; error?: string }[] };

function ask({ desk, earlier, service, patience }: Stage, call: Call): Promise<unknown> {
  switch (call) {
    case 'deploy':
      return desk.prepareDeploy(INPUT);
    case 'renew':
      return desk.prepareDeploy({ id: earlier.id });
    case 'send':
      return desk.submit({ signedXdr: signedBy(earlier), id: earlier.id });
    case 'balances':
      return desk.balances({ signer: earlier.summary.signer, addresses: ADDRESSES });
    case 'sandbox':
      return requireSandbox(service.url, patience.budgetMs);
  }
}

async function outcomeOf(call: () => Promise<unknown>) {
  try {
    return { result: await call() };
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    expect(error.code).not.toBe('INTERNAL');
    return { error };
  }
}

/** While an outcome is unknown no other transaction is prepared, and what is decided stays decided without a call. */
async function requireOutcomeKept({ desk, earlier, service }: Stage, expected: string): Promise<void> {
  const asked = service.asked.length;
  const { status } = await desk.status(earlier.id);
  if (expected === 'settled' || expected === 'rejected' || expected === 'unknown') expect(status).toBe(expected);
  else expect(status).toBe('prepared');
  if (expected === 'unknown') {
    for (const input of [{ id: earlier.id }, EARLIER]) {
      await expect(desk.prepareDeploy(input)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    }
  }
  if (expected === 'settled' || expected === 'rejected') {
    expect(await desk.submit({ signedXdr: signedBy(earlier), id: earlier.id })).toMatchObject({ status: expected });
  }
  expect(service.asked.length).toBe(asked);
}

/** After a restart, with a service that is well: what was there can be settled, and what was asked can be prepared. */
async function requireNothingLost(stage: Stage, call: Call, expected: string): Promise<void> {
  const { earlier, service } = stage;
  const desk = stage.restart();
  const { status } = await desk.status(earlier.id);
  if (expected === 'rejected') {
    expect(status).toBe('rejected');
    const again = await desk.prepareDeploy({ id: earlier.id });
    expect(again.transactionHash).not.toBe(earlier.transactionHash);
    expect(await desk.submit({ signedXdr: signedBy(again) })).toMatchObject({ status: 'settled' });
  } else {
    expect(status).toBe(call === 'send' && ['settled', 'unknown'].includes(expected) ? expected : 'prepared');
    expect(await desk.submit({ signedXdr: signedBy(earlier), id: earlier.id })).toMatchObject({
      status: 'settled',
      transactionHash: earlier.transactionHash,
      contractId: earlier.contractId,
    });
    const sent = service.asked.filter(({ operation }) => operation === 'send').map(({ body }) => body);
    expect(new Set(sent).size, 'different transactions sent').toBe(1);
  }
  if (call !== 'deploy') return;
  const offer = await desk.prepareDeploy(INPUT);
  expect(offer.checked).toBe('verified');
  expect(await desk.submit({ signedXdr: signedBy(offer) })).toMatchObject({ status: 'settled' });
}

function requireEntries({ balances }: Balances, { entries = [] }: Kind, unread: boolean): void {
  expect(balances.map(({ address }) => address)).toEqual(ADDRESSES);
  for (const [index, { balance, error }] of balances.entries()) {
    const wanted = unread ? /refused|knows no escrow/ : entries[index];
    if (typeof wanted === 'string') expect(balance).toBe(wanted);
    else expect(error).toMatch(wanted as RegExp);
  }
}

/** A stranger's words stand in `detail`, in `found`, and in the escrow that the service describes. */
function requireCleanWords(shown: unknown): void {
  const { detail, differences, escrow, ...ours } = (shown ?? {}) as Record<string, unknown>;
  const text = JSON.stringify(ours);
  expect(text).not.toContain('HOSTILE');
  expect(text.length).toBeLessThan(8_000);
  const everything = JSON.stringify(shown ?? {});
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(everything).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|\\u00[01]|\\u202e/);
  for (const secret of [TOKEN, KEY]) expect(everything).not.toContain(secret);
  expect(String(detail ?? '').length).toBeLessThanOrEqual(301);
  expect(JSON.stringify(differences ?? []).length).toBeLessThan(50_000);
  expect(JSON.stringify(escrow ?? {}).length).toBeLessThan(200_000);
}

/** Each credential goes to its own operations of the configured host, and to nobody else. */
function requireCredentialsAtHome({ service, strayed, log }: Stage): void {
  expect(strayed()).toBe(0);
  for (const { operation, headers, body, url } of service.asked) {
    const isToken = operation === 'deploy' || operation === 'send';
    expect(headers['authorization']).toBe(isToken ? `Bearer ${TOKEN}` : undefined);
    expect(headers['x-api-key']).toBe(operation === 'balances' ? KEY : undefined);
    expect(`${url}${body}`).not.toMatch(new RegExp(`${TOKEN}|${KEY}`));
  }
  expect(log.join('\n')).not.toMatch(new RegExp(`${TOKEN}|${KEY}|HOSTILE`));
}
