/** The stand-in's own rules, each on both sides. Our command under them is in localised.test.ts. */
import { openDiscord } from '@countersign/testkit/discord/local-discord';
import { type Interaction, newMessage } from '@countersign/testkit/discord/messages';
import { callbackProblems, commandsProblems, messageProblems, modalProblems } from '@countersign/testkit/discord/rules';
import { createPart } from '@countersign/testkit/record/part';
import type { DiscordAPIError } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { createRest } from '../src/discord/rest.ts';
import { parseDiscordSettings } from '../src/settings.ts';

const V2 = 1 << 15;
const text = (content: string) => ({ type: 10, content });
const message = (components: unknown[], more: object = {}) => ({ components, flags: V2, ...more });
const link = (url: string) => ({ type: 2, style: 5, label: 'Go', url });
const press = (custom_id: string) => ({ type: 2, style: 1, label: 'Go', custom_id });
const problems = (body: unknown, files: string[] = []) => messageProblems(body, files, 'create');

const file = { type: 13, file: { url: 'attachment://a.txt' } };
const attached = { attachments: [{ id: '0', filename: 'a.txt' }] };
const gallery = (description?: string) => ({
  type: 12,
  items: [{ media: { url: 'attachment://a.png' }, ...(description === undefined ? {} : { description }) }],
});
const picture = { attachments: [{ id: '0', filename: 'a.png', description: 'A code' }] };
const times = <Of>(count: number, of: (at: number) => Of) => Array.from({ length: count }, (_, at) => of(at));
const row = (...components: unknown[]) => ({ type: 1, components });
const buttons = (names: string) => row(...[...names].map(press));
const options = (count: number) => times(count, (at) => ({ label: `L${at}`, value: `V${at}` }));
const select = (more: object = {}) => ({ type: 3, custom_id: 's', options: options(3), ...more });
const MESSAGES: Readonly<Record<string, readonly [body: unknown, files?: string[]]>> = {
  '40 components': [message(times(40, () => text('x')))],
  '41 components': [message(times(41, () => text('x')))],
  'nested ones count too': [message([{ type: 17, components: times(40, () => text('x')) }])],
  '4,000 characters over all texts': [message([text('x'.repeat(3_999)), text('x')])],
  'one more': [message([text('x'.repeat(3_999)), text('xx')])],
  'more than 10 kB': [message([text('語'.repeat(3_500))])],
  'an empty text': [message([text(' ')])],
  'an address of 512 characters': [message([row(link(`https://a.example/${'x'.repeat(494)}`))])],
  'an address of 513': [message([row(link(`https://a.example/${'x'.repeat(495)}`))])],
  'a link to a wallet’s scheme': [message([row(link('web+stellar:tx?xdr=A'))])],
  'a custom_id of 100 characters': [message([row(press('x'.repeat(100)))])],
  'a custom_id of 101': [message([row(press('x'.repeat(101)))])],
  'two buttons with one custom_id': [message([buttons('aa')])],
  '5 buttons in a row': [message([buttons('abcde')])],
  '6 buttons in a row': [message([buttons('abcdef')])],
  'content and V2': [message([text('x')], { content: 'x' })],
  'V2 parts without the flag': [{ components: [text('x')] }],
  'a file that is sent, listed and shown': [message([file], attached), ['a.txt']],
  'a file that is not sent': [message([file], attached)],
  'a file that is not shown': [message([text('x')], attached), ['a.txt']],
  'a file that is not listed': [message([file]), ['a.txt']],
  'a picture': [message([gallery('A code')], picture), ['a.png']],
  'a picture without a text': [message([gallery()], picture), ['a.png']],
  'a picture with too long a text': [message([gallery('x'.repeat(1_025))], picture), ['a.png']],
  'a picture that is not sent': [message([gallery('A code')], picture)],
  'a select and a button': [message([row(select(), press('a'))])],
  'a disabled select': [message([row(select({ disabled: true }))])],
};
/** A field in a label, and a modal of such. */
const field = (more: object = {}, label = 'L') => ({
  ...{ type: 18, label, component: { type: 4, custom_id: 'amount', style: 1, ...more } },
});
const labelled = (component: unknown, more: object = {}) => ({ type: 18, label: 'L', component, ...more });
const modalOf = (components: unknown[], more: object = {}) => ({ custom_id: 'm', title: 'M', components, ...more });
const fields = (count: number) => times(count, (at) => row({ type: 4, custom_id: `t${at}`, style: 1, label: 'L' }));
const MODALS: Readonly<Record<string, unknown>> = {
  '5 rows': modalOf(fields(5)),
  '6 rows': modalOf(fields(6)),
  'a title of 45 characters': modalOf([field()], { title: 'x'.repeat(45) }),
  'a title of 46': modalOf([field()], { title: 'x'.repeat(46) }),
  'a custom_id of 100 characters': modalOf([field()], { custom_id: 'x'.repeat(100) }),
  'a custom_id of 101': modalOf([field()], { custom_id: 'x'.repeat(101) }),
  'a label of 45 characters': modalOf([field({}, 'x'.repeat(45))]),
  'a label of 46': modalOf([field({}, 'x'.repeat(46))]),
  'a field for 4,000 characters': modalOf([field({ max_length: 4_000 })]),
  'a field for 4,001': modalOf([field({ max_length: 4_001 })]),
  'a value of 4,001 characters': modalOf([field({ value: 'x'.repeat(4_001) })]),
  'no part': modalOf([]),
  'two fields with one custom_id': modalOf([field(), field()]),
  'a field with a label of its own': modalOf([field({ label: 'L' })]),
  'a disabled select': modalOf([labelled(select({ disabled: true }))]),
  'a required select of no value': modalOf([labelled(select({ min_values: 0 }))]),
  'another select of no value': modalOf([labelled(select({ min_values: 0, required: false }))]),
  'a description of 101': modalOf([labelled(select(), { description: 'x'.repeat(101) })]),
};
/** In a message and in a modal. */
const SELECTS: Readonly<Record<string, object>> = {
  '25 options': select({ options: options(25) }),
  '26 options': select({ options: options(26) }),
  'no option': select({ options: [] }),
  'two options of one value': select({ options: [...options(1), ...options(1)] }),
  'a placeholder of 150 characters': select({ placeholder: 'x'.repeat(150) }),
  'a placeholder of 151': select({ placeholder: 'x'.repeat(151) }),
  'no more values than options': select({ max_values: 3 }),
  'more values than options': select({ max_values: 4 }),
  'more values at least than at most': select({ min_values: 2, max_values: 1 }),
  'two defaults where one is taken': select({ options: options(2).map((each) => ({ ...each, default: true })) }),
  'people to choose from': { type: 5, custom_id: 's', max_values: 25 },
};

