/**
 * Every command with right and wrong input, by two people at once: one is answered in English, the other in Spanish
 * with the same addresses and amounts, and without a line of the English answer.
 */
import { encodeStrKey } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { plain, talkIn } from '@countersign/testkit/discord/talk';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { beforeEach, expect, test } from 'vitest';
import { EXPLAIN_MESSAGE, SUBCOMMANDS } from '../src/commands/index.ts';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const UNKNOWN = '0123456789abcdef0123456789abcdef';
const ABSENT = encodeStrKey('contract', new Uint8Array(32).fill(1));
const CLIENT = SANDBOX_ACCOUNTS[0].address;
const NO_ROLE = { DISCORD_ALLOWED_ROLES: '223344556677889900' };

let discord: Discord;
let world: Record<string, string>;
let english: Person;
let spanish: Person;

type Answers = Map<string, string>;

const { say } = talkIn(() => discord);
/** What is read and what can be pressed. */
const read = (message: Message) => [plain(message), ...buttonsOf(message).map(({ label }) => String(label))].join('\n');
const replyNextTo = (click: Interaction, on: Message) =>
  until(() => click.messages.find((each) => each !== on && each.components !== undefined));
const press = (who: Person, on: Message, name: string) => {
  const id = buttonsOf(on).find(({ custom_id }) => custom_id?.startsWith(`v1:${name}:`))?.custom_id;
  return discord.clickId(who, on, String(id));
};
async function asked(who: Person, on: Message, name: string): Promise<[modal: string, click: Interaction]> {
  const click = press(who, on, name);
  const modal = await until(() => click.modal);
  const texts: string[] = [];
  JSON.stringify(modal, (key, value: unknown) => {
    if (['title', 'label', 'description', 'placeholder'].includes(key)) texts.push(String(value));
    return value;
  });
  return [texts.join('\n'), click];
}

