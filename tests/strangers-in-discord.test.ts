/**
 * Four people make, sign, follow and finish an escrow in Discord, over restarts. Then strangers use everything that they
 * were ever shown, every button, select and form, and made-up ids: nothing of the team's leaks, and nothing changes.
 */
import { NETWORKS } from '@countersign/core/network';
import { BUTTONS, FORMS } from '@countersign/discord-bot/internal/buttons/index';
import { answered, buttonsOf, type Person, until } from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { talkIn } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import { addressOf, liveInATeam, plain } from './team-life.ts';

const AT_ONCE = 10;
const ELSEWHERE = '112233445566778899';
/** Every field of any of our forms: a client may send what it likes. */
const FIELDS = ['amount', 'title', 'description', 'engagement', 'lines', 'contract', 'fee', 'status', 'evidence'];
const FORGED_FORM = [...FIELDS, 'address', 'shares', 'milestone'].map((custom_id) => ({
  type: 18 as const,
  label: custom_id,
  component: { type: 4 as const, custom_id },
}));
const FORGED_TEXTS = Object.fromEntries(FORGED_FORM.map(({ label }) => [label, '<@1> @everyone 1']));

test('a team finishes an escrow over restarts, and strangers gain nothing from what it was shown or from made-up ids', async () => {
  const life = await liveInATeam();
  const { discord, bot, people, thread, escrow, stands } = life;
  const { client, provider, platform } = people;
  // People have names in the thread, and addresses stay on the card.
  for (const each of discord.messagesIn(client, thread)) {
    expect(plain(each as never)).not.toMatch(/\b[CG][A-Z2-7]{55}\b/);
  }
  expect(thread.members.has(provider.userId)).toBe(true);
  expect(() => discord.messagesIn(platform, thread)).toThrow('does not see');
  // Open escrows are more valuable than finished ones.
  const card = await answered(discord.command(client, 'deploy', { file: requestFile({ title: 'Confidential' }) }));
  const where = await answered(discord.click(client, card, 'Ask for the signature'));
  await answered(discord.click(client, where, 'In this channel'));
  const post = await until(() => discord.messagesIn(client, discord.channel).at(-1));
  const deal = { title: 'Unspoken', lines: '10 Sketches', description: 'x' };
  const first = await talkIn(() => discord).draft(provider, deal);
  const { open: openForm, press } = talkIn(() => discord);
  const another = await openForm(provider, await press(provider, first, 'Details'), 'New draft');
  const panel = await answered(discord.submitModal(provider, another, { ...deal, title: 'Another' }));

  const deskOf = ({ userId }: Person) => bot.desk.for({ tenant: discord.guildId, id: userId });
  const team = async () => {
    const states = [];
    for (const who of Object.values(people)) {
      const desk = deskOf(who);
      for (const id of await desk.handles()) {
        const { status, transactionHash } = await desk.status(id);
        states.push({ id, status, transactionHash });
      }
    }
    const posts = [...thread.messages, post].map(({ components, versions }) => ({ components, versions }));
    const drafts = plain(await answered(discord.command(provider, 'deploy')));
    return { states, posts, drafts: drafts.replace(/<t:\d+:R>/g, '') };
  };
  const before = await team();
  const requestIds = before.states.map(({ id }) => id);
  expect(requestIds.length).toBeGreaterThan(8);
  const draftId = buttonsOf(panel).flatMap(
    ({ custom_id = '' }) => /^v1:draft-deal:(\w+)/.exec(custom_id)?.[1] ?? [],
  )[0];
  const open = String(requestIds.find((id) => post.components && JSON.stringify(post.components).includes(id)));

  const shown = [...discord.shownIds].filter((id) => id.startsWith('v1:'));
  expect(new Set(shown.map((id) => id.split(':')[1])).size).toBeGreaterThan(20);
  const stranger = discord.person();
  const targets = [
    ...[
      '',
      '.',
      '__proto__',
      '0.constructor',
      '-1',
      '1.1',
      '9'.repeat(400),
      'x'.repeat(50_000),
      '\ud83d\u{1f0a1}\u202e\0\n',
    ],
    ...[open, `${open}.0`, `${open}.${'0'.repeat(16)}`, `${open}.${stranger.userId}`, `${open}.${client.userId}`],
    ...[
      draftId,
      `${draftId}.${'0'.repeat(16)}`,
      NETWORKS.sandbox.factory,
      `${escrow}.0`,
      `${escrow}.99`,
      `${escrow}.which`,
    ],
  ];
  const made = (names: Iterable<string>) =>
    [...names].flatMap((name) => targets.map((target) => `v1:${name}:${target}`)).filter((id) => !/:wallet:/.test(id));
  const forged = [
    ...made(BUTTONS.keys()),
    ...made(['', 'nothing', 'toString']),
    'v0:fund:x',
    'v1',
    '',
    ':::',
    'x'.repeat(9_000),
  ];

  /** A select with the choices of somebody else's, as if it stood on a message of the stranger's own. */
  const chooser = await press(provider, panel, 'Details');
  const select = { ...chooser, userId: stranger.userId };
  /** Resolves when the bot has finished with it. */
  const served = async (interaction: Interaction, id: string) => {
    const ended = await until(() =>
      bot.lines.findLast((each) => each['interaction'] === interaction.id && typeof each['outcome'] === 'string'),
    );
    expect(ended['outcome'], id.slice(0, 200)).not.toBe('INTERNAL');
    // Earlier content of their screen is not an answer.
    return interaction.messages.filter(
      (each) => each.ephemeral && (each !== select || each.versions > chooser.versions),
    );
  };
  const isNothingOfTheirs = (answers: readonly Message[], id: string) => {
    const text = JSON.stringify([answers.map(({ components, files }) => [components, files.map((each) => each.text)])]);
    for (const secret of [...requestIds, 'Confidential', 'Unspoken']) {
      expect(id.includes(secret) || !text.includes(secret), `${id.slice(0, 200)} shows ${secret}`).toBe(true);
    }
  };
  const everything = async (who: Person, ids: readonly string[], message: Message) => {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      await Promise.all(
        ids.slice(at, at + AT_ONCE).map(async (id) => {
          const click = discord.clickId(who, message, id);
          isNothingOfTheirs(await served(click, id), id);
        }),
      );
    }
  };
  const own = (who: Person) => answered(discord.command(who, 'help'));
  const forms = async (who: Person) => {
    const ids = [...made(FORMS.keys()), ...shown.filter((id) => FORMS.has(String(id.split(':')[1])))];
    const on = await own(who);
    for (const custom_id of ids) {
      const modal = { custom_id, title: 'Forged', components: FORGED_FORM };
      const sent = discord.submitModal(who, { on, modal } as unknown as Interaction, FORGED_TEXTS);
      isNothingOfTheirs(await served(sent, custom_id), custom_id);
    }
  };

  // Somebody in the server, even on messages that everybody there reads.
  await everything(stranger, [...shown, ...forged], await own(stranger));
  await everything(stranger, [...shown, ...forged], post);
  await forms(stranger);
  const drafts = discord.choose(stranger, select, 'Open another draft', [String(draftChoice(chooser))]);
  isNothingOfTheirs(await served(drafts, 'draft-open'), 'draft-open');
  // The same account in another server.
  const elsewhere = { ...client, guildId: ELSEWHERE, channel: discord.openChannel() };
  await everything(elsewhere, [...shown, ...forged], await own(elsewhere));
  await forms(elsewhere);
  for (const channel of discord.channels.values()) {
    for (const each of channel.messages)
      if (each.channel !== thread && each !== post) expect(each.mentions).toEqual([]);
  }
  // Somebody who claims that the signer's wallet is theirs.
  const claimer = discord.person();
  await answered(discord.command(claimer, 'wallet', { address: addressOf('client') }));
  await everything(claimer, shown, await own(claimer));
  for (const each of discord.channel.messages.filter((message) => message !== post)) {
    expect([[], [client.userId]]).toContainEqual(each.mentions);
  }

  expect(await team()).toEqual(before);
  await stands('finished', 0);
  expect(discord.messagesIn(client, thread)).toHaveLength(7);
  expect(() => discord.messagesIn(claimer, thread)).toThrow('does not see');
  expect(bot.lines.filter(({ level }) => level === 'error').map((each) => JSON.stringify(each))).toEqual([]);
});

function draftChoice(panel: Message): string | undefined {
  return /"options":\[\{[^\]]*?"value":"(\w+)"/.exec(JSON.stringify(panel.components))?.[1];
}
