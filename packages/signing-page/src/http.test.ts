/** The page's HTTP surface without a browser: who is answered, with what headers, within which limits. */

import { CountersignError } from '@countersign/core/errors';
import { encodeStrKey } from '@countersign/core/escrow';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { createSecretScanner } from '@countersign/core/secrets';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { bareRequestTo } from '@countersign/testkit/mcp/http-request';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createSigningPage, serveSigningPage } from './index.ts';

const scene = await openScene();
afterAll(() => scene.close());

async function newPage() {
  const prepared = await scene.desk.prepare('deploy', deployInput());
  return { prepared, address: prepared.signUrl as string };
}
test.each(['null', undefined])('takes no act from a page whose origin is %s', async (origin) => {
  const { address } = await newPage();
  const headers = { 'Content-Type': 'application/json', ...(origin === undefined ? {} : { Origin: origin }) };
  expect((await bareRequestTo(`${address}/renew`, { method: 'POST', headers, body: '{}' })).status).toBe(403);
});

test('a request’s own id, or the hash of its transaction, opens no page', async () => {
  const { id, transactionHash } = (await newPage()).prepared;
  for (const each of [id, transactionHash, transactionHash.slice(0, 32)]) {
    expect((await bareRequestTo(`${scene.url}/sign/${each}/view`)).status).toBe(404);
  }
});

test('the page has no script or style of its own in its HTML, and names no other host', async () => {
  const { address } = await newPage();
  const { body } = await bareRequestTo(address);
  expect(body).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=|https?:/);
});

const submit = (address: string, body: unknown) =>
  bareRequestTo(`${address}/submit`, {
    method: 'POST',
    headers: { Origin: scene.url, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('refuses a body with a duplicate field, of which only the last would be read', async () => {
  const { address } = await newPage();
  const seed = sandboxKeypair('client').secret();
  const hidden = await submit(address, `{"signedXdr":"${seed}","signedXdr":"AAAA"}`);
  expect(JSON.parse(hidden.body).error.code).toBe('SECRET_REFUSED');
  for (const body of ['{"signedXdr":"AAAA","signedXdr":"BBBB"}', '{ "signedXdr": "AAAA" }']) {
    const reply = await submit(address, body);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body).error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: 'body' }] });
  }
});

test('a page acts on its own handle alone, and names no other', async () => {
  const [one, other] = [await newPage(), await newPage()];
  const { unsignedXdr } = other.prepared;
  for (const signedXdr of [unsignedXdr, signWith(sandboxKeypair('client'), unsignedXdr)]) {
    const reply = await submit(one.address, { signedXdr, id: other.prepared.id });
    expect(['XDR_NOT_SIGNED', 'TRANSACTION_CHANGED']).toContain(JSON.parse(reply.body).error.code);
    expect(reply.body).not.toContain(other.prepared.id);
    expect(reply.body).not.toContain(other.address.split('/').at(-1));
  }
  expect((await scene.desk.status(other.prepared.id)).status).toBe('prepared');
});

test('nothing of another page is recognised: its id, address, transaction hash or escrow', async () => {
  const [one, other] = [await newPage(), await newPage()];
  const { id, transactionHash, contractId } = other.prepared;
  const unknown = '0123456789abcdef'.repeat(2);
  const reportOf = async (signedXdr: string) => (await submit(one.address, { signedXdr })).body;
  expect(await reportOf(id)).toBe(await reportOf(unknown));
  expect(await reportOf(transactionHash)).toBe(await reportOf(unknown.repeat(2)));
  expect(await reportOf(other.address)).toBe(await reportOf(other.address.replace(/[0-9a-f]{32}$/, unknown)));
  expect(await reportOf(contractId)).toBe(await reportOf(encodeStrKey('contract', new Uint8Array(32).fill(5))));
});

test('closing the server does not wait for listeners', async () => {
  const own = await serveSigningPage({ desk: scene.desk });
  const { address } = await newPage();
  const reply = await fetch(`${own.url}/sign/${address.split('/').at(-1)}/events`);
  // Its deadline never comes, so closing did not wait for it.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await own.close();
  await reply.body?.cancel();
});

test('a desk that cannot be opened and an unexpected error are reported without their messages', async () => {
  const troubles: unknown[] = [];
  const trouble = new Error('a path or a token');
  const page = createSigningPage({
    desk: () => Promise.reject(trouble),
    onTrouble: (thrown) => troubles.push(thrown),
  });
  const reply = await page.fetch(new Request(`http://127.0.0.1/sign/${'0'.repeat(32)}/view`));
  expect(reply.status).toBe(500);
  const body = await reply.text();
  expect(body).toContain('INTERNAL');
  expect(body).not.toContain('token');
  expect(troubles).toEqual([trouble]);
});

test('an error that the operator can do something about is reported, others are not', async () => {
  for (const [code, reports] of [
    ['STORE_UNUSABLE', 1],
    ['HANDLE_NOT_FOUND', 0],
  ] as const) {
    const troubles: unknown[] = [];
    const error = new CountersignError(code);
    const page = createSigningPage({ desk: () => Promise.reject(error), onTrouble: (thrown) => troubles.push(thrown) });
    const reply = await page.fetch(new Request(`http://127.0.0.1/sign/${'0'.repeat(32)}/view`));
    expect(await reply.json()).toMatchObject({ error: { code, remedy: error.remedy } });
    expect(troubles).toEqual(Array(reports).fill(error));
  }
});

test('every answer and every event is redacted', async () => {
  const redact = (text: string) => text.replaceAll('harbour', '[hidden]');
  const page = createSigningPage({ desk: scene.desk, scanner: { ...createSecretScanner(), redact } });
  const { address } = await newPage();
  const path = new URL(address).pathname;
  const view = await page.fetch(new Request(`http://127.0.0.1${path}/view`));
  expect(await view.text()).toContain('Website for the [hidden] museum');
  const events = await page.fetch(new Request(`http://127.0.0.1${path}/events`));
  const reader = (events.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('Website for the [hidden] museum');
  page.close();
  await reader.cancel();
});
