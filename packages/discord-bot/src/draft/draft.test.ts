/** A draft and its file; what a form takes; how long a draft is kept. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { REQUEST } from '@countersign/testkit/discord/request';
import { plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';

const [CLIENT = '', PROVIDER = '', , ARBITER = ''] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const LINES = '10.5 | Sketches\n\n20 | Drafts';
const DEAL = { title: 'Logo', lines: LINES, description: 'A logo in three steps' };
const MORE = 'People, token, fee';

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  ada = discord.person();
});

const { say, open, draft, press: pressBeside } = talkIn(() => discord);
/** The whole draft, next to its panel. */
const details = (who: Person, panel: Message) => pressBeside(who, panel, 'Details');
const press = (who: Person, panel: Message, label: string) => answered(discord.click(who, panel, label));
type Values = Record<string, string | readonly string[]>;
async function fill(who: Person, panel: Message, label: string, values: Values): Promise<string> {
  const shown = panel.versions;
  const submitted = discord.submitModal(who, await open(who, panel, label), values);
  const answer = await until(() => submitted.messages.find((each) => (each === panel ? each.versions > shown : true)));
  await until(() => answer.components);
  return plain(answer);
}
/** What the fields of the form under a button hold. */
async function heldIn(who: Person, panel: Message, label: string): Promise<Record<string, unknown>> {
  const { modal } = await open(who, panel, label);
  const fields = (modal?.components ?? []) as unknown as { component: { custom_id: string; value?: string } }[];
  return Object.fromEntries(fields.map(({ component }) => [component.custom_id, component.value]));
}
/** With all that an escrow needs. */
async function wholeDraft(who: Person): Promise<Message> {
  const panel = await draft(who, DEAL);
  const people = `worker: ${PROVIDER}\nplatform: platform\narbiter: ${ARBITER}`;
  await fill(who, panel, MORE, { people, fee: '5' });
  return panel;
}

test('the downloaded file deploys to the same escrow as the draft', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const { files } = await pressBeside(ada, await details(ada, panel), 'Download as YAML');
  expect(files.map(({ name }) => name)).toEqual(['escrow.yaml']);
  expect(parse(files[0]?.text as string)).toMatchObject({ title: 'Logo', milestones: REQUEST.milestones });
  const idOf = (message: Message) => /Id `([0-9a-f]{32})`/.exec(textOf(message))?.[1];
  const byFile = await say(ada, 'deploy', { file: { file: files[0]?.text } });
  const byDraft = await press(ada, panel, 'Prepare');
  expect(idOf(byFile)).toMatch(/^[0-9a-f]{32}$/);
  expect(idOf(byDraft)).toBe(idOf(byFile));
});

test('a panel prepares only what it shows: after a change elsewhere it shows the change first', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const other = await say(ada, 'deploy');
  await fill(ada, other, 'Edit', { ...DEAL, lines: '99 | Everything' });
  expect(plain(await press(ada, panel, 'Prepare'))).toContain(' · 99 USDC · one milestone');
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('99 USDC');
});

test('a form takes as many characters as a request, and a recovery phrase that it cuts is refused', async () => {
  const command = discord.command(ada, 'deploy');
  const modal = await until(() => command.modal);
  const fields = modal.components as unknown as { component: { custom_id: string; max_length?: number } }[];
  expect(fields.map(({ component }) => [component.custom_id, component.max_length])).toEqual([
    ['title', 100],
    ['lines', 4_000],
    ['worker', undefined],
    ['arbiter', undefined],
    ['description', 500],
  ]);
  const longest = { title: 'x'.repeat(100), description: 'y'.repeat(500), lines: LINES };
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow '.repeat(2).slice(0, 100);
  const refused = await answered(discord.submitModal(ada, command, { ...longest, title: phrase }));
  expect(plain(refused)).toContain('SECRET_REFUSED');
  const panel = await draft(ada, longest);
  expect(plain(panel)).not.toMatch(/characters; at most/);
  expect(await fill(ada, panel, 'Edit', { ...longest, title: phrase })).toContain('SECRET_REFUSED');
  expect(JSON.stringify(await heldIn(ada, panel, 'Edit'))).not.toContain('sausage');
});

test('where the service makes both kinds, a form asks which one', async () => {
  await bot.close();
  world = await startWorld('v1');
  bot = await startTestBot(discord, world);
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const people = `worker: ${PROVIDER}\nplatform: platform\narbiter: ${ARBITER}`;
  expect(await fill(ada, panel, MORE, { people, fee: '5', kind: 'single' })).toContain(
    'Everything is paid at once, at the end',
  );
  const { files } = await pressBeside(ada, await details(ada, panel), 'Download as YAML');
  expect(parse(files[0]?.text as string)).toMatchObject({ kind: 'single' });
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('30.5 USDC');
});

test('drops a draft that was not changed for 14 days', async () => {
  await draft(ada, DEAL);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 24 * 60 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await bot.close();
  bot = await startTestBot(discord, world);
  const asked = discord.command(ada, 'deploy');
  await until(() => asked.modal);
});
