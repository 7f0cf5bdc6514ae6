/** Minutes that run out, and answers of the service that get lost. */
import { startLossyWorld, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { labels } from '@countersign/testkit/discord/talk';
import { held } from '@countersign/testkit/service/faulty-service';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const MINUTE = 60_000;

// Only what the time is; timers and connections stay real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
});

/** What stands next to the message that holds the button. */
async function apart(discord: Discord, person: ReturnType<Discord['person']>, message: Message, label: string) {
  const click = discord.click(person, message, label);
  return await until(() => click.messages.find((each) => each !== message && each.components !== undefined));
}

test('a signature for a renewed offer is reported as late, with how to get a fresh one', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, world);
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const late = signCard(card);
  await bot.close();
  vi.setSystemTime(Date.now() + 5 * MINUTE);
  await startTestBot(discord, world);
  await until(() => textOf(card).includes('Not signed in time'));
  await answered(discord.click(person, card, 'Renew'));
  const refused = textOf(await answered(discord.command(person, 'submit', { file: late }))).replaceAll('\\', '');
  expect(refused).toContain('TRANSACTION_EXPIRED');
  expect(refused).toContain('A newer one was prepared for the same escrow.');
  expect(refused).toContain('Press Renew on its card, or use /escrow list');
  expect(refused).toContain('/escrow deploy with the same file');
  expect(refused).not.toMatch(/changed|trust/);
  await answered(discord.command(person, 'submit', { file: signCard(card) }));
  await until(() => textOf(card).includes('Settled'));
});

test('sent, and the answer is lost: the card says so, renewing prepares nothing, and the same transaction settles it', async () => {
  const discord = await startDiscord();
  const { env, service } = await startLossyWorld();
  await startTestBot(discord, env);
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const shown = { ...card };
  const sent = await answered(discord.command(person, 'submit', { file: signCard(card) }));
  expect(textOf(sent)).toContain('outcome not known yet');
  // While it is sent again, the card may say that first.
  const press = async (label: string, expected: string) => {
    const { versions } = shown;
    discord.click(person, shown, label);
    await until(() => shown.versions > versions && textOf(shown).includes(expected));
  };
  await press('Renew', 'outcome not known yet');
  expect(labels(shown)).toEqual(['Check again', 'Details']);
  await press('Check again', 'outcome not known yet');
  service.stumble = undefined;
  await press('Check again', 'Settled');
  // What submit answered is followed, too.
  await until(() => textOf(sent).includes('Settled'));
});

test('while it is being sent its card says so, with nothing to sign on it', async () => {
  const discord = await startDiscord();
  const { env, service } = await startLossyWorld();
  await startTestBot(discord, env);
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const { promise, resolve } = Promise.withResolvers<void>();
  service.stumble = undefined;
  service.faults.push(held(promise));
  const sent = discord.command(person, 'submit', { file: signCard(card) });
  await until(() => textOf(card).includes('being sent'));
  expect([card.files, labels(card).includes('Read and sign')]).toEqual([[], false]);
  resolve();
  expect(textOf(await answered(sent))).toContain('Settled');
  await until(() => textOf(card).includes('Settled'));
});

test('without a ledger, the person can say that it did not settle: twice, and only after the time bound', async () => {
  const discord = await startDiscord();
  const { env: all, service } = await startLossyWorld();
  const { STELLAR_RPC_URL: _, ...rest } = all;
  const env = { ...rest, COUNTERSIGN_WITHOUT_RPC: 'true' };
  const bot = await startTestBot(discord, env);
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  await answered(discord.command(person, 'submit', { file: signCard(card) }));
  const early = await answered(discord.command(person, 'list', { status: 'open' }));
  expect(labels(early)).toEqual(['Check again', 'Details']);
  await bot.close();
  vi.setSystemTime(Date.now() + 20 * MINUTE);
  await startTestBot(discord, env);
  const late = await answered(discord.command(person, 'list', { status: 'open' }));
  expect(labels(late)).toEqual(['Check again', 'It did not settle', 'Details']);
  const question = await apart(discord, person, late, 'It did not settle');
  expect(textOf(question)).toContain('Are you sure');
  expect(textOf(late)).toContain('outcome not known yet');
  await answered(discord.click(person, question, 'Yes, it did not settle'));
  expect(textOf(question)).toContain('## You said that it did not settle');
  service.stumble = undefined;
  await answered(discord.click(person, question, 'Renew'));
  expect(textOf(question)).toContain('Ready to sign');
});

test('the last word of a card, before its token ends: that it no longer updates by itself', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, world);
  const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
  await bot.close();
  // The next process shows what became of the card, and then finds that its time is nearly over.
  vi.setSystemTime(Date.now() + 14 * MINUTE + 38_500);
  await startTestBot(discord, world);
  await until(() => textOf(card).includes('no longer updates by itself'));
  expect(textOf(card)).toContain('Not signed in time');
});
