/** The page's HTTP surface without a browser: how much may be asked, how events end, and what changes behind a proxy. */
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

describe('how much', () => {
  test('twenty acts a minute for a page; another page is not affected', async () => {
    const [one, other] = [await newPage(), await newPage()];
    const renew = (address: string) =>
      bareRequestTo(`${address}/renew`, { method: 'POST', headers: own(), body: '{}' });
    for (let count = 0; count < 20; count += 1) expect((await renew(one.address)).status).toBe(200);
    const reply = await renew(one.address);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(reply.body).error).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect((await renew(other.address)).status).toBe(200);
  });

  test('guessing ids is slowed down, but people with a page are not', async () => {
    const { address } = await newPage();
    const guess = (count: number) => bareRequestTo(`${scene.url}/sign/${count.toString(16).padStart(32, '0')}/view`);
    const found = new Set<number>();
    for (let count = 0; count < 245; count += 1) found.add((await guess(count)).status);
    expect([...found]).toEqual([404, 429]);
    expect((await bareRequestTo(`${address}/view`)).status).toBe(200);
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

describe('behind a proxy', () => {
  const publicUrl = 'https://sign.example.org';

  test('the public name and origin are answered, others are not', async () => {
    const own = await serveSigningPage({ desk: scene.desk, publicUrl });
    const { address } = await newPage();
    const id = address.split('/').at(-1) as string;
    expect(own.url).toBe(publicUrl);
    expect(own.signUrl(id)).toBe(`${publicUrl}/sign/${id}`);
    const local = `http://127.0.0.1:${own.port}/sign/${id}`;
    const Host = 'sign.example.org';
    expect((await bareRequestTo(local, { headers: { Host } })).status).toBe(200);
    expect((await bareRequestTo(local, { headers: { Host: 'other.example.org' } })).status).toBe(403);
    const renew = (headers: Record<string, string>) =>
      bareRequestTo(`${local}/renew`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{}',
      });
    expect((await renew({ Host, Origin: publicUrl })).status).toBe(200);
    expect((await renew({ Host, Origin: 'http://sign.example.org' })).status).toBe(403);
    expect((await renew({ Host, Origin: 'https://evil.example' })).status).toBe(403);
    await own.close();
  });

  test.each([
    'http://sign.example.org',
    'sign.example.org',
    'ftp://x',
    'https://u:p@sign.example.org',
    'https://x/?a=1',
    '',
  ])('“%s” is no public address', (wrong) => {
    expect(() => createSigningPage({ desk: scene.desk, publicUrl: wrong })).toThrow(/COUNTERSIGN_PUBLIC_URL/);
  });
});
