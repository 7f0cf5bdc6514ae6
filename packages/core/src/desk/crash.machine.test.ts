/**
 * kill -9 at every step that a crash must not undo. A child process does the work and ends itself, by the signal that
 * nothing can catch, at the step it was told; then the same is done again on the same data folder.
 */
import { spawn } from 'node:child_process';
import { buildDeploy, request, sandbox, signerKey, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { answer, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { contractIdFor } from '../kinds/deploy-call.ts';
import type { Step } from './context.ts';

const contractId = contractIdFor(signerKey.publicKey(), new Uint8Array(32).fill(3), sandbox.passphrase);

/** An honest service: its first transaction lives 40 s, each later one 300 s; each send is a success, which without a ledger is its word. */
function honest(): Scene {
  let deploys = 0;
  return (response, asked) => {
    const isDeploy = asked.url.includes('deployer');
    const life = deploys === 0 ? 40 : 300 + deploys;
    deploys += isDeploy ? 1 : 0;
    const condition = time(0, Math.floor(Date.now() / 1_000) + life);
    const unsignedTransaction = buildDeploy(request(), { condition }, contractId);
    const reply = isDeploy
      ? answer(201, { status: 'SUCCESS', unsignedTransaction })
      : answer(200, { status: 'SUCCESS', message: 'ok' });
    reply(response, asked);
  };
}

type Run = { readonly killed: boolean; readonly said: Readonly<Record<string, string>> };

async function start(place: () => string | Promise<string>) {
  const folder = await place();
  const service = await startScriptedService(honest());
  const script = new URL('../../../testkit/src/desk/crash-child.ts', import.meta.url).pathname;
  /** @param later how far the process's clock is ahead, in seconds */
  const run = (task: 'prepare' | 'submit', options: { id?: string; killAt?: Step; later?: number } = {}) => {
    const args = [
      script,
      folder,
      service.url,
      task,
      options.id ?? '',
      options.killAt ?? 'never',
      `${options.later ?? 0}`,
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
    });
    return new Promise<Run>((resolve) => {
      child.once('close', (_, signal) => resolve({ killed: signal === 'SIGKILL', said: JSON.parse(stdout || '{}') }));
    });
  };
  const deployed = () => service.asked.filter(({ url }) => url.includes('deployer')).length;
  const sent = () => service.asked.filter(({ url }) => url.includes('send-transaction')).map(({ body }) => body);
  return { run, sent, deployed };
}

/** Late enough that the first offer is renewed, and that a sending whose process died is taken over. */
const LATER = { renewed: 15, takenOver: 61 };

const PLACES = [['files', temporaryFolder], ...(hasPostgres ? ([['PostgreSQL', newDatabase]] as const) : [])] as const;

describe.each(PLACES)('with %s', (_, place) => {
  test.each<Step>(['before-build', 'built', 'stored'])('killed while it prepares, at "%s"', async (killAt) => {
    const { run, sent } = await start(place);
    expect((await run('prepare', { killAt })).killed).toBe(true);
    const { said } = await run('prepare');
    expect(said['status']).toBe('prepared');
    expect((await run('submit', { id: said['id'] as string })).said['status']).toBe('accepted');
    expect(sent()).toHaveLength(1);
  });

  test.each<Step>(['before-build', 'built', 'stored'])('killed while it renews, at "%s"', async (killAt) => {
    const { run, sent } = await start(place);
    const first = await run('prepare');
    const id = first.said['id'] as string;
    expect((await run('prepare', { killAt, later: LATER.renewed })).killed).toBe(true);
    const again = await run('prepare', { later: LATER.renewed });
    expect(again.said).toMatchObject({ status: 'prepared', id });
    expect(again.said['transactionHash']).not.toBe(first.said['transactionHash']);
    expect((await run('submit', { id, later: LATER.renewed })).said['status']).toBe('accepted');
    expect(sent()).toHaveLength(1);
  });

  test.each<[Step, number]>([
    ['claimed', 1],
    ['sent', 2],
    ['recorded', 1],
  ])('killed while it submits, at "%s"', async (killAt, sendings) => {
    const { run, sent } = await start(place);
    const id = (await run('prepare')).said['id'] as string;
    expect((await run('submit', { id, killAt })).killed).toBe(true);
    // Nobody knows yet what became of it, so the request gets no second transaction.
    if (killAt !== 'recorded') expect((await run('prepare')).said['status']).toBe('OUTCOME_UNKNOWN');
    expect((await run('submit', { id, later: LATER.takenOver })).said['status']).toBe('accepted');
    // However often it was sent, it was the same transaction.
    expect(sent()).toHaveLength(sendings);
    expect(new Set(sent()).size).toBe(1);
  });

  test('four processes that prepare one request at the same moment ask the service once', async () => {
    const { run, deployed } = await start(place);
    const results = await Promise.all(Array.from({ length: 4 }, () => run('prepare')));
    expect(new Set(results.map(({ said }) => said['id'])).size).toBe(1);
    expect(new Set(results.map(({ said }) => said['transactionHash'])).size).toBe(1);
    expect(deployed()).toBe(1);
  });

  test('two processes that submit one handle at the same moment send once', async () => {
    const { run, sent } = await start(place);
    const id = (await run('prepare')).said['id'] as string;
    const results = await Promise.all([run('submit', { id }), run('submit', { id }), run('submit', { id })]);
    expect(sent()).toHaveLength(1);
    expect(results.filter(({ said }) => said['status'] === 'accepted').length).toBeGreaterThan(0);
  });
});
