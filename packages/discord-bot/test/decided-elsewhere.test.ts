/** An outcome that no one looks at: a process next to the bot decides it by itself, and the card says so. */
import { openTestDesk, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { sendSigned } from '@countersign/testkit/ledger/newcomer';
import { expect, onTestFinished, test } from 'vitest';

test('the card shows what a wallet sent by itself, even for a bot without a ledger', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const { STELLAR_RPC_URL: rpcUrl = '', ...rest } = world;
  await startTestBot(discord, { ...rest, COUNTERSIGN_WITHOUT_RPC: 'true' });
  const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
  const { desk, close } = await openTestDesk(world);
  onTestFinished(close);
  await sendSigned(rpcUrl, signCard(card).file.trim());
  expect(textOf(card)).toContain('Ready to sign');
  // As if its time were over by now.
  onTestFinished(desk.keepSettling({ everyMs: 100, afterEndMs: -3_600_000 }));
  await until(() => textOf(card).includes('Settled'));
});
