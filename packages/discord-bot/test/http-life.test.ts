/** An escrow's life, whichever way interactions come: the same handlers, the same words, over HTTP with one request less. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, plain, talkIn } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

let discord: Discord;
const { say, draft, press, open, fill, change } = talkIn(() => discord);

async function settle(who: Person, name: 'client' | 'provider', card: Message): Promise<string> {
  expect(plain(await say(who, 'submit', { file: signCard(card, name) }))).toContain('## Settled');
  await until(() => textOf(card).includes('Settled'));
  return plain(card);
}

/** Everything that can be asked: commands, files, clicks, forms, selects, suggestions, a message's menu. */
async function live(): Promise<readonly string[]> {
  const [client, provider] = [discord.person(), discord.person()];
  await say(client, 'wallet', { address: addressOf('client') });
  await say(provider, 'wallet', { address: addressOf('provider') });
  const deploy = await say(client, 'deploy', { file: requestFile() });
  expect(deploy.files.map(({ name }) => name)).toContain('unsigned.xdr.txt');
  const lines = [await settle(client, 'client', deploy)];
  const escrow = contractIn(deploy);
  const funding = await press(client, await say(client, 'list', { escrow }), 'Fund');
  lines.push(await settle(client, 'client', funding));
  const seen = await say(provider, 'list', { escrow });
  const report = await fill(provider, seen, 'Report 1', { status: 'done', evidence: 'https://example.org/sketches' });
  lines.push(await settle(provider, 'provider', report));
  const waiting = await change(client, await say(client, 'list', { escrow }), 'Look again');
  expect(plain(waiting)).toContain('**State** Waiting for approval');
  lines.push(await settle(client, 'client', await press(client, waiting, 'Approve 1')));
  lines.push(await settle(client, 'client', await press(client, await say(client, 'list', { escrow }), 'Pay out 1')));
  const typed = discord.type(client, 'list', 'escrow', 'log');
  expect((await until(() => typed.choices))[0]?.value).toMatch(/^[0-9a-f]{32}$/);
  const refused = await say(client, 'list', { escrow: 'C123' });
  expect(plain(refused)).toContain('not an address (C…) or an id');
  const explained = discord.messageCommand(client, 'Explain transaction', { content: 'no transaction' });
  expect(textOf(await answered(explained))).not.toBe('');
  const panel = await draft(client, { title: 'Logo', lines: '10 Sketches', description: 'A logo' });
  const form = await open(client, panel, 'Edit');
  expect(form.modal?.title).not.toBe('');
  return lines.map((each) => each.replaceAll(/[0-9a-f]{32,}|[CG][A-Z2-7]{55}|<t:\d+:\w>|http\S+/g, '…'));
}

const reports = new Map<string, readonly string[]>();

test.each(['gateway', 'http'])('over the %s', async (source) => {
  discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, source === 'http' ? { ...world, ...discord.overHttp } : world);
  expect(bot.isReady()).toBe(true);
  reports.set(source, await live());
  const requests = (how: RegExp) => discord.requests.filter((request) => how.test(request)).length;
  const asked = [...discord.interactions.values()];
  const isOverHttp = source === 'http';
  // The reply is the acknowledgement: no request of its own, and no connection to the gateway.
  expect(requests(/\/callback$/)).toBe(isOverHttp ? 0 : asked.length);
  expect(discord.gateway.counts.identified).toBe(isOverHttp ? 0 : 1);
  expect(asked.every(({ replies }) => replies.length === (isOverHttp ? 1 : 0))).toBe(true);
  expect(new Set(asked.flatMap(({ replies }) => replies.map(({ status }) => status)))).toEqual(
    new Set(isOverHttp ? [200] : []),
  );
  expect(bot.lines.filter(({ level }) => level === 'error' || level === 'warn').map(({ message }) => message)).toEqual([
    'the commands of this version are not registered',
    'links to sign open only on this computer',
  ]);
});

test('and both were told the same', () => {
  expect(reports.get('http')).toEqual(reports.get('gateway'));
  expect(reports.get('http')).toHaveLength(5);
});
