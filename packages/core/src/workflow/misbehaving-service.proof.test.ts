/**
 * A service that misbehaves in every way that we could think of, against a real desk on a real store over real HTTP:
 * the right error, nothing offered, nothing lost, nothing sent as two transactions, no credential astray.
 */
import { include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { DEPLOY_KINDS, deployFor } from '@countersign/testkit/misbehaviours/deploys';
import type { Kind, MisbehaviourContext } from '@countersign/testkit/misbehaviours/kind';
import { BALANCE_KINDS, SANDBOX_KINDS, SEND_KINDS, STATUS_KINDS } from '@countersign/testkit/misbehaviours/replies';
import {
  ADDRESSES,
  EARLIER,
  INPUT,
  KEY,
  type Stage,
  setStage,
  signedBy,
  TOKEN,
} from '@countersign/testkit/misbehaviours/scene';
import { WIRE_KINDS } from '@countersign/testkit/misbehaviours/wire';
import { counted, sampled } from '@countersign/testkit/proof/share';
import { type Operation, operationOf, reply } from '@countersign/testkit/service/misbehaving-service';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CountersignError } from '../errors/errors.ts';
import { NETWORKS } from '../escrow/network.ts';
import { requireSandbox } from '../service/index.ts';

const KINDS: readonly Kind[] = [
  ...WIRE_KINDS,
  ...STATUS_KINDS,
  ...DEPLOY_KINDS,
  ...SEND_KINDS,
  ...BALANCE_KINDS,
  ...SANDBOX_KINDS,
];

/** `renew`: a deploy for a request whose transaction is about to end. */
type Call = Operation | 'renew';
type Case = { readonly kind: Kind; readonly call: Call; readonly where: 'memory' | 'disk' };

/** Every second call is on disk. */
const ALL: readonly Case[] = KINDS.flatMap((kind, row) =>
  (Object.keys(kind.expect) as Operation[])
    .flatMap((operation): Call[] => (operation === 'deploy' ? ['deploy', 'renew'] : [operation]))
    .map((call, at) => ({ kind, call, where: (row + at) % 2 === 0 ? 'memory' : 'disk' }) as const),
);
/** Those of this run, by kind. */
const CASES = [...Map.groupBy(sampled(ALL), ({ kind }) => kind)];

/** For one answer, with the stand-in in the same process; the bombs unpack to a quarter of a gigabyte, or have no end. */
const MOST_MB = 50;

const held = { calls: 0, errors: 0, results: 0 };

/** Most of the time is waiting, so many are tried side by side; each has a service, a store and a desk of its own. */
const AT_A_TIME = 12;
const running: Promise<void>[] = [];

describe('a service that', () => {
  beforeAll(() => {
    // The random part of the waits between tries at its shortest.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const lanes = Array.from({ length: AT_A_TIME }, () => Promise.resolve());
    for (const [row, [, cases]] of CASES.entries()) {
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

  test.for(CASES.map(([{ kind }], row) => ({ kind, row })))('$kind', async ({ row }) => {
    await running[row];
  });
});

describe('a bomb', () => {
  const BOMBS = WIRE_KINDS.filter(({ kind, isCutShort }) => !isCutShort && /bomb|without end$/.test(kind));

  test.for(BOMBS)('takes no memory: a service that $kind', async (kind) => {
    const stage = await setStage('memory');
    onTestFinished(stage.end);
    stage.service.spoil('balances', kind.fault(stage.scene));
    stage.patience.budgetMs = 3_000;
    const taken = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = taken();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, taken());
    }, 2);
    await outcomeOf(() => ask(stage, 'balances'));
    // What is unpacked in the background would be so a little later.
    await new Promise((over) => setTimeout(over, 100));
    clearInterval(watch);
    expect(Math.round((most - before) / 2 ** 20), 'MB').toBeLessThan(MOST_MB);
  });
});

