/** The stand-in's own rules, each on both sides. Our command under them is in localised.test.ts. */
import { openDiscord } from '@countersign/testkit/discord/local-discord';
import { type Interaction, newMessage } from '@countersign/testkit/discord/messages';
import { callbackProblems, commandsProblems, messageProblems, modalProblems } from '@countersign/testkit/discord/rules';
import type { DiscordAPIError } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { createRest } from '../src/discord/rest.ts';
import { parseDiscordSettings } from '../src/settings.ts';

const V2 = 1 << 15;
const text = (content: string) => ({ type: 10, content });
const message = (components: unknown[], more: object = {}) => ({ components, flags: V2, ...more });
const row = (...components: unknown[]) => ({ type: 1, components });
const link = (url: string) => ({ type: 2, style: 5, label: 'Go', url });
const press = (custom_id: string) => ({ type: 2, style: 1, label: 'Go', custom_id });
const problems = (body: unknown, files: string[] = []) => messageProblems(body, files, 'create');

test.each([
  ['40 components', message(Array.from({ length: 40 }, () => text('x'))), true],
  ['41 components', message(Array.from({ length: 41 }, () => text('x'))), false],
  ['nested ones count too', message([{ type: 17, components: Array.from({ length: 40 }, () => text('x')) }]), false],
  ['4,000 characters over all texts', message([text('x'.repeat(3_999)), text('x')]), true],
  ['one more', message([text('x'.repeat(3_999)), text('xx')]), false],
  ['more than 10 kB', message([text('語'.repeat(3_500))]), false],
  ['an empty text', message([text(' ')]), false],
  ['an address of 512 characters', message([row(link(`https://a.example/${'x'.repeat(494)}`))]), true],
  ['of 513', message([row(link(`https://a.example/${'x'.repeat(495)}`))]), false],
  ['a link to a wallet’s scheme', message([row(link('web+stellar:tx?xdr=A'))]), false],
  ['a custom_id of 100 characters', message([row(press('x'.repeat(100)))]), true],
  ['of 101', message([row(press('x'.repeat(101)))]), false],
  ['two buttons with one custom_id', message([row(press('a'), press('a'))]), false],
  ['5 buttons in a row', message([row(...'abcde'.split('').map(press))]), true],
  ['6 buttons in a row', message([row(...'abcdef'.split('').map(press))]), false],
  ['content beside V2', message([text('x')], { content: 'x' }), false],
  ['V2 parts without the flag', { components: [text('x')] }, false],
] as const)('%s', (_, body, fine) => {
  expect(problems(body).length === 0).toBe(fine);
});

test('files are sent, listed and shown, all three', () => {
  const file = { type: 13, file: { url: 'attachment://a.txt' } };
  const attachments = [{ id: '0', filename: 'a.txt' }];
  expect(problems(message([file], { attachments }), ['a.txt'])).toEqual([]);
  expect(problems(message([file], { attachments }))).not.toEqual([]);
  expect(problems(message([text('x')], { attachments }), ['a.txt'])).not.toEqual([]);
  expect(problems(message([file]), ['a.txt'])).not.toEqual([]);
});

test('a picture is sent with an alternative text', () => {
  const gallery = (description?: string) => ({
    type: 12,
    items: [{ media: { url: 'attachment://a.png' }, ...(description === undefined ? {} : { description }) }],
  });
  const attachments = [{ id: '0', filename: 'a.png', description: 'A code' }];
  expect(problems(message([gallery('A code')], { attachments }), ['a.png'])).toEqual([]);
  expect(problems(message([gallery()], { attachments }), ['a.png'])).not.toEqual([]);
  expect(problems(message([gallery('x'.repeat(1_025))], { attachments }), ['a.png'])).not.toEqual([]);
  expect(problems(message([gallery('A code')], { attachments }))).not.toEqual([]);
});

test('a deferral sets EPHEMERAL and nothing else', () => {
  expect(callbackProblems({ type: 5, data: { flags: 64 } })).toEqual([]);
  expect(callbackProblems({ type: 5, data: { flags: 64 | V2 } })).not.toEqual([]);
  expect(callbackProblems({ type: 5, data: { content: 'x' } })).not.toEqual([]);
});

