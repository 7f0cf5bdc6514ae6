/** Lines on standard input, and what is answered before any library has seen them. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Message } from './message.ts';
import { openStdio } from './stdio.ts';

/** @param parts of what arrives, chunk by chunk */
async function received(parts: readonly (string | Buffer)[], hasBatches = false) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const read: Message[] = [];
  let problems = 0;
  const { write } = openStdio(input, output, {
    onMessage: (message) => read.push(message),
    onProblem: () => {
      problems += 1;
    },
    hasBatches: () => hasBatches,
  });
  for (const part of parts) input.write(part);
  const written = () => {
    const parts: unknown[] = [];
    for (let part = output.read(); part !== null; part = output.read()) parts.push(part);
    const lines = parts
      .join('')
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line));
  };
  return { input, read, write, written, problems: () => problems, isRead: () => new Promise(setImmediate) };
}

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const refusal = (id: unknown, code: number) => ({ jsonrpc: '2.0', id, error: { code, message: expect.any(String) } });

const TEXT = '{"jsonrpc":"2.0","id":"ñ–1","method":"ping"}';
const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
test.each([
  ['a byte order mark', [`\uFEFF${TEXT}\n`]],
  ['a byte order mark alone, with CRLF', [`\uFEFF\r\n${TEXT}\r\n`]],
  ['blank lines', [`\n \r\n${TEXT}\n\n`]],
  ['UTF-16 with a mark', [littleEndian(`\uFEFF${TEXT}\r\n`)]],
  ['UTF-16 without a mark', [littleEndian(`${TEXT}\n`)]],
  ['big-endian UTF-16', [littleEndian(`\uFEFF${TEXT}\n`).swap16()]],
  ['single bytes of UTF-16', [...littleEndian(`\uFEFF${TEXT}\n`)].map((byte) => Buffer.of(byte))],
  ['single bytes of UTF-8', [...Buffer.from(`\uFEFF${TEXT}\n`)].map((byte) => Buffer.of(byte))],
])('reads a message in %s', async (_, parts) => {
  const { read, isRead, problems, written } = await received(parts);
  await isRead();
  expect(read).toEqual([ping('ñ–1')]);
  expect([problems(), written()]).toEqual([0, []]);
});

test.each([
  [{ params: null }, {}],
  [{ params: { name: 'x', arguments: null, _meta: null } }, { params: { name: 'x' } }],
])('reads what is null in %j as left out', async (written, meant) => {
  const { read, isRead } = await received([line({ ...ping(1), ...written })]);
  await isRead();
  expect(read).toEqual([{ ...ping(1), ...meant }]);
});

test('reads a last line that the end of the input closes', async () => {
  const { input, read, isRead } = await received([TEXT]);
  input.end();
  await isRead();
  expect(read).toEqual([ping('ñ–1')]);
});

test.each([
  ['{broken', null, -32_700],
  ['{"jsonrpc":"2.0","id":7,"method":"ping"', 7, -32_700],
  ['hello', null, -32_700],
  ['"text"', null, -32_600],
  ['null', null, -32_600],
  ['5', null, -32_600],
  ['{}', null, -32_600],
  ['{"id":8}', 8, -32_600],
  [JSON.stringify(ping(1.5)), 1.5, -32_600],
  [JSON.stringify(ping(null)), null, -32_600],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32_600],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","more":true}', 1, -32_600],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 1, -32_600],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":5}}', 1, -32_600],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}', 1, -32_600],
  [JSON.stringify(ping({ a: 1 })), null, -32_600],
  [JSON.stringify(ping(true)), null, -32_600],
  ['{"jsonrpc":"2.0","id":"","method":5}', '', -32_600],
  // Half of a byte order mark of UTF-16 is none.
  ['{\xff', null, -32_700],
  ['\xfe{', null, -32_700],
])('answers %s with its id and a code, and reads the next line', async (text, id, code) => {
  const { read, isRead, written, problems } = await received([Buffer.from(`${text}\n${line(ping(0))}`, 'latin1')]);
  await isRead();
  expect(written()).toEqual([refusal(id, code)]);
  expect(problems()).toBe(1);
  expect(read).toEqual([ping(0)]);
});

test.each([
  '{"jsonrpc":"2.0","id":1,"result":5}',
  '{"jsonrpc":"2.0","id":1,"error":"none"}',
  '{"jsonrpc":"2.0","method":5}',
])('reports %s without an answer, which a host would match to a request of its own', async (text) => {
  const { isRead, written, problems } = await received([`${text}\n`]);
  await isRead();
  expect([written(), problems()]).toEqual([[], 1]);
});

test('refuses a message that is too large by its id, first or last in it, and reads the next line', async () => {
  const params = { name: 'explain_xdr', arguments: { xdr: '%'.repeat(9_000_000), id: 7 } };
  const { read, written, problems } = await received([
    line({ jsonrpc: '2.0', id: 2, method: 'tools/call', params }),
    line({ method: 'tools/call', params, jsonrpc: '2.0', id: 'third' }),
    line({ method: 'tools/call', jsonrpc: '2.0', id: 9, params }),
    `${'x'.repeat(600_000)}\r\n${line(ping(0))}`,
  ]);
  await expect.poll(() => read).toEqual([ping(0)]);
  expect(written()).toEqual([2, 'third', 9].map((id) => refusal(id, -32_600)));
  expect(problems()).toBe(4);
});

test('refuses a batch where the protocol has none, and an empty one', async () => {
  for (const [batch, hasBatches] of [
    [[ping(1), ping(2)], false],
    [[], true],
  ] as const) {
    const { read, isRead, written } = await received([line(batch)], hasBatches);
    await isRead();
    expect(written()).toEqual([refusal(null, -32_600)]);
    expect(read).toEqual([]);
  }
});

test('answers a batch with one list, once all of its requests are answered or cancelled', async () => {
  const notification = { jsonrpc: '2.0', method: 'notifications/progress' };
  const { input, read, write, isRead, written } = await received(
    [line([ping(1), notification, { id: 2 }, ping('three'), ping(4)])],
    true,
  );
  await isRead();
  expect(read).toEqual([ping(1), notification, ping('three'), ping(4)]);
  const answer = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} });
  await write(JSON.stringify(answer('three')), 'three');
  await write(JSON.stringify(answer(9)), 9);
  await write(JSON.stringify(answer(1)), 1);
  expect(written()).toEqual([answer(9)]);
  input.write(line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } }));
  await isRead();
  expect(written()).toEqual([[refusal(2, -32_600), answer('three'), answer(1)]]);
});
