/** What a member lists, opens, submits, explains and removes of their escrows: each answer, whole. */
import { encodeStrKey } from '@countersign/core/escrow';
import { until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { addressOf, labels } from '@countersign/testkit/discord/talk';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { passTime } from '@countersign/testkit/record/fixed-clock';
import { expect, test } from 'vitest';
import { EXPLAIN_MESSAGE } from './index.ts';

const { say, press, noted, note, people, text } = useTranscript(() => scene.discord);
const { scene, restart, pressOn, ...talk } = useServer();

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const ELSEWHERE = '112233445566778899';
async function deploy(title: string): Promise<Message> {
  // Lists are in the order of time.
  passTime(1);
  return await talk.say(scene.ada, 'deploy', { file: requestFile({ title, engagementId: title }) });
}
const idIn = ({ components }: Message) => String(/details:([0-9a-f]{32})/.exec(JSON.stringify(components))?.[1]);
const xdrOf = ({ files }: Message) => String(files.find(({ name }) => name === 'unsigned.xdr.txt')?.text);
async function settle(title: string): Promise<Message> {
  const card = await deploy(title);
  await talk.say(scene.ada, 'submit', { file: signCard(card) });
  return card;
}
async function suggested(who: typeof scene.ada, command: string, option: string, typed: string): Promise<void> {
  const typing = scene.discord.type(who, command, option, typed);
  note(
    `suggested for ${command} ${option} “${typed}”`,
    (await until(() => typing.choices)).map((each) => JSON.stringify(each)),
  );
}

test('lists escrows by page, status and title, for their owner and for a party, and removes what is over', async () => {
  await restart({ ESCROW_RATE_LIMIT: '1000', DISCORD_PERSON_RATE_LIMIT: '1000' });
  const { discord, ada } = scene;
  const [ben, eve] = [discord.person(), discord.person()];
  people({ ada, ben, eve });
  await say(ada, 'list');
  await talk.say(ada, 'wallet', { address: SIGNER });
  await settle('Logo design');
  const site = await settle('Logo in colour');
  await talk.say(ada, 'submit', { file: signCard(await pressOn(ada, 'Logo design', 'Fund')) });
  for (let at = 1; at <= 9; at += 1) await deploy(`Work ${at}`);
  const open = await deploy('Logo');
  const all = await say(ada, 'list');
  await press(ada, all, 'Next');
  await press(ada, all, '12');
  await press(ada, all, 'Previous');
  for (const id of ['9999.', 'x', '0.nonsense', '10.', '10.open', '999.settled'])
    await press(ada, all, `v1:page:${id}`);
  await press(eve, all, 'v1:page:0.');
  for (const status of ['settled', 'ended']) await say(ada, 'list', { status });
  await press(ada, all, '1');
  await say(ada, 'list', { escrow: 'Logo ' });
  const unclear = await say(ada, 'list', { escrow: 'Work' });
  const [, value] = /"value":"([0-9a-f]{32})"/.exec(JSON.stringify(unclear.components)) ?? [];
  await noted('ada chooses the first', discord.choose(ada, unclear, 'v1:meant-list:', [String(value)]));
  for (const escrow of ['Nothing', 'x'.repeat(101), idIn(open), idIn(site), 'C123', '0'.repeat(32), ''])
    await say(ada, 'list', { escrow });
  for (const [command, option] of [
    ['deploy', 'from'],
    ['submit', 'id'],
  ] as const)
    await say(ada, command, { [option]: 'Work' });
  const kept = await say(ada, 'submit', { id: 'Work', xdr: 'AAAA' });
  await noted('ada chooses the first', discord.choose(ada, kept, 'v1:meant-submit:?', [String(value)]));

  await talk.say(ben, 'wallet', { address: addressOf('provider') });
  await scene.bot.desk
    .for({ tenant: discord.guildId, id: ada.userId })
    .grant(idIn(open), { tenant: discord.guildId, id: ben.userId }, 'read');
  const theirs = await say(ben, 'list');
  for (const number of labels(theirs).filter((each) => /^\d+$/.test(each))) await press(ben, theirs, number);
  for (const title of ['Logo', 'Logo design']) await say(ben, 'list', { escrow: title });
  for (const who of [ada, ben, eve, { ...ben, guildId: ELSEWHERE }, { ...ada, guildId: null }]) {
    await suggested(who, 'list', 'escrow', 'log');
    await suggested(who, 'submit', 'id', '');
  }
  await suggested(ada, 'deploy', 'from', 'work 1');
  await suggested(ada, 'submit', 'xdr', 'A');

  await press(ada, await press(ada, open, 'Discard'), `v1:discard-yes:${idIn(open)}`);
  await say(ada, 'list', { status: 'ended' });
  await suggested(ada, 'submit', 'id', 'logo');
  for (const id of [idIn(open), idIn(site)]) {
    const asked = await press(ada, await talk.say(ada, 'help'), `v1:forget:${id}`);
    await press(ada, asked, `v1:forget-yes:${id}`);
    await press(eve, await talk.say(eve, 'help'), `v1:forget-yes:${id}`);
  }
  await say(ada, 'list', { status: 'settled' });
  await expect(text()).toMatchFileSnapshot('recorded/lists.txt');
});

test('submits and explains what is attached, typed or in a message, and refuses a secret without repeating it', async () => {
  const { discord, ada } = scene;
  const eve = discord.person();
  people({ ada, eve });
  const card = await deploy('Logo');
  const [id, xdr] = [idIn(card), xdrOf(card)];
  const signed = signCard(card);
  for (const options of [
    {},
    { id },
    { id, xdr },
    { xdr: 'AAAA' },
    { id: '0'.repeat(32) },
    { xdr, file: signed },
    { xdr: `${'x '.repeat(20)}${SEED}` },
  ])
    await say(ada, 'submit', options);
  await say(eve, 'submit', { id });
  for (const options of [
    {},
    { xdr: 'AAAA' },
    { file: { file: xdr } },
    { xdr, file: { file: xdr } },
    { file: { file: SEED } },
  ])
    await say(ada, 'explain', options);
  await say(eve, 'explain', { file: { file: xdr } });
  const messages = [
    {},
    { content: 'Good morning' },
    { content: xdr },
    { content: `x ${SEED} x` },
    { content: 'Please sign this', files: ['notes', xdr, xdr, 'more', xdr] },
    { files: ['notes'] },
  ];
  for (const message of messages) {
    const asked = discord.messageCommand(eve, EXPLAIN_MESSAGE, message);
    await noted(`eve: explains ${Object.keys(message).join(' and ')}`, asked);
  }
  await say({ ...eve, guildId: null }, 'submit', { id });
  for (const command of ['help', 'nothing', 'settings']) await say(eve, command);
  await say(ada, 'submit', { file: signed });
  await say(ada, 'submit', { id });
  await say(eve, 'submit', { file: signed });
  for (const options of [{}, { another: false }, { another: true }])
    await say(ada, 'deploy', { file: requestFile({ title: 'Logo', engagementId: 'Logo' }), ...options });
  expect(text()).not.toContain(SEED.slice(1, 20));
  // What is confirmed names the earlier escrow, whose address is made by chance.
  const confirmed = /(?<=:confirm:<id \d+>\.)[0-9a-f]{16}/g;
  await expect(text().replaceAll(confirmed, '<digest>')).toMatchFileSnapshot('recorded/submitted.txt');
});
