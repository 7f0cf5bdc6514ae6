import { CountersignError } from '@countersign/core/errors';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { createStreamPool, type EventOptions, sendEvents, versionOf } from './events.ts';
import type { PageView } from './page-view.ts';

test('each client has a limit, and a closed stream makes room', () => {
  const pool = createStreamPool(10, 2);
  const first = pool.open('a');
  expect(pool.open('a')).toBeDefined();
  expect(pool.open('a')).toBeUndefined();
  first?.close();
  first?.close();
  expect(pool.open('a')).toBeDefined();
  expect(pool.open('a')).toBeUndefined();
  expect(pool.open('b')).toBeDefined();
});

test('when all streams are taken, the client with most loses its oldest to one with fewer', () => {
  const pool = createStreamPool(4, 4);
  const greedy = Array.from({ length: 4 }, () => pool.open('greedy'));
  expect(pool.open('greedy')).toBeUndefined();
  expect(pool.open('a')).toBeDefined();
  expect(greedy.map((stream) => stream?.ended.aborted)).toEqual([true, false, false, false]);
  expect(pool.open('b')).toBeDefined();
  // Now they have two, one and one: taking one away would only swap places.
  expect(pool.open('a')).toBeUndefined();
  expect(pool.open('c')).toBeDefined();
  expect(greedy.map((stream) => stream?.ended.aborted)).toEqual([true, true, true, false]);
  expect(pool.open('d')).toBeUndefined();
});

test('all end together', () => {
  const pool = createStreamPool();
  const streams = [pool.open('a'), pool.open('b')];
  pool.end();
  expect(streams.every((stream) => stream?.ended.aborted)).toBe(true);
});

test('has room for 20 streams of a client and 100 in all, and shares them evenly with another client', () => {
  const pool = createStreamPool();
  const opened = (client: string) => Array.from({ length: 21 }, () => pool.open(client)).filter(Boolean).length;
  expect(['a', 'b', 'c', 'd', 'e'].map(opened)).toEqual([20, 20, 20, 20, 20]);
  expect(opened('f')).toBe(16);
});

const viewOf = (more: object = {}) =>
  ({ offer: 'O', judgement: 'J', status: { status: 'prepared' }, ...more }) as unknown as PageView;

test('gives a view another version for all that a person reads, and not for when it was read', () => {
  const [first, ...others] = [
    ...[viewOf(), viewOf({ now: 5 }), viewOf({ escrow: { asOf: 1 } }), viewOf({ escrow: { asOf: 2 } })],
    ...[viewOf({ escrow: { asOf: 1, held: '1' } }), viewOf({ offer: 'P' }), viewOf({ judgement: 'K' })],
    ...[viewOf({ status: {} }), viewOf({ offer: 'J', judgement: 'O' })],
  ].map(versionOf);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(others[0]).toBe(first);
  expect(others[2]).toBe(others[1]);
  expect(new Set([first, ...others]).size).toBe(7);
});

afterEach(() => void vi.useRealTimers());

const START = 1_800_000_000_000;

/** Streams events to a reader whose clock only moves by `pass`. @returns what came, and when in milliseconds */
async function listen(changes: Partial<EventOptions> = {}) {
  vi.useFakeTimers({ now: START, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const [lines, ended] = [[] as string[], new AbortController()];
  const state = { view: viewOf(), see: () => {} };
  const note = (line: string) => lines.push(`${Date.now() - START} ${line}`);
  const app = new Hono().get('/', (c) =>
    sendEvents(c, {
      look: async () => {
        note('look');
        return state.view;
      },
      onChange: async (see) => {
        state.see = see;
        return () => note('stop listening');
      },
      staleAfterMs: () => 4_000,
      ...{ language: 'es', shown: undefined, redact: (text) => text.replace('secret', '***') },
      ...{ ended: ended.signal, onEnd: () => note('end'), ...changes },
    }),
  );
  const { body, headers } = await app.request('/');
  const reader = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return note('closed');
      note(value.trim().replaceAll('\n', ' '));
    }
  })();
  const pass = async (ms: number) => await vi.advanceTimersByTimeAsync(ms);
  await pass(0);
  return { lines, state, pass, headers, reading, end: () => ended.abort() };
}

test('sends the view at once and when it changes, looks again when it is stale, and beats every 10 s of silence', async () => {
  const { lines, state, pass, headers, reading, end } = await listen();
  expect([headers.get('content-type'), headers.get('x-accel-buffering')]).toEqual(['text/event-stream', 'no']);
  const view = (name: string) => `event: view data: {"offer":"${name}","judgement":"J","status":{"status":"prepared"}}`;
  expect(lines.splice(0)).toEqual(['0 look', `0 ${view('O')}`]);
  await pass(9_999);
  expect(lines.splice(0)).toEqual(['4000 look', '8000 look']);
  await pass(1);
  expect(lines.splice(0)).toEqual(['10000 event: beat data:']);
  state.view = viewOf({ offer: 'a secret' });
  state.see();
  await pass(0);
  expect(lines.splice(0)).toEqual(['10000 look', `10000 ${view('a ***')}`]);
  end();
  await pass(0);
  await reading;
  expect(lines).toEqual(['10000 stop listening', '10000 end', '10000 closed']);
});

test('sends no view that the page shows already', async () => {
  const { lines, pass, reading, end } = await listen({ shown: versionOf(viewOf()) });
  expect(lines.splice(0)).toEqual(['0 look', '0 event: beat data:']);
  end();
  await pass(0);
  await reading;
});

test.each([
  [
    'look',
    { look: () => Promise.reject(new CountersignError('HANDLE_NOT_FOUND', { message: 'A secret.' })) },
    ['stop listening'],
  ],
  ['listen', { onChange: () => Promise.reject(new CountersignError('HANDLE_NOT_FOUND')) }, []],
])('reports in the reader’s language why it cannot %s, and ends', async (_, changes, stopped) => {
  const { lines, reading } = await listen(changes);
  await reading;
  const [problem = '', ...rest] = lines;
  expect(problem).toMatch(/^0 event: problem data: \{"error":\{"code":"HANDLE_NOT_FOUND"/);
  expect(problem).not.toContain('secret');
  expect(problem).toContain('"language":"es"');
  expect(rest).toEqual([...stopped, 'end', 'closed'].map((line) => `0 ${line}`));
});
