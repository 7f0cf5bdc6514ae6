/** An escrow with thirty milestones in a server: every one can be reported, approved, disputed and read. */

import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { signAndSend, take } from '@countersign/testkit/page/scene';
import { expect, test } from 'vitest';

let discord: Discord;
const { say, press, change, fill } = talkIn(() => discord);
type Name = 'client' | 'provider';

async function settle(who: Person, name: Name, card: Message): Promise<void> {
  expect(plain(await say(who, 'submit', { file: signCard(card, name) }))).toContain('## Settled');
  await until(() => textOf(card).includes('Settled'));
}

const posters = Array.from({ length: 30 }, (_, at) => ({ description: `Poster ${at + 1}`, amount: `${at + 1}` }));

test('a single release of thirty milestones is read in pages, and each is a press and a number away', async () => {
  discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const [client, provider] = [discord.person(), discord.person()];
  await say(client, 'wallet', { address: addressOf('client') });
  await say(provider, 'wallet', { address: addressOf('provider') });
  const deploy = await say(client, 'deploy', { file: requestFile({ kind: 'single', milestones: posters }) });
  const details = await press(client, deploy, 'Details');
  expect(plain(details)).toContain('8. Poster 8\nand 22 more');
  expect(details.files.map(({ name }) => name)).toEqual(['unsigned.xdr.txt', 'summary.txt']);
  await settle(client, 'client', deploy);
  expect(plain(await press(client, deploy, 'Details'))).toContain('8. Poster 8\nand 22 more');
  const escrow = contractIn(deploy);
  await signAndSend(bot.desk, 'client', await bot.desk.prepare('fund', { escrow, signer: addressOf('client') }));

  const seen = await say(provider, 'list', { escrow });
  expect(labels(seen)).toEqual([
    ...['Report 1', 'Report 2', 'Report 3', 'Report another', 'Look again', 'Follow here'],
    'Cancel and refund',
    'Dispute',
    'More milestones',
  ]);
  const report = await fill(provider, seen, 'Report another', { milestone: '27', status: 'done', evidence: '' });
  expect(plain(report)).toContain('Service provider: report milestone 27 of 30, “Poster 27”.');
  await settle(provider, 'provider', report);
  for (let milestone = 1; milestone <= 16; milestone++) {
    await take(bot.desk, 'provider', 'change-status', { escrow, milestone, status: 'done' });
  }

  const waiting = await say(client, 'list', { escrow });
  expect(labels(waiting)).toContain('Approve another');
  const approval = await fill(client, waiting, 'Approve another', { milestone: '27' });
  expect(plain(approval)).toContain('approve milestone 27 of 30');
  await settle(client, 'client', approval);
  const wrong = await fill(client, await say(client, 'list', { escrow }), 'Approve another', { milestone: 'the last' });
  expect(plain(wrong)).toContain('must be the number of a milestone, counted from 1');

  const pages = await say(client, 'list', { escrow });
  for (const first of [9, 17, 23]) {
    expect(plain(await change(client, pages, 'More milestones'))).toContain(`\n${first}. Poster ${first}: `);
  }
  expect(plain(pages)).toContain('27. Poster 27: **Approved**');
  expect(labels(pages)).not.toContain('More milestones');
  expect(plain(await press(client, pages, 'Approve 1'))).toContain('approve milestone 1 of 30');
});

test('a deploy that pays twenty-two people fits into a card, and its file has all of them', async () => {
  discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  const client = discord.person();
  const milestones = posters.slice(0, 22).map((poster, at) => ({
    ...poster,
    receiver: sandboxKeypair(`payee ${at}`).publicKey(),
  }));
  const card = await say(client, 'deploy', { file: requestFile({ milestones }) });
  expect(plain(card)).toContain('Ready to sign');
  const summary = (await press(client, card, 'Details')).files.find(({ name }) => name === 'summary.txt');
  for (const { receiver } of milestones) expect(String(summary?.text)).toContain(receiver);
});
