/**
 * kill -9 at every step that a crash must not undo. A child process does the work and kills itself at the chosen step,
 * with the signal that nothing can catch; then a desk in this process does it again on the same data folder.
 */
import { type CrashCall, callOnce, type Task } from '@countersign/testkit/desk/crash-desk';
import { buildDeploy, request, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import type { Step } from '../context.ts';

/** An honest service: its first transaction lives 40 s, each later one 300 s; each send is a success, which without a ledger is its word. */
function honest(): Responder {
  let deploys = 0;
  return (response, received) => {
    const isDeploy = received.url.includes('deployer');
    const life = deploys === 0 ? 40 : 300 + deploys;
    deploys += isDeploy ? 1 : 0;
    const condition = time(0, Math.floor(Date.now() / 1_000) + life);
    const unsignedTransaction = buildDeploy(request(), { condition });
    const reply = isDeploy
      ? answer(201, { status: 'SUCCESS', unsignedTransaction })
      : answer(200, { status: 'SUCCESS', message: 'ok' });
    reply(response, received);
  };
}

const CHILD = new URL('../../../../testkit/src/desk/crash-child.ts', import.meta.url).pathname;

type CrashOptions = Omit<CrashCall, 'place' | 'url' | 'task'>;

async function start(open: () => string | Promise<string>) {
  const place = await open();
  const { url, asked: requests } = await startScriptedService(honest());
  const run = (task: Task, options: CrashOptions = {}) => callOnce({ place, url, task, ...options });
  const inProcess = async (task: Task, options: CrashOptions = {}) => {
    const { child, ended, stdout, stderr } = startProcess([
      CHILD,
      JSON.stringify({ place, url, task, ...options } satisfies CrashCall),
    ]);
    await ended;
    expect(stderr()).toBe('');
    return { isKilled: child.signalCode === 'SIGKILL', result: JSON.parse(stdout() || '{}') as Record<string, string> };
  };
  const isKilled = async (task: Task, killAt: Step, options: CrashOptions = {}) =>
    (await inProcess(task, { ...options, killAt })).isKilled;
  const sent = () => requests.filter((one) => one.url.includes('send-transaction')).map(({ body }) => body);
  return { run, inProcess, isKilled, sent };
}

/** Late enough that the first transaction is renewed, and that a sending whose process died is taken over. */
const LATER = { renewed: 15, takenOver: 61 };

const PLACES = [['files', temporaryFolder], ...(hasPostgres ? ([['PostgreSQL', newDatabase]] as const) : [])] as const;

describe.each(PLACES)('with %s', (_, place) => {
  test.each<Step>(['before-build', 'built', 'stored'])('killed while it prepares, at "%s"', async (killAt) => {
    const { run, isKilled, sent } = await start(place);
    expect(await isKilled('prepare', killAt)).toBe(true);
    const prepared = await run('prepare');
    expect(prepared).toMatchObject({ status: 'prepared' });
    expect(await run('submit', { id: String(prepared['id']) })).toMatchObject({ status: 'accepted' });
    expect(sent()).toHaveLength(1);
  });

  test.each<Step>(['before-build', 'built', 'stored'])('killed while it renews, at "%s"', async (killAt) => {
    const { run, isKilled, sent } = await start(place);
    const first = await run('prepare');
    const id = String(first['id']);
    expect(await isKilled('prepare', killAt, { later: LATER.renewed })).toBe(true);
    const again = await run('prepare', { later: LATER.renewed });
    expect(again).toMatchObject({ status: 'prepared', id });
    expect(again['transactionHash']).not.toBe(first['transactionHash']);
    expect(await run('submit', { id, later: LATER.renewed })).toMatchObject({ status: 'accepted' });
    expect(sent()).toHaveLength(1);
  });

  test.each<[Step, number]>([
    ['claimed', 1],
    ['sent', 2],
    ['recorded', 1],
  ])('killed while it submits, at "%s"', async (killAt, sendings) => {
    const { run, isKilled, sent } = await start(place);
    const id = String((await run('prepare'))['id']);
    expect(await isKilled('submit', killAt, { id })).toBe(true);
    // No one knows yet what became of it, so the request gets no second transaction.
    if (killAt !== 'recorded') expect(await run('prepare')).toMatchObject({ status: 'OUTCOME_UNKNOWN' });
    expect(await run('submit', { id, later: LATER.takenOver })).toMatchObject({ status: 'accepted' });
    // However often it was sent, it was the same transaction.
    expect(sent()).toHaveLength(sendings);
    expect(new Set(sent()).size).toBe(1);
  });

  test('three processes that submit one handle at the same moment send once', async () => {
    const { run, inProcess, sent } = await start(place);
    const id = String((await run('prepare'))['id']);
    const results = await Promise.all(Array.from({ length: 3 }, () => inProcess('submit', { id })));
    expect(sent()).toHaveLength(1);
    expect(results.filter(({ result }) => result['status'] === 'accepted').length).toBeGreaterThan(0);
  });
});
