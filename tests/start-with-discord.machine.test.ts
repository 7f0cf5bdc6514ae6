/** `start` with a rule-abiding Discord: a command, a signature on the page, and the card says settled. */
import { answered, buttonsOf, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { scriptOf } from '@countersign/testkit/tools/run-tool';
import { expect, test } from 'vitest';

test('one process group: deploy in Discord, sign on the page, settled on the card; one signal ends it all', async () => {
  const discord = await startDiscord();
  const { child, stderr, ended } = startProcess([scriptOf('start'), '--port', '0'], {
    env: { ...discord.env, COUNTERSIGN_DATA_DIR: temporaryFolder() },
  });
  await until(() => stderr().includes('"ready"'));

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
