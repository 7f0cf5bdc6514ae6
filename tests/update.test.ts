/** A data folder of an earlier version, opened by this one: nothing in it is lost. */

import { cpSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '@countersign/escrow-service';
import { replayLedger } from '@countersign/sandbox-ledger/replay';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { openTestDesk, startTestBot } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { REQUEST } from '@countersign/testkit/discord/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import contents from './fixtures/data-folder/contents.json' with { type: 'json' };

const FIXTURES = path.join(import.meta.dirname, 'fixtures/data-folder');
const { newer } = contents;

// Sets the clock to the files' time; by the machine's clock their contents would be too old.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: contents.madeAt + 1_000 });
  onTestFinished(() => void vi.useRealTimers());
});

function copyFolder(): string {
  const folder = temporaryFolder();
  cpSync(FIXTURES, folder, { recursive: true });
  return folder;
}

async function openFolder() {
  const folder = copyFolder();
  const sandbox = await startSandbox({ dataDir: folder, rateLimit: 0, now: () => Date.now() });
  onTestFinished(() => sandbox.close());
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: sandbox.rpcUrl,
    COUNTERSIGN_DATA_DIR: folder,
    COUNTERSIGN_ALLOW_FOREIGN: 'true',
  };
  return { folder, env };
}

test('sets a sandbox with missing contracts aside, logs that once, and begins a new one', async () => {
  const readText = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => readText.mockRestore());
  const { folder, env } = await openFolder();
  expect(readText.mock.calls.flat().join('')).toMatch(
    /^sandbox: its ledger was made by an earlier version, .* set aside/,
  );
  readText.mockClear();
  const { desk, close } = await openTestDesk(env);
  onTestFinished(close);
  const prepared = await desk.prepare('deploy', { ...REQUEST, engagementId: 'NEW' });
  expect(await signAndSend(desk, 'client', prepared)).toMatchObject({ by: 'ledger' });
  // What was prepared for contracts that are gone is neither sent nor shown as something that it is not.
  await expect(desk.submit({ signedXdr: newer.signedXdr })).rejects.toMatchObject({ code: expect.any(String) });
  expect(replayLedger(folder).transactions).toBe(1);
});

test('keeps the wallets that people gave to the bot', async () => {
  const [person, other] = contents.people as [(typeof contents.people)[0], (typeof contents.people)[0]];
  const discord = await startDiscord({ applicationId: contents.cards[0]?.applicationId as string });
  const { env } = await openFolder();
  await startTestBot(discord, env);
  expect(textOf(await answered(discord.command(person, 'wallet')))).toContain(REQUEST.signer);
  expect(textOf(await answered(discord.command(other, 'wallet')))).toContain(REQUEST.roles.serviceProvider);
});