test('says what is wrong with a message, a form, a select and a deferral', async () => {
  const part = createPart();
  const note = (title: string, found: readonly string[]) => part.note(`${title}: ${found.join('; ') || 'fine'}`);
  for (const [title, [body, files]] of Object.entries(MESSAGES)) note(title, problems(body, files));
  for (const [title, modal] of Object.entries(MODALS)) {
    note(`a form with ${title}`, modalProblems(modal));
    expect(callbackProblems({ type: 9, data: modal }).length === 0).toBe(modalProblems(modal).length === 0);
  }
  for (const [title, component] of Object.entries(SELECTS)) {
    note(`a select with ${title}`, problems(message([row(component)])));
    note('  in a form', modalProblems(modalOf([labelled(component)])));
  }
  for (const data of [{ flags: 64 }, { flags: 64 | V2 }, { content: 'x' }])
    note(`a deferral with ${JSON.stringify(data)}`, callbackProblems({ type: 5, data }));
  await expect(part.text()).toMatchFileSnapshot('recorded/rules.txt');
});

test('a modal is the first answer or none, and no answer to a modal', async () => {
  const discord = await openDiscord();
  onTestFinished(discord.close);
  const rest = createRest(parseDiscordSettings(discord.env));
  const modal = { type: 9, data: modalOf([field({ max_length: 5 })]) };
  const answer = async ({ id, token }: Interaction, body: unknown) => {
    const failed = await rest
      .post(`/interactions/${id}/${token}/callback`, { auth: false, body })
      .then(() => undefined)
      .catch((thrown: DiscordAPIError) => thrown.code);
    return failed;
  };
  const person = discord.person();
  const card = newMessage(person.userId, true);
  const deferred = discord.clickId(person, card, 'v1:x:y');
  expect(await answer(deferred, { type: 6 })).toBeUndefined();
  expect(await answer(deferred, modal)).toBe(40_060);
  expect(deferred.modal).toBeUndefined();

  const opened = discord.clickId(person, card, 'v1:x:y');
  expect(await answer(opened, modal)).toBeUndefined();
  expect(await answer(opened, { type: 5 })).toBe(40_060);
  for (const value of ['', '123456']) {
    expect(() => discord.submitModal(person, opened, { amount: value })).toThrow('a client does not submit');
  }
  const submitted = discord.submitModal(person, opened, { amount: '12345' });
  expect(await answer(submitted, modal)).toBe(50_035);
  expect(await answer(submitted, { type: 6 })).toBeUndefined();
  expect(submitted.original).toBe(card);
  expect(() => discord.submitModal(person, submitted, {})).toThrow('no modal was opened');
});

test('commands: a required option after an optional one, names given twice, more than 8,000 characters', () => {
  const command = (...options: object[]) => ({ name: 'a', description: 'A', options });
  const option = (name: string, more: object = {}) => ({ type: 3, name, description: 'd', ...more });
  const choices = Array.from({ length: 25 }, (_, at) => ({ name: `c${at}`, value: `${at}${'v'.repeat(90)}` }));
  const found = (...commands: object[]) => commandsProblems(commands as never);
  expect(found(command(option('one'), option('two', { required: true })))).toEqual([
    'a required option after an optional one',
  ]);
  expect(found(command(option('one'), option('one')))).toEqual(['two options named one']);
  expect(found(command(...[0, 1, 2, 3].map((at) => option(`o${at}`, { choices }))))).toEqual([
    'a command over 8,000 characters',
  ]);
  expect(found(command(), command())).toEqual(['two commands named a']);
});
