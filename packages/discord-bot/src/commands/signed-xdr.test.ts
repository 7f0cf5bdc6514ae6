/**
 * What people attach or type for a signed XDR in Discord. All that people paste is tested in core: find-xdr.test.ts and
 * signed-xdr.proof.test.ts.
 */
import type { ErrorName } from '@countersign/core/errors';
import { line } from '@countersign/discord-bot/internal/views/markdown';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let person: Person;

beforeEach(async () => {
  discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  person = discord.person();
});

const say = async (...args: Parameters<Discord['command']> extends [Person, ...infer Rest] ? Rest : never) =>
  await answered(discord.command(person, ...args));
const attached = (content: string | Uint8Array) => ({ file: { url: discord.upload(content), size: content.length } });
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ZIP = new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 0]);

test('says why a text is not a signed transaction, in words that fit Discord', async () => {
  const card = await say('deploy', { file: requestFile() });
  const signed = signCard(card).file.trim();
  const inFile: [content: string | Uint8Array, error: ErrorName, says: RegExp][] = [
    [PNG, 'XDR_UNREADABLE (not-text)', /picture \(PNG\)/],
    [ZIP, 'XDR_UNREADABLE (not-text)', /ZIP/],
    [signed.slice(0, 4_000), 'XDR_UNREADABLE (truncated)', /attach that: \/escrow submit with file/],
    ['A'.repeat(500_000), 'INPUT_INVALID', /at most 390 kB/],
  ];
  for (const [file, error, says] of inFile) {
    const answer = textOf(await say('submit', attached(file)));
    expect(answer).toContain(line(error));
    expect(answer.replaceAll('\\', '')).toMatch(says);
  }
  for (const command of ['submit', 'explain']) {
    const answer = textOf(await say(command, { xdr: signed.slice(0, 2_000) }));
    expect(answer).toContain(line('XDR_UNREADABLE (truncated)'));
    expect(answer).not.toMatch(/deploy\\?_escrow|submit\\?_signed|get\\?_transaction/);
  }
});

test.each<[string, (signed: string) => string | Uint8Array]>([
  ['in UTF-16, as a Windows terminal saves it', (signed) => Buffer.from(`\ufeff${signed}\r\n`, 'utf16le')],
  ['in its own bytes', (signed) => Buffer.from(signed, 'base64')],
])('a file with it %s settles', async (_, wrap) => {
  const card = await say('deploy', { file: requestFile() });
  const file = wrap(signCard(card).file.trim());
  expect(textOf(await say('submit', attached(file)))).toContain('Settled');
});