/** A field in a label, and a modal of such. */
const field = (more: object = {}, label = 'L') => ({
  type: 18,
  label,
  component: { type: 4, custom_id: 'amount', style: 1, ...more },
});
const modalOf = (components: unknown[], more: object = {}) => ({ custom_id: 'm', title: 'M', components, ...more });
const fields = (count: number) =>
  Array.from({ length: count }, (_, at) => row({ type: 4, custom_id: `t${at}`, style: 1, label: 'L' }));

test.each([
  ['5 rows', modalOf(fields(5)), true],
  ['6 rows', modalOf(fields(6)), false],
  ['a title of 45 characters', modalOf([field()], { title: 'x'.repeat(45) }), true],
  ['of 46', modalOf([field()], { title: 'x'.repeat(46) }), false],
  ['a custom_id of 100 characters', modalOf([field()], { custom_id: 'x'.repeat(100) }), true],
  ['of 101', modalOf([field()], { custom_id: 'x'.repeat(101) }), false],
  ['a label of 45 characters', modalOf([field({}, 'x'.repeat(45))]), true],
  ['of 46', modalOf([field({}, 'x'.repeat(46))]), false],
  ['a field for 4,000 characters', modalOf([field({ max_length: 4_000 })]), true],
  ['for 4,001', modalOf([field({ max_length: 4_001 })]), false],
  ['a value of 4,001 characters', modalOf([field({ value: 'x'.repeat(4_001) })]), false],
  ['no part', modalOf([]), false],
  ['two fields with one custom_id', modalOf([field(), field()]), false],
  ['a field with a label of its own', modalOf([field({ label: 'L' })]), false],
] as const)('a modal with %s', (_, modal, fine) => {
  expect(modalProblems(modal).length === 0).toBe(fine);
  expect(callbackProblems({ type: 9, data: modal }).length === 0).toBe(fine);
});

/** A select of given options. */
const options = (count: number) => Array.from({ length: count }, (_, at) => ({ label: `L${at}`, value: `V${at}` }));
const select = (more: object = {}) => ({ type: 3, custom_id: 's', options: options(3), ...more });
const labelled = (component: unknown, more: object = {}) => ({ type: 18, label: 'L', component, ...more });

test.each([
  ['25 options', select({ options: options(25) }), true],
  ['26 options', select({ options: options(26) }), false],
  ['no option', select({ options: [] }), false],
  ['two options of one value', select({ options: [...options(1), ...options(1)] }), false],
  ['a placeholder of 150 characters', select({ placeholder: 'x'.repeat(150) }), true],
  ['of 151', select({ placeholder: 'x'.repeat(151) }), false],
  ['no more values than options', select({ max_values: 3 }), true],
  ['more values than options', select({ max_values: 4 }), false],
  ['more values at least than at most', select({ min_values: 2, max_values: 1 }), false],
  [
    'two defaults where one is taken',
    select({ options: options(2).map((each) => ({ ...each, default: true })) }),
    false,
  ],
  ['people to choose from', { type: 5, custom_id: 's', max_values: 25 }, true],
] as const)('a select with %s, in a message and in a modal', (_, component, fine) => {
  expect(problems(message([row(component)])).length === 0).toBe(fine);
  expect(modalProblems(modalOf([labelled(component)])).length === 0).toBe(fine);
});

test('a select is alone in its row, is not disabled in a modal, and a required one takes a value', () => {
  expect(problems(message([row(select(), press('a'))]))).not.toEqual([]);
  expect(problems(message([row(select({ disabled: true }))]))).toEqual([]);
  expect(modalProblems(modalOf([labelled(select({ disabled: true }))]))).not.toEqual([]);
  expect(modalProblems(modalOf([labelled(select({ min_values: 0 }))]))).not.toEqual([]);
  expect(modalProblems(modalOf([labelled(select({ min_values: 0, required: false }))]))).toEqual([]);
  expect(modalProblems(modalOf([labelled(select(), { description: 'x'.repeat(101) })]))).not.toEqual([]);
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
