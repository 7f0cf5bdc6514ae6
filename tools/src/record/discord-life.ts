/** One escrow from its first request to its last payment in Discord: the messages as they go there. */

import type { DemoAccountName } from '@countersign/escrow-service';
import type { FieldValues } from '@countersign/testkit/discord/components';
import { answered, type Discord, openDiscord, type Person, until } from '@countersign/testkit/discord/local-discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { openTestBot } from '@countersign/testkit/discord/open-bot';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, contractIn, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { passTime } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { withResources } from '../command-line/resources.ts';
import { recordedSandbox } from './mcp-life.ts';

const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const;

export const inDiscord = () =>
  withResources(async (resources) => {
    const part = createPart();
    const discord = resources.use(await openDiscord());
    // The bot also reads the ledger by timers, so only what it sends to the service has its place in the order.
    const sent: Part['sent'] = (request) => request.to === 'service' && part.sent(request);
    resources.use(await openTestBot(discord, await recordedSandbox({ sent }, resources)));
    await life(discord, part);
    if (discord.violations.length > 0) throw new Error(`Discord would refuse: ${discord.violations.join('; ')}`);
    return { 'life-in-discord.txt': part.text() };
  });

async function life(discord: Discord, part: Part): Promise<void> {
  const { say, press, change, open } = talkIn(() => discord);
  const shown = (title: string, { flags, components, files, ephemeral }: Message) => {
    part.noteSent();
    part.note(title, { flags, ephemeral, components, files: files.map(({ name, text }) => ({ name, text })) });
  };
  /** Notes the answer to something that a person does. */
  const noted = async (title: string, answer: () => Promise<Message>): Promise<Message> => {
    passTime(5);
    const message = await answer();
    shown(title, message);
    return message;
  };
  const people = Object.fromEntries(NAMES.map((name) => [name, discord.person()])) as Record<DemoAccountName, Person>;
  const command = (name: DemoAccountName, command: string, options = {}) =>
    noted(`${name}: /escrow ${command}`, () => say(people[name], command, options));
  const show = async (name: DemoAccountName) => await say(people[name], 'list', { escrow });
  const pressed = (name: DemoAccountName, label: string) =>
    noted(`${name} presses ${label}`, async () => press(people[name], await show(name), label));
  const filled = async (name: DemoAccountName, label: string, values: FieldValues) => {
    const on = await show(name);
    const form = await open(people[name], on, label);
    part.note(`${name} is asked by ${label}`, form.modal);
    return await noted(`${name} answers`, async () => {
      const { messages } = discord.submitModal(people[name], form, values);
      return await until(() => messages.find((each) => each !== on && each.components !== undefined));
    });
  };
  /** Signs a card, sends it, and waits until the card itself says so. */
  const settle = async (name: DemoAccountName, card: Message, heading = '## Settled') => {
    await command(name, 'submit', { file: signCard(card, name) });
    await until(() => plain(card).includes(heading));
    shown('the card', card);
  };

  for (const name of NAMES) await command(name, 'wallet', { address: addressOf(name) });
  const deploy = await command('client', 'deploy', { file: requestFile() });
  const escrow = contractIn(deploy);
  await settle('client', deploy);
  await noted('client: /escrow list, of the escrow', () => show('client'));
  await settle('client', await pressed('client', 'Fund'));
  await pressed('client', 'Cancel and refund');
  await noted('client releases too early', async () => {
    const early = discord.clickId(people.client, await show('client'), `v1:release:${escrow}.1`);
    return await until(() => early.messages.find((each) => each !== early.on && each.components));
  });
  const evidence = 'https://example.org/sketches';
  await settle('provider', await filled('provider', 'Report 1', { status: 'done', evidence }));
  await settle('client', await pressed('client', 'Approve 1'));
  await settle('client', await pressed('client', 'Pay out 1'));
  const asked = await pressed('platform', 'Dispute');
  await settle('platform', await noted('platform confirms', () => change(people.platform, asked, 'dispute-yes')));
  const shares = `${addressOf('provider')} 10\n${addressOf('client')} 9`;
  const decision = await filled('arbiter', 'Decide 2', { shares });
  const confirmation = discord.click(people.arbiter, decision, 'I have read this');
  await until(() => confirmation.modal);
  part.note('arbiter is asked to confirm', confirmation.modal);
  await noted('arbiter confirms', () => answered(discord.submitModal(people.arbiter, confirmation, { amount: '19' })));
  await settle('arbiter', decision);
  await settle('arbiter', await filled('arbiter', 'Withdraw', { shares: `${addressOf('client')} 1` }));
  await command('client', 'list');

  const begun = discord.command(people.client, 'deploy');
  part.note('client: /escrow deploy', await until(() => begun.modal));
  const deal = { title: 'Logo', lines: '10.5 Sketches', description: 'A logo', worker: [people.provider.userId] };
  await noted('client submits the form', () => answered(discord.submitModal(people.client, begun, deal)));
  const boss = discord.person({ manages: true });
  await noted('boss: /escrow settings', () => say(boss, 'settings'));
  people.client = discord.person(SPANISH);
  await command('client', 'wallet', { address: addressOf('client') });
  const spanish = await command('client', 'deploy', {
    file: requestFile({ engagementId: 'ENG-2', title: 'Logo y guía' }),
  });
  await command('client', 'explain', { file: { file: String(spanish.files[0]?.text) } });
  await settle('client', spanish, '## Quedó registrada');
  await noted('client: fund', () => press(people.client, spanish, 'fund'));
  await command('client', 'list');
}
