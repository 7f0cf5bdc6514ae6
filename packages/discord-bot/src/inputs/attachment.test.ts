import { toCountersignError } from '@countersign/core/errors';
import { spokenFields } from '@countersign/core/words/problems';
import { startDiscord } from '@countersign/testkit/discord/discord';
import type { APIAttachment } from 'discord.js';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { fetchAttachment, textOfAttachment } from './attachment.ts';

const words = wordsOf('en');

const LIMIT = 1_024;
const file = (url: string, size = 10) => ({ id: '1', filename: 'a', url, proxy_url: url, size }) as APIAttachment;

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = toCountersignError(await work.catch((thrown) => thrown));
  expect(error.code).toBe('INPUT_INVALID');
  return spokenFields(error, 'en')[0]?.problem ?? '';
}

test('both folders of uploads are read, up to the limit', async () => {
  const { upload, env } = await startDiscord();
  const cdn = env['DISCORD_CDN_URL'] as string;
  expect(textOfAttachment(await fetchAttachment(file(upload('hello', '/attachments')), cdn, LIMIT, words), words)).toBe(
    'hello',
  );
  expect(await fetchAttachment(file(upload('x'.repeat(LIMIT))), cdn, LIMIT, words)).toHaveLength(LIMIT);
});

test('one byte more ends it while it arrives, whatever size was said; a size that is said ends it at once', async () => {
  const { upload, env, fetched } = await startDiscord();
  const cdn = env['DISCORD_CDN_URL'] as string;
  expect(await problemOf(fetchAttachment(file(upload('x'.repeat(LIMIT + 1))), cdn, LIMIT, words))).toContain(
    'too large',
  );
  expect(fetched).toHaveLength(1);
  expect(await problemOf(fetchAttachment(file(upload('x'), LIMIT + 1), cdn, LIMIT, words))).toContain('too large');
  expect(fetched).toHaveLength(1);
});

test('another host, another folder, credentials and redirects are not followed', async () => {
  const { upload, env, fetched } = await startDiscord();
  const cdn = env['DISCORD_CDN_URL'] as string;
  const elsewhere = await startDiscord();
  for (const url of [
    elsewhere.upload('x'),
    upload('x', '/other'),
    upload('x').replace('http://', 'http://user:pass@'),
    `${cdn}/attachments/../other/x`,
    'file:///etc/hostname',
    'nonsense',
  ]) {
    expect(await problemOf(fetchAttachment(file(url), cdn, LIMIT, words))).toContain('not fetched');
  }
  expect([...fetched, ...elsewhere.fetched]).toEqual([]);
  expect(await problemOf(fetchAttachment(file(`${cdn}/attachments/moved/1/x`), cdn, LIMIT, words))).toContain(
    'attach it again',
  );
  expect(fetched).toEqual(['/attachments/moved/1/x']);
});

test('refuses a file that is gone, and one that is not text', async () => {
  const { upload, env } = await startDiscord();
  const cdn = env['DISCORD_CDN_URL'] as string;
  expect(await problemOf(fetchAttachment(file(`${cdn}/attachments/1/2/gone`), cdn, LIMIT, words))).toContain(
    'attach it again',
  );
  const binary = fetchAttachment(file(upload(new Uint8Array([0xff, 0xfe, 0]))), cdn, LIMIT, words);
  expect(await problemOf(binary.then((bytes) => textOfAttachment(bytes, words)))).toContain('UTF-8');
});