describe('a transaction given again', () => {
  test('after the ledger refused it is not given out; an honest one then is', async () => {
    const chain = stateLedger();
    const stage = await setStage('memory', chain);
    onTestFinished(stage.end);
    const { desk, service, earlier } = stage;
    const again = { status: 'SUCCESS', unsignedTransaction: earlier.unsignedXdr };
    service.spoil('send', { act: reply(400, { message: 'tx_bad_seq' }) });
    expect(await desk.submit({ signedXdr: signedBy(earlier) })).toMatchObject({ status: 'unknown', by: 'here' });
    include(chain.state, earlier.transactionHash, { kind: 'failed', code: 'txFailed', ledger: 9 });
    expect(await desk.status(earlier.id)).toMatchObject({ status: 'rejected', by: 'ledger' });
    service.spoil('deploy', { act: reply(201, again) });
    await expect(desk.prepare('deploy', { id: earlier.id })).rejects.toMatchObject({ code: 'SEQUENCE_TAKEN' });
    service.heal();
    expect(await desk.submit({ signedXdr: signedBy(await desk.prepare('deploy', { id: earlier.id })) })).toMatchObject({
      status: 'accepted',
    });
  });

  test('while it lives is the offer that it was', async () => {
    const stage = await setStage('disk');
    onTestFinished(stage.end);
    const { desk, service, earlier, clock } = stage;
    clock.now += 75_000;
    service.spoil('deploy', { act: reply(201, { status: 'SUCCESS', unsignedTransaction: earlier.unsignedXdr }) });
    const again = await desk.prepare('deploy', { id: earlier.id });
    expect(again.transactionHash).toBe(earlier.transactionHash);
    expect(await desk.submit({ signedXdr: signedBy(again) })).toMatchObject({ status: 'accepted' });
  });
});

