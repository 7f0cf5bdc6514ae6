/** The command as a process: a whole rehearsal of one kind, and Ctrl-C. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startTestnet } from '@countersign/testkit/escrow-service/testnet';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { expect, onTestFinished, test } from 'vitest';
import { recordSchema } from './record.ts';

async function startRehearsal() {
  const t = await startTestnet();
  onTestFinished(() => t.close());
  const folder = temporaryFolder();
  const env = { ...t.env, HOME: folder, TMPDIR: temporaryFolder() };
  const args = ['--single', '--friendbot', t.friendbotUrl];
  const run = startProcess([scriptOf('rehearse'), ...args], { env, cwd: folder });
  const asked = expect.poll(run.stdout).toMatch(/Send 4 USDC or more to G\w{55}/);
  const record = () => {
    const [name = ''] = readdirSync(folder).filter((each) => each.startsWith('rehearsal-'));
    return recordSchema.parse(JSON.parse(readFileSync(path.join(folder, name, 'rehearsal.json'), 'utf8')));
  };
  return { t, run, asked, record, temporary: env.TMPDIR };
}

test('the command plays its lives, writes the record where it says, and leaves nothing else behind', async () => {
  const { t, run, asked, record, temporary } = await startRehearsal();
  await asked;
  const [, client = ''] = /Send 4 USDC or more to (G\w{55})/.exec(run.stdout()) ?? [];
  await t.give(client, '4');
  expect([await run.ended, run.stderr()]).toEqual([0, '']);
  expect(run.stdout()).toContain('Every step did what was expected.');
  expect(run.stdout()).toMatch(/The record: \S+\/rehearsal-[\dT-]+\/rehearsal\.txt/);
  expect(run.stdout()).not.toMatch(/\bS[A-Z2-7]{55}\b/);
  expect(record()).toMatchObject({ result: 'as expected', accounts: { client } });
  expect(readdirSync(temporary)).toEqual([]);
});

test('Ctrl-C ends it with the record so far', async () => {
  const { run, asked, record, temporary } = await startRehearsal();
  await asked;
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  expect(record()).toMatchObject({ result: 'interrupted', lives: [] });
  expect(record().setUp.at(-1)).toMatchObject({ status: 'failed', trouble: 'It was interrupted.' });
  expect(readdirSync(temporary)).toEqual([]);
});
