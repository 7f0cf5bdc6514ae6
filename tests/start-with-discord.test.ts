/** `start` with a Discord that keeps to the rules: a command, a signature on the page, and the card says settled. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answered, buttonsOf, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { expect, onTestFinished, test } from 'vitest';

test('one process group: deploy in Discord, sign on the page, settled on the card; one signal ends it all', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const discord = await startDiscord();
  const script = new URL('../tools/src/start/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, '--port', '0'], {
    env: { ...discord.env, COUNTERSIGN_DATA_DIR: dataDir },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  await until(() => log.includes('"ready"'));

  const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
  const url = buttonsOf(card).find(({ label }) => label === 'Read and sign')?.url as string;
  const delivered = await fetch(`${url}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ signedXdr: signCard(card).file.trim() }),
  });
  expect(delivered.status).toBe(200);
  await until(() => textOf(card).includes('Settled'));

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
