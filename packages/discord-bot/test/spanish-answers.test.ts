/**
 * Every command with right and wrong input, by two people at once: one is answered in English, the other in Spanish
 * with the same addresses and amounts, and without a line of the English answer.
 */
import { encodeStrKey } from '@countersign/core/escrow';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  until,
} from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { plain, talkIn } from '@countersign/testkit/discord/talk';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import { beforeEach, expect, test } from 'vitest';
import { EXPLAIN_MESSAGE, SUBCOMMANDS } from '../src/commands/index.ts';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));
const UNKNOWN = '0123456789abcdef0123456789abcdef';
const ABSENT = encodeStrKey('contract', new Uint8Array(32).fill(1));
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
    const help = await say(who, 'help');
    for (const id of ['v0:something', 'v1:report:x', 'v1:approve:x', 'v1:confirm:x', `v1:show:${ABSENT}`]) {
      answers.set(id, read(await replyNextTo(discord.clickId(who, help, id), help)));
    }
    const elsewhere = await answered(discord.command({ ...who, guildId: null }, 'help'));
    answers.set('in a direct message', read(elsewhere));
  });
  const secrets = [...theirs].filter(([name]) => name.includes(SEED.slice(0, 8)));
  expect(secrets).toHaveLength(4);
  for (const [, text] of secrets) expect(text).toContain('SECRET_REFUSED');
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
