/** "Explain this XDR" in the menu of a message. */
import { encodeStrKey } from '@countersign/core/escrow';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { beforeEach, expect, test } from 'vitest';
import { EXPLAIN_MESSAGE } from './index.ts';

const SEED = encodeStrKey('secretSeed', new Uint8Array(32).fill(7));

let discord: Discord;
let ada: Person;
let xdr: string;

beforeEach(async () => {
  discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  ada = discord.person();
  const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
  xdr = card.files[0]?.text as string;
});

const explained = (message: { content?: string; files?: string[] }, who = ada) =>
  answered(discord.messageCommand(who, EXPLAIN_MESSAGE, message));

test('a transaction in a message’s text, or in its file, is explained to the person who asked', async () => {
  const timeless = (text: string) => text.replace(/\d+ s left/, '');
  const byCommand = timeless(textOf(await answered(discord.command(ada, 'explain', { file: { file: xdr } }))));
  expect(byCommand).toContain('Valid until');
  for (const message of [{ content: xdr }, { files: [xdr] }, { content: 'Please sign this', files: [xdr] }]) {
    const answer = await explained(message);
    expect(answer.ephemeral).toBe(true);
    expect(timeless(textOf(answer))).toBe(byCommand);
  }
});

test('recognises a transaction for the member who prepared it, and for no other', async () => {
  const own = await answered(discord.command(ada, 'deploy', { file: requestFile() }));
  const file = own.files[0]?.text as string;
  const mine = textOf(await answered(discord.command(ada, 'explain', { file: { file } })));
  expect(mine).toMatch(/### This is what you prepared at .*a new escrow\\\. Creates an escrow for/);
  const theirs = textOf(await answered(discord.command(discord.person(), 'explain', { file: { file } })));
  expect(theirs).toContain('### Creates an escrow for');
});

test('several files are explained separately, and those without a transaction are skipped', async () => {
  const asked = discord.messageCommand(ada, EXPLAIN_MESSAGE, { files: ['notes', xdr, xdr, 'more', xdr, xdr] });
  await until(() => asked.messages.length === 3 && asked.messages.every(({ components }) => components !== undefined));
  expect(textOf(asked.messages[2] as never)).toContain('2 more files');
});

test('a secret in the text or in any file is refused and not repeated', async () => {
  for (const message of [{ content: `x ${SEED} x` }, { files: [SEED] }, { content: xdr, files: [SEED] }]) {
    const answer = textOf(await explained(message));
    expect(answer).toContain('SECRET\\_REFUSED');
    expect(answer).not.toContain(SEED.slice(0, 10));
  }
});

test('a message without a transaction says so, and one in a direct message is explained', async () => {
  expect(textOf(await explained({ content: 'Good morning' }))).toContain('XDR\\_UNREADABLE');
  expect(textOf(await explained({}))).toContain('neither a text nor a file');
  expect(textOf(await explained({ content: xdr }, { ...ada, guildId: null }))).not.toContain('in a server');
});
