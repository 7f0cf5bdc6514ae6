/** Members ask each other for signatures, in a channel and in private threads: each message that they read, whole. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { type Channel, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { hashOf, requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, plain, proveWallet, talkIn } from '@countersign/testkit/discord/talk';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { passTime } from '@countersign/testkit/record/fixed-clock';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let client: Person;
let bob: Person;
const { note, noted, seen, posted, people, text } = useTranscript(() => discord);
const { say, press, change, open } = talkIn(() => discord);

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, { ...(await startWorld()), DISCORD_PERSON_RATE_LIMIT: '1000' });
  [ada, client, bob] = [discord.person(), discord.person(), discord.person()];
  await say(client, 'wallet', { address: addressOf('client') });
});
const on = (title: string, who: Person, message: Message, label: string) =>
  noted(`${title}: ${label}`, discord.click(who, message, label));
const byId = (title: string, who: Person, message: Message, id: string) =>
  noted(title, discord.clickId(who, message, id));
const deploy = (who: Person, changes: Record<string, unknown> = {}) =>
  say(who, 'deploy', { file: requestFile(changes) });
/** Asked for, up to the choice of a place. */
const asking = async (title: string, who: Person, card: Message): Promise<Message> => {
  const question = await press(who, card, 'Ask for the signature');
  seen(`${title} asks for the signature`, question);
  return question;
};
/** Of the request; its page has another one. */
const idIn = ({ components }: Message): string =>
  /v1:details:([0-9a-f]{32})/.exec(JSON.stringify(components))?.[1] as string;
const nameAll = () => people({ ada, client, bob });

test('asks in a channel: questions, claims, refusals, a changed wallet and an expired card', async () => {
  nameAll();
  const card = await deploy(ada);
  const question = await asking('ada', ada, card);
  const id = idIn(card);
  await byId('ada names another member', ada, question, `v1:ask-here:${id}.${bob.userId}`);
  await byId('ada names no one', ada, question, `v1:ask-here:${id}.0`);
  await byId('ada names something else', ada, question, `v1:ask-here:${id}.x`);
  await byId('bob presses it by its id', bob, await say(bob, 'help'), `v1:ask-here:${id}.${client.userId}`);
  await on('ada', ada, question, 'In this channel');
  const team = posted();
  await asking('ada again', ada, card);
  await byId('bob asks again by its id', bob, await say(bob, 'help'), `v1:ask-again:${id}`);

  const theirs = await deploy(bob);
  seen('bob prepares the same', theirs);
  await on('bob', bob, theirs, 'Show my own');
  await on('bob', bob, team, 'Read and sign');
  await on('bob', bob, team, 'I am the signer');
  await say(bob, 'wallet', { address: addressOf('client') });
  await on('bob, with the wallet', bob, team, 'I am the signer');
  const claim = posted();
  await on('client', client, claim, 'Let them in');
  const save = async (name: 'client' | 'provider') => {
    const asked = await say(bob, 'wallet', { address: addressOf(name) });
    seen(`bob changes the wallet to that of the ${name}`, asked);
    await change(bob, asked, 'wallet');
  };
  await save('provider');
  await on('ada, after a change of the wallet', ada, claim, 'Let them in');
  await save('client');
  await byId('ada, of no member', ada, claim, `v1:team-let:${id}`);
  await on('ada', ada, claim, 'Let them in');
  await on('bob, let in', bob, team, 'I am the signer');
  await byId('bob looks at how the signature is asked for', bob, team, `v1:ask:${id}`);

  await on('client', client, team, 'Ask again');
  posted();
  passTime(60);
  await on('ada', ada, team, 'Ask again');
  posted();
  await proveWallet(bot.desk, { tenant: discord.guildId, id: bob.userId }, 'client');
  passTime(60);
  await on('ada, since bob has proven the wallet', ada, team, 'Ask again');
  posted();
  // A look that is under way would renew it again.
  const { transactionHash } = await bot.desk.for({ tenant: discord.guildId, id: ada.userId }).status(id);
  await until(() => hashOf(String(card.files[0]?.text)) === transactionHash);
  passTime(400);
  await until(() => plain(card).includes('the ledger did not accept it'));
  seen('the card of ada has expired', card);
  await on('ada', ada, team, 'Read and sign');
  const own = await press(client, team, 'Read and sign');
  seen('client opens it', own);
  await expect(text()).toMatchFileSnapshot('recorded/in-a-channel.txt');
});

