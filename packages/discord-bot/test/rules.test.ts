/** The stand-in's own rules, each on both sides, and our command under them. */

import { callbackProblems, commandsProblems, messageProblems, modalProblems } from '@countersign/testkit/discord/rules';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ModalBuilder,
  SlashCommandBuilder,
  TextInputBuilder,
  type TextInputStyle,
} from 'discord.js';
import { expect, test } from 'vitest';
import { DEFINITIONS } from '../src/definitions.ts';

const V2 = 1 << 15;
const text = (content: string) => ({ type: 10, content });
const message = (components: unknown[], more: object = {}) => ({ components, flags: V2, ...more });
const row = (...components: unknown[]) => ({ type: 1, components });
const link = (url: string) => ({ type: 2, style: 5, label: 'Go', url });
const press = (custom_id: string) => ({ type: 2, style: 1, label: 'Go', custom_id });
const problems = (body: unknown, files: string[] = []) => messageProblems(body, files, 'create');

test('our command breaks no rule', () => {
  expect(commandsProblems(DEFINITIONS)).toEqual([]);
});

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

test('a deferral sets EPHEMERAL and nothing else', () => {
  expect(callbackProblems({ type: 5, data: { flags: 64 } })).toEqual([]);
  expect(callbackProblems({ type: 5, data: { flags: 64 | V2 } })).not.toEqual([]);
  expect(callbackProblems({ type: 5, data: { content: 'x' } })).not.toEqual([]);
});

/** What the library's builders let through, these rules do not. */
test('six rows in a modal', () => {
  const modal = (rows: number) =>
    new ModalBuilder()
      .setCustomId('m')
      .setTitle('M')
      .addComponents(
        Array.from({ length: rows }, (_, index) =>
          new ActionRowBuilder<TextInputBuilder>().addComponents(
            new TextInputBuilder()
              .setCustomId(`t${index}`)
              .setLabel('L')
              .setStyle(1 satisfies TextInputStyle),
          ),
        ),
      )
      .toJSON();
  expect(modalProblems(modal(5))).toEqual([]);
  expect(modalProblems(modal(6))).not.toEqual([]);
});

test('commands: a required option after an optional one, names given twice, more than 8,000 characters', () => {
  const base = () => new SlashCommandBuilder().setName('a').setDescription('A');
  const wrong = base()
    .addStringOption((option) => option.setName('one').setDescription('1'))
    .addStringOption((option) => option.setName('two').setDescription('2').setRequired(true))
    .toJSON();
  const twice = base()
    .addStringOption((option) => option.setName('one').setDescription('1'))
    .addStringOption((option) => option.setName('one').setDescription('2'))
    .toJSON();
  const large = base();
  for (let index = 0; index < 4; index += 1) {
    large.addStringOption((option) =>
      option
        .setName(`o${index}`)
        .setDescription('d')
        .addChoices(
          Array.from({ length: 25 }, (_, choice) => ({ name: `c${choice}`, value: `${choice}${'v'.repeat(90)}` })),
        ),
    );
  }
  expect(commandsProblems([wrong])).toEqual(['a required option after an optional one']);
  expect(commandsProblems([twice])).toEqual(['two options named one']);
  expect(commandsProblems([large.toJSON()])).toEqual(['a command over 8,000 characters']);
  expect(commandsProblems([base().toJSON(), base().toJSON()])).toEqual(['two commands named a']);
});

test('a link of 513 characters passes the builder', () => {
  const button = new ButtonBuilder()
    .setStyle(5)
    .setLabel('x')
    .setURL(`https://a.example/${'x'.repeat(495)}`)
    .toJSON();
  expect(problems(message([row(button)]))).not.toEqual([]);
});