/** What strangers wrote; names of commands, options and fields; codes of errors; data that core says in English. */
const AS_THEY_ARE =
  /`[^`]*`|<[^>]*>|\/escrow \w+|\b(?:another|from|escrow|file|id|xdr): ?(?:True)?|^- \*\*[\w.[\]-]+\*\*|-# [A-Z_]+(?: \([\w-]+\))?|A logo in three steps|\b(?:Logo|Sketches|Drafts|SANDBOX)\b/gm;

const foreign = (text: string) => foreignWords(text.replaceAll(AS_THEY_ARE, ' '));
/** Lines with at least three words of their own. */
const sentences = (text: string) =>
  text.split('\n').filter((each) => (each.replaceAll(AS_THEY_ARE, ' ').match(/\p{L}{2,}/gu) ?? []).length > 2);
const addresses = (text: string) => [...new Set(text.match(/\bG[A-Z2-7]{55}\b/g))].sort();
const amounts = (text: string) =>
  (text.replaceAll(AS_THEY_ARE, ' ').match(/\d+(?:\.\d+)? (?:USDC|XLM|%)/g) ?? []).sort();

/** @param tour what a person does, and how each answer is called */
async function compare(tour: (who: Person, answers: Answers) => Promise<void>): Promise<Answers> {
  const [ours, theirs]: [Answers, Answers] = [new Map(), new Map()];
  await tour(english, ours);
  await tour(spanish, theirs);
  expect([...theirs.keys()]).toEqual([...ours.keys()]);
  for (const [name, text] of theirs) {
    const original = String(ours.get(name));
    const left = { foreign: foreign(text), same: sentences(text).filter((each) => original.includes(each)) };
    expect([name, left, text]).toEqual([name, { foreign: [], same: [] }, text]);
    expect([name, addresses(text), amounts(text)]).toEqual([name, addresses(original), amounts(original)]);
  }
  return theirs;
}

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  english = discord.person({ locale: 'en-US', guildLocale: 'es-ES' });
  spanish = discord.person({ locale: 'es-419', guildLocale: 'en-US' });
});

/** Each command alone, calls with right and wrong options, and a secret in each text; the same for both people. */
const WITHOUT_CARDS: readonly (readonly [string, Record<string, unknown>])[] = [
  // Without options `deploy` opens a form.
  ...SUBCOMMANDS.filter(({ name }) => name !== 'deploy').map(({ name }) => [name, {}] as const),
  ['list', { status: 'open' }],
  ['list', { escrow: SEED }],
  ['list', { escrow: '' }],
  ['list', { escrow: ABSENT }],
  ['list', { escrow: UNKNOWN }],
  ['submit', { xdr: 'AAAA' }],
  ['submit', { xdr: 'AAAA', file: { file: 'AAAA' } }],
  ['submit', { xdr: SEED }],
  ['explain', { file: { file: SEED } }],
  ['deploy', { another: true }],
  ['deploy', { file: { file: 'title: x\nroles: [a, b\n' } }],
  ['deploy', { file: { url: 'https://example.com/attachments/1/x' } }],
  ['deploy', { file: requestFile({ title: '', signer: 'G1', nonsense: 1, roles: undefined }) }],
  ['deploy', { file: requestFile({ description: SEED }) }],
];

test('every command that prepares nothing is answered in one’s own language, right or wrong', async () => {
  await startTestBot(discord, world);
  const theirs = await compare(async (who, answers) => {
    for (const [command, options] of WITHOUT_CARDS) {
      const name = `${command} ${JSON.stringify(options).slice(0, 80)}`;
      const answer = await say(who, command, options);
      answers.set(answers.has(name) ? `${name} again` : name, read(answer));
    }
    for (const message of [{}, { content: 'Good morning' }, { content: SEED }]) {
      const reportedMessage = await answered(discord.messageCommand(who, EXPLAIN_MESSAGE, message));
      answers.set(`${EXPLAIN_MESSAGE} ${JSON.stringify(message).slice(0, 20)}`, read(reportedMessage));
    }
    const own = await say(who, 'wallet');
    for (const [limit, values] of Object.entries({
      right: { 'max-amount': '500', 'max-per-day': '900.5' },
      wrong: { 'max-amount': 'much' },
      secret: { 'max-per-day': SEED },
    })) {
      const [modal, click] = await asked(who, own, 'wallet-limits');
      answers.set(`limits ask ${limit}`, modal);
      const { messages } = discord.submitModal(who, click, values);
      const { versions } = own;
      const answer = await until(() =>
        messages.find((each) => (each === own ? own.versions > versions : each.components !== undefined)),
      );
      answers.set(`limits ${limit} ${JSON.stringify(values).slice(0, 80)}`, read(answer));
    }
    const help = await say(who, 'help');
    for (const id of ['v0:something', 'v1:report:x', 'v1:approve:x', 'v1:confirm:x', `v1:show:${ABSENT}`]) {
      answers.set(id, read(await replyNextTo(discord.clickId(who, help, id), help)));
    }
    const elsewhere = await answered(discord.command({ ...who, guildId: null }, 'help'));
    answers.set('in a direct message', read(elsewhere));
  });
  const secrets = [...theirs].filter(([name]) => name.includes(SEED.slice(0, 8)));
  expect(secrets.length).toBeGreaterThan(4);
  for (const [, text] of secrets) expect(text).toContain('SECRET_REFUSED');
});

test('cards, their buttons and what they ask are in one’s own language, until the escrow is paid out', async () => {
  const theirs = await compare(async (who, answers) => {
    const bot = await startTestBot(discord, await startWorld());
    const friend = (name: string) => ({ ...discord.person({ ...who, userId: discord.person().userId }), name });
    const [provider, arbiter, other] = [friend('provider'), friend('arbiter'), friend('other')];
    const add = (name: string, message: Message) => answers.set(name, read(message));
    const fill = async (by: Person, on: Message, button: string, values: Record<string, string | string[]>) => {
      const [modal, click] = await asked(by, on, button);
      answers.set(`${button} asks ${JSON.stringify(values)}`, modal);
      const submitted = discord.submitModal(by, click, values);
      return await replyNextTo(submitted, on);
    };
    const settle = async (by: Person, name: 'client' | 'provider' | 'arbiter', card: Message, title: string) => {
      add(title, card);
      add(`${title}, settled`, await say(by, 'submit', { file: signCard(card, name) }));
    };
    for (const [by, account] of [
      [who, 0],
      [provider, 1],
      [arbiter, 3],
    ] as const)
      await say(by, 'wallet', { address: SANDBOX_ACCOUNTS[account].address });

    const first = await say(who, 'deploy', { file: requestFile() });
    const [, id = ''] = /Id `([0-9a-f]{32})`/.exec(textOf(first)) ?? [];
    add('a card', first);
    add('of somebody else', await replyNextTo(press(other, first, 'discard'), first));
    add('not signed', await say(who, 'submit', { id }));
    add('not signed at all', await say(who, 'submit', { file: { file: String(first.files[0]?.text) } }));
    for (const right of ['read', 'sign'] as const) {
      const own = bot.desk.for({ tenant: discord.guildId, id: who.userId });
      await own.grant(id, { tenant: discord.guildId, id: other.userId }, right);
      add(`seen by whom it was shared with to ${right}`, await say(other, 'list', { escrow: id }));
    }
    const discarded = await say(who, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
    const sure = await replyNextTo(press(who, discarded, 'discard'), discarded);
    add('whether to discard it', sure);
    await answered(press(who, sure, 'discard-yes'));
    await until(() => buttonsOf(discarded).length === 2);
    add('discarded', discarded);
    await settle(who, 'client', first, 'a new escrow');
    add('settled already', await say(who, 'deploy', { file: requestFile() }));
    const twin = await say(who, 'deploy', { file: requestFile(), another: true });
    add('a second one', twin);
    add('confirmed wrongly', await fill(who, twin, 'confirm', { amount: '3' }));
    const [, click] = await asked(who, twin, 'confirm');
    discord.submitModal(who, click, { amount: '30.5' });
    await until(() => buttonsOf(twin).some(({ custom_id }) => custom_id?.startsWith('v1:renew:')));
    add('confirmed', twin);
    const own = bot.desk.for({ tenant: discord.guildId, id: who.userId });
    await own.setLimits({ maxAmount: '10' });
    add('beyond the limit', await say(who, 'deploy', { file: requestFile({ engagementId: 'ENG-3' }) }));
    await own.setLimits({});

    const [, escrow = ''] = /`(C[A-Z2-7]{55})`/.exec(textOf(first)) ?? [];
    add('shown without a wallet', await say(other, 'list', { escrow }));
    add('a balance', await say(who, 'list', { escrow: `${escrow} ${ABSENT} ${CLIENT}` }));
    add('the list', await say(who, 'list'));
    const toFund = await say(who, 'list', { escrow });
    add('a wrong payment', await fill(who, toFund, 'fund-part', { amount: '0', way: 'escrow' }));
    await settle(who, 'client', await replyNextTo(press(who, toFund, 'fund'), toFund), 'a payment');
    const ofProvider = await say(provider, 'list', { escrow });
    add('shown to the provider', ofProvider);
    await settle(provider, 'provider', await fill(provider, ofProvider, 'report', { status: 'hecho' }), 'a report');
    const ofClient = await say(who, 'list', { escrow });
    add('shown to the client', ofClient);
    add('no such milestone', await fill(who, ofClient, 'dispute', { milestone: '9' }));
    await settle(who, 'client', await fill(who, ofClient, 'dispute', { milestone: '1' }), 'a dispute');
    add(
      'not the one who may',
      await replyNextTo(discord.clickId(provider, ofProvider, `v1:approve:${escrow}.2`), ofProvider),
    );
    const ofArbiter = await say(arbiter, 'list', { escrow });
    add('shown to the arbiter', ofArbiter);
    add('no shares', await fill(arbiter, ofArbiter, 'resolve', { shares: 'half each\n\n10' }));
    const shares = `${CLIENT} 5\n${SANDBOX_ACCOUNTS[1].address} 5.5`;
    await settle(arbiter, 'arbiter', await fill(arbiter, ofArbiter, 'resolve', { shares }), 'a decision');
    add('looked at again', await say(other, 'list', { escrow }));
    await bot.close();
  });
  const codes = [...theirs].flatMap(([name, text]) =>
    (text.match(/^-# ([A-Z_]{4,})/m) ?? []).slice(1).map((each) => [name, each]),
  );
  expect(codes).toEqual([
    ['not signed', 'NOT_SIGNED_YET'],
    ['not signed at all', 'XDR_NOT_SIGNED'],
    ['settled already', 'ALREADY_SETTLED'],
    ['confirmed wrongly', 'INPUT_INVALID'],
    ['beyond the limit', 'LIMIT_REACHED'],
    ['a wrong payment', 'INPUT_INVALID'],
    ['no such milestone', 'INPUT_INVALID'],
    ['not the one who may', 'STEP_NOT_POSSIBLE'],
    ['no shares', 'INPUT_INVALID'],
  ]);
});

test('an explanation is in one’s own language, with the same addresses', async () => {
  await startTestBot(discord, world);
  const card = await say(spanish, 'deploy', { file: requestFile() });
  const file = { file: String(card.files[0]?.text) };
  const [theirs, ours] = [await say(spanish, 'explain', { file }), await say(english, 'explain', { file })];
  expect(foreign(plain(theirs))).toEqual([]);
  expect(addresses(plain(theirs))).toEqual(addresses(plain(ours)));
});

test('a member without the role is refused in their own language', async () => {
  await startTestBot(discord, { ...world, ...NO_ROLE });
  await compare(async (who, answers) => {
    for (const command of ['deploy', 'submit']) answers.set(command, read(await say(who, command)));
  });
});