test('counted', ({ task }) => {
  expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(KINDS.length);
  expect(held.calls).toBe(CASES.flatMap(([, cases]) => cases).length);
  task.meta.figures = {
    proof: 'A service that misbehaves',
    rows: {
      'kinds of misbehaviour': KINDS.length,
      'calls that met one': ALL.length,
      'of these with the store on disk': ALL.filter(({ where }) => where === 'disk').length,
      'of these answered with the right error': counted(held.errors),
      'of these answered with the right result': counted(held.results),
      'memory taken by an endless or exploding answer': `under ${MOST_MB} MB`,
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
}

async function tryKind(stage: Stage, kind: Kind, call: Call): Promise<void> {
  const operation = call === 'renew' ? 'deploy' : call;
  const expected = kind.expect[operation];
  const { service, clock } = stage;
  // Too little life left to be handed out again, enough to be signed.
  if (call === 'renew') clock.now += 80_000;
  const now = Math.floor(clock.now / 1_000);
  // What came before a renewal is a transaction of another request as well.
  const scene: MisbehaviourContext =
    call === 'renew'
      ? { ...stage.scene, now, request: stage.earlierRequest, earlierXdr: deployFor({ ...stage.scene, now }) }
      : stage.scene;
  const before = { asked: service.asked.length, added: stage.added.length };
  service.spoil(operation, kind.fault(scene));
  // Everything else has time for all its tries, and a refusal for its way back, also on a busy machine.
  const shortMs = expected === 'RATE_LIMITED' ? 8_000 : 1_000;
  const budgetMs = kind.isCutShort ? shortMs : 120_000;
  stage.patience.budgetMs = budgetMs;

  const started = performance.now();
  const { result, error } = await outcomeOf(() => ask(stage, call));
  expect(performance.now() - started, 'the time it took').toBeLessThan(budgetMs + 3_000);
  delete stage.patience.budgetMs;

  const requests = service.asked.slice(before.asked);
  requireCleanWords(error?.toView() ?? result);
  if (error === undefined) held.results++;
  else held.errors++;
  // Right after: nothing is offered that was not expected to be.
  expect(stage.added.length - before.added).toBe(expected === 'prepared' ? 1 : 0);
  expect(requests.every((one) => operationOf(one) === operation)).toBe(true);

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
      expect(requests.length).toBeLessThanOrEqual(1);
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

function ask({ desk, earlier, service, patience }: Stage, call: Call): Promise<unknown> {
  switch (call) {
    case 'deploy':
      return desk.prepare('deploy', INPUT);
    case 'renew':
      return desk.prepare('deploy', { id: earlier.id });
    case 'send':
      return desk.submit({ signedXdr: signedBy(earlier), id: earlier.id });
    case 'balances':
      return desk.balances({ signer: earlier.summary.signer, addresses: ADDRESSES });
    case 'sandbox':
      return requireSandbox(service.url, NETWORKS.sandbox, patience.budgetMs);
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

// What holds with any service: nothing is lost or decided twice, no stranger's words are ours, no credential is astray.
type Balances = { balances: { address: string; balance?: string; error?: string }[] };

/** While the ledger has not spoken no other transaction is prepared and nothing is ended, and no one need be asked. */
async function requireOutcomeKept({ desk, earlier, service }: Stage, expected: string): Promise<void> {
  const asked = service.asked.length;
  const { status, by } = await desk.status(earlier.id);
  const wasSent = expected === 'accepted' || expected === 'unknown';
  expect([status, by]).toEqual([wasSent ? expected : 'prepared', expected === 'accepted' ? 'service' : 'here']);
  if (wasSent) {
    const code = expected === 'accepted' ? 'ALREADY_SETTLED' : 'OUTCOME_UNKNOWN';
    for (const input of [{ id: earlier.id }, EARLIER]) {
      await expect(desk.prepare('deploy', input)).rejects.toMatchObject({ code });
    }
    await expect(desk.discard(earlier.id)).rejects.toMatchObject({ code });
  }
  expect(service.asked.length).toBe(asked);
}

/** After a restart with a working service: earlier transactions can be sent, and the request can be prepared. */
async function requireNothingLost(stage: Stage, call: string, expected: string): Promise<void> {
  const { earlier, service } = stage;
  const desk = stage.restart();
  const wasSent = call === 'send' && (expected === 'accepted' || expected === 'unknown');
  expect((await desk.status(earlier.id)).status).toBe(wasSent ? expected : 'prepared');
  expect(await desk.submit({ signedXdr: signedBy(earlier), id: earlier.id })).toMatchObject({
    status: 'accepted',
    transactionHash: earlier.transactionHash,
    contractId: earlier.contractId,
  });
  // Of one that broke after its head no body came.
  const sent = service.asked.filter((each) => operationOf(each) === 'send' && each.body !== '').map(({ body }) => body);
  expect(new Set(sent).size, 'different transactions sent').toBe(1);
  if (call !== 'deploy') return;
  const prepared = await desk.prepare('deploy', INPUT);
  expect(prepared.checked).toBe('verified');
  expect(await desk.submit({ signedXdr: signedBy(prepared) })).toMatchObject({ status: 'accepted' });
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
  expect(text.length).toBeLessThan(9_000);
  const everything = JSON.stringify(shown ?? {});
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  expect(everything).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|\\u00[01]|\\u202e/);
  for (const secret of [TOKEN, KEY]) expect(everything).not.toContain(secret);
  expect(String(detail ?? '').length).toBeLessThanOrEqual(301);
  expect(JSON.stringify(differences ?? []).length).toBeLessThan(50_000);
  expect(JSON.stringify(escrow ?? {}).length).toBeLessThan(200_000);
}

/** Each credential goes to its own operations of the configured host, and to no one else. */
function requireCredentialsAtHome({ service, strayed, log }: Stage): void {
  expect(strayed()).toBe(0);
  for (const { headers, body, url } of service.asked) {
    const operation = operationOf({ url });
    const isToken = operation === 'deploy' || operation === 'send';
    expect(headers['authorization']).toBe(isToken ? `Bearer ${TOKEN}` : undefined);
    expect(headers['x-api-key']).toBe(operation === 'balances' ? KEY : undefined);
    expect(`${url}${body}`).not.toMatch(new RegExp(`${TOKEN}|${KEY}`));
  }
  expect(log.join('\n')).not.toMatch(new RegExp(`${TOKEN}|${KEY}|HOSTILE`));
}