test('asks in private threads: permissions, members who are not in them, payments, steps and an end', async () => {
  nameAll();
  const { channel } = discord;
  channel.permissions.delete('CREATE_PRIVATE_THREADS');
  channel.permissions.delete('SEND_MESSAGES');
  const card = await deploy(ada);
  const id = idIn(card);
  const lacking = await asking('ada, where the bot may not', ada, card);
  await byId('ada all the same in a thread', ada, lacking, `v1:ask-thread:${id}.${client.userId}`);
  await byId('ada all the same here', ada, lacking, `v1:ask-here:${id}.${client.userId}`);
  const mute = { ...ada, channel: discord.openChannel({ membersLack: ['SEND_MESSAGES'] }) };
  await asking('ada, where she may not write', mute, await deploy(mute, { title: 'Mute', engagementId: 'E-2' }));
  for (const each of ['CREATE_PRIVATE_THREADS', 'SEND_MESSAGES']) channel.permissions.add(each);
  const question = await asking('ada', ada, card);
  discord.failures.push({ path: /POST .*\/messages$/, status: 403, body: { code: 50_013, message: 'Missing' } });
  await on('ada, where nothing can be posted', ada, question, 'In a private thread');
  await on('ada', ada, question, 'In a private thread');
  const thread = discord.threadsOf(channel).find(({ archived }) => !archived) as Channel;
  const team = posted(thread);
  note(`in the thread: ${[...thread.members].join(', ')}`);

  thread.members.delete(client.userId);
  passTime(60);
  await on('ada, whom the client has left', ada, team, 'Ask again');
  const again = posted(thread);
  const letIn = `v1:team-thread:${id}.`;
  await byId('bob lets the client in', bob, await say(bob, 'help'), `${letIn}${client.userId}`);
  await byId('ada lets the client in from elsewhere', ada, await say(ada, 'help'), `${letIn}${client.userId}`);
  await byId('ada lets bob in', ada, again, `${letIn}${bob.userId}`);
  await on('ada', ada, again, 'Let them in');
  thread.members.add(bob.userId).delete(ada.userId);
  await say(bob, 'wallet', { address: addressOf('client') });
  await on('bob, whom ada has left', bob, team, 'I am the signer');
  const claim = posted(thread);
  await byId('client lets ada in', client, claim, `${letIn}${ada.userId}`);
  await byId('a claim from another place', bob, await say(bob, 'help'), `v1:team-signer:${id}`);

  const hidden = { ...ada, channel: discord.openChannel({ seenBy: [ada.userId] }) };
  const unseen = await asking(
    'ada, where only she reads',
    hidden,
    await deploy(hidden, { title: ''.padEnd(95, 'Logo '), engagementId: 'E-4' }),
  );
  await on('ada', hidden, unseen, 'In a private thread');
  posted(discord.threadsOf(hidden.channel)[0] as Channel);
  const inside = { ...client, channel: thread };
  const second = await deploy(inside, { title: 'Second', engagementId: 'E-3' });
  await on('client', inside, await asking('client in the thread', inside, second), 'In this channel');
  posted(thread);
  await noted('client submits', discord.command(client, 'submit', { file: signCard(second) }));
  const payment = await press(inside, await say(inside, 'list', { escrow: contractIn(second) }), 'Fund');
  const paymentId = idIn(payment);
  await on('client', inside, await asking('client, of a payment', inside, payment), 'Only for me');
  const here = await asking('client, of a payment again', inside, payment);
  await on('client', inside, here, 'In this channel');
  const ofPayment = posted(thread);
  const discarding = await press(client, ofPayment, 'Read and sign');
  await change(client, await press(client, discarding, 'Discard'), 'discard-yes');
  await until(() => plain(ofPayment).includes('Discarded'));
  seen('the payment is discarded', ofPayment);
  await byId('client asks for what is discarded', inside, await say(inside, 'help'), `v1:ask:${paymentId}`);
  const reporting = await open(inside, await say(inside, 'list', { escrow: contractIn(second) }), 'Dispute');
  const dispute = await noted('client disputes', discord.submitModal(inside, reporting, { milestone: '1' }));
  await on('client', inside, await asking('client, of a step', inside, dispute), 'In this channel');
  posted(thread);
  await expect(text()).toMatchFileSnapshot('recorded/in-threads.txt');
});
