/** The page's HTTP surface without a browser: who is answered, with what headers, within which limits. */

import { CountersignError } from '@countersign/core/errors';
import { encodeStrKey } from '@countersign/core/escrow';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { createSecretScanner } from '@countersign/core/secrets';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { bareRequestTo } from '@countersign/testkit/mcp/http-request';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSigningPage, serveSigningPage } from './index.ts';

const scene = await openScene();
afterAll(() => scene.close());

async function newPage() {
  const prepared = await scene.desk.prepare('deploy', deployInput());
  return { prepared, address: prepared.signUrl as string };
}
const own = () => ({ Origin: scene.url, 'Content-Type': 'application/json' });

describe('who is answered', () => {
  test('only loopback names', async () => {
    const { address } = await newPage();
    const port = new URL(address).port;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      expect((await bareRequestTo(address, { headers: { Host: host } })).status, host).toBe(200);
    }
    for (const host of ['evil.example', `127.0.0.1.evil.example:${port}`, `localhost.evil.example`, '0.0.0.0']) {
      for (const path of ['', '/view', '/events']) {
        expect((await bareRequestTo(`${address}${path}`, { headers: { Host: host } })).status, host).toBe(403);
      }
    }
  });

  test.each(['renew', 'submit', 'ask-again', 'declare-failed'])('%s: only from the page’s own origin', async (act) => {
    const { address } = await newPage();
    const calls = scene.road.asked.length;
    const port = new URL(address).port;
    for (const origin of [
      'https://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      'http://127.0.0.1:1',
      undefined,
    ]) {
      const headers = { 'Content-Type': 'application/json', ...(origin === undefined ? {} : { Origin: origin }) };
      const reply = await bareRequestTo(`${address}/${act}`, { method: 'POST', headers, body: '{}' });
      expect(reply.status, origin ?? 'none').toBe(403);
    }
    expect(scene.road.asked.length).toBe(calls);
  });

  test('no one without a page’s id', async () => {
    for (const path of [
      '/sign',
      '/sign/',
      '/sign/assets/',
      '/sign/assets/constructor',
      '/sign/assets/__proto__',
      '/sign/assets/page.html',
      '/sign/assets/..%2f..%2fpackage.json',
      '/sign/abc/view',
    ]) {
      expect((await bareRequestTo(`${scene.url}${path}`)).status, path).toBe(404);
    }
    const reply = await bareRequestTo(`${scene.url}/sign/${'0'.repeat(32)}/view`);
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'HANDLE_NOT_FOUND', retryable: false } });
  });

  test('the handle’s own id opens no page', async () => {
    const { prepared } = await newPage();
    expect((await bareRequestTo(`${scene.url}/sign/${prepared.id}/view`)).status).toBe(404);
  });
});

describe('the headers of every answer', () => {
  test('the page has no script or style of its own in its HTML, and names no other host', async () => {
    const { address } = await newPage();
    const { body } = await bareRequestTo(address);
    expect(body).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|\sstyle=|https?:/);
  });
});

describe('the requests that are allowed', () => {
  const post = (address: string, act: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    bareRequestTo(`${address}/${act}`, {
      method: 'POST',
      headers: { ...own(), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  test('refuses a body with a duplicate field, of which only the last would be read', async () => {
    const { address } = await newPage();
    const seed = sandboxKeypair('client').secret();
    const hidden = await post(address, 'submit', `{"signedXdr":"${seed}","signedXdr":"AAAA"}`);
    expect(JSON.parse(hidden.body).error.code).toBe('SECRET_REFUSED');
    for (const body of ['{"signedXdr":"AAAA","signedXdr":"BBBB"}', '{ "signedXdr": "AAAA" }']) {
      const reply = await post(address, 'submit', body);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.body).error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: 'body' }] });
    }
  });

  test('a page acts on its own handle alone, and names no other', async () => {
    const [one, other] = [await newPage(), await newPage()];
    const { unsignedXdr } = other.prepared;
    for (const signedXdr of [unsignedXdr, signWith(sandboxKeypair('client'), unsignedXdr)]) {
      const reply = await post(one.address, 'submit', { signedXdr, id: other.prepared.id });
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
    const reportOf = async (signedXdr: string) => (await post(one.address, 'submit', { signedXdr })).body;
    expect(await reportOf(id)).toBe(await reportOf(unknown));
    expect(await reportOf(transactionHash)).toBe(await reportOf(unknown.repeat(2)));
    expect(await reportOf(other.address)).toBe(await reportOf(other.address.replace(/[0-9a-f]{32}$/, unknown)));
    expect(await reportOf(contractId)).toBe(await reportOf(encodeStrKey('contract', new Uint8Array(32).fill(5))));
  });

  test('a hash in place of a page’s id opens no page', async () => {
    const { prepared, address } = await newPage();
    for (const id of [prepared.transactionHash, prepared.transactionHash.slice(0, 32)]) {
      expect((await bareRequestTo(address.replace(/[0-9a-f]{32}$/, `${id}/view`))).status).toBe(404);
    }
  });

  test('a signature that comes after its transaction was renewed is late, not changed', async () => {
    const { prepared, address } = await newPage();
    const signedXdr = signWith(sandboxKeypair('client'), prepared.unsignedXdr);
    scene.clock.ahead += 200_000;
    const renewed = JSON.parse((await post(address, 'renew', {})).body);
    expect(renewed.offer.hash).not.toBe(prepared.transactionHash);
    const reply = await post(address, 'submit', { signedXdr });
    expect(reply.status).toBe(409);
    expect(JSON.parse(reply.body).error).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      message: expect.stringContaining('A newer one was prepared for the same escrow.'),
    });
    // The page still has the newer one to sign.
    const view = JSON.parse((await bareRequestTo(`${address}/view`)).body);
    expect(view).toMatchObject({ offer: { hash: renewed.offer.hash }, status: { status: 'prepared' } });
  });

  test('other methods do nothing', async () => {
    const { address } = await newPage();
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await bareRequestTo(`${address}/submit`, { method, headers: own() })).status).toBe(404);
    }
    expect((await bareRequestTo(`${address}/submit`)).status).toBe(404);
  });
});

describe('events', () => {
  test('the view at once, again when it changes, and the end when the page is no longer served', async () => {
    const own = await serveSigningPage({ desk: scene.desk });
    const { prepared, address } = await newPage();
    const reply = await fetch(`${own.url}/sign/${address.split('/').at(-1)}/events`);
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-accel-buffering')).toBe('no');
    const reader = (reply.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    const next = async (wanted: string) => {
      let heard = '';
      while (!heard.includes(wanted)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended before ${wanted}`);
        heard += value;
      }
    };
    await next(`"hash":"${prepared.transactionHash}"`);
    await scene.desk.discard(prepared.id);
    await next('"status":"discarded"');
    await own.close();
    expect((await reader.read()).done).toBe(true);
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
});

test('a taken port has its own error', async () => {
  const port = Number(new URL(scene.url).port);
  await expect(serveSigningPage({ desk: scene.desk, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
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
