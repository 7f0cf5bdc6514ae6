/** Every kind of reply that a service may give, as each dialect reads it for each operation. */
import { escrowAddresses, OTHER, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import {
  addressesOf,
  answer,
  deadUrl,
  html,
  type Responder,
  reset,
  silence,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { CountersignError, ERROR_CATALOGUE, type ErrorCode } from '../errors/errors.ts';
import { networkWith } from '../escrow/network.ts';
import { type BalanceSource, getBalances } from './balances/get-balances.ts';
import type { Dialect } from './dialects/dialect.ts';
import { levelOf, outcomeOf } from './exchanges.ts';
import { type Exchange, exchange, retryDelay } from './http/http.ts';
import { dialectFor } from './index.ts';
import { probeService } from './probe.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const [ONE, TWO] = escrowAddresses(2) as [string, string];
const DIALECTS = {
  seed: dialectFor(networkWith('sandbox', 'seed')),
  v1: dialectFor(networkWith('testnet', 'v1')),
} as const satisfies Record<string, Dialect>;
const NAMES: readonly (readonly [string, string])[] = [
  [SIGNER, '<signer>'],
  [OTHER, '<other>'],
  [ONE, '<one>'],
  [TWO, '<two>'],
];
const named = (text: string) => NAMES.reduce((whole, [address, name]) => whole.replaceAll(address, name), text);

/** Sentences of the dialects that come again and again: whole the first time. */
const remedies: string[] = [];
function numbered(remedy: string): string {
  const at = remedies.indexOf(remedy);
  return at === -1 ? `${remedies.push(remedy)}: ${remedy}` : `${at + 1}`;
}

/** An error with all that is its own: sentences of the catalogue are left out. */
function errorText(error: CountersignError): string {
  const { code, message, remedy, operatorRemedy, retryAfterMs, fields, detail } = error;
  const usual = ERROR_CATALOGUE[code];
  const isUsual = remedy === usual.remedy && operatorRemedy === (usual.operatorRemedy ?? usual.remedy);
  const own = {
    ...(message === usual.message ? {} : { message }),
    ...(isUsual ? {} : { remedy: [...new Set([remedy, operatorRemedy])].map(numbered) }),
    ...{ retryAfterMs, fields: fields?.map(({ path, problem }) => `${path} ${problem}`), detail },
  };
  return Object.values(own).every((each) => each === undefined) ? code : `${code} ${JSON.stringify(own)}`;
}

/** Of a cause its code alone: the error that it is of is there too. */
function part(key: string, value: unknown): unknown {
  if (value instanceof CountersignError) return errorText(value);
  return key === 'because' && typeof value === 'object' ? (value as CountersignError).code : value;
}
const shown = (value: unknown) => named(JSON.stringify(value, part) ?? 'undefined');

function read(work: () => unknown): string {
  try {
    return shown(work());
  } catch (thrown) {
    if (thrown instanceof CountersignError) return `throws ${named(errorText(thrown))}`;
    throw thrown;
  }
}

/** `v1 row` and `v1 rows` as `v1 row+rows`. */
const byDialect = (names: readonly string[]) =>
  Object.keys(DIALECTS)
    .map((dialect) => ({ dialect, of: names.filter((name) => name.startsWith(`${dialect} `)) }))
    .filter(({ of }) => of.length > 0)
    .map(({ dialect, of }) => `${dialect} ${of.map((name) => name.slice(dialect.length + 1)).join('+')}`)
    .join(', ');

/** What each operation makes of it; operations with the same result are in one line. */
function readings(result: Exchange): string[] {
  const lines = new Map<string, string[]>();
  const add = (name: string, work: () => unknown) => {
    const text = read(work);
    lines.set(text, [...(lines.get(text) ?? []), name]);
  };
  for (const [name, dialect] of Object.entries<Dialect>(DIALECTS)) {
    const { replies, fund, steps, reindex, rows } = dialect;
    add(`${name} send`, () => replies.send(result));
    if (result.kind === 'failed') continue;
    add(`${name} deploy`, () => replies.deploy(result, REQUEST));
    const order = { escrow: ONE, signer: SIGNER, release: 'multi' } as const;
    if (fund) add(`${name} fund`, () => fund.read(result, { ...order, amount: '1' }));
    if (steps) add(`${name} step`, () => steps.question.read(result, { ...order, act: 'approve', index: 0 }));
    add(`${name} balance`, () => replies.balances(result, SIGNER, [ONE]));
    add(`${name} balances`, () => replies.balances(result, SIGNER, [TWO, ONE]));
    if (reindex) add(`${name} reindex`, () => reindex.read(result, 'ab'));
    if (rows) {
      add(`${name} row`, () => rows.read(result, { contractIds: [ONE] }));
      add(`${name} rows`, () => rows.read(result, { contractIds: [ONE, TWO] }));
      add(`${name} rows of a signer`, () => rows.read(result, { signer: SIGNER }));
    }
    if (replies.isUnknownPath(result)) add(`${name} unknown path`, () => true);
  }
  return [...lines].map(([text, names]) => `  ${byDialect(names)}: ${text}`);
}

/** A server whose next reply the test chooses. */
async function startService() {
  let responder: Responder = reset;
  const { url } = await startScriptedService((response, request) => responder(response, request));
  const asked = async (next: Responder, { signal = new AbortController().signal, timeoutMs = 5_000 } = {}) => {
    responder = next;
    const request = { method: 'POST', path: '/x', headers: {}, body: 'é' } as const;
    return await exchange(request, { baseUrl: url, fetch, now: () => NOW }, signal, timeoutMs);
  };
  const play = (next: Responder) => {
    responder = next;
  };
  return { url, asked, play };
}
const dated = (at = NOW) => ({ date: new Date(at).toUTCString() });
const json = (status: number, body: unknown, headers = {}) => answer(status, body, { ...dated(), ...headers });
const raw =
  (text: string): Responder =>
  (response) =>
    void response.socket?.end(text);

const built = { status: 'SUCCESS', unsignedTransaction: 'AAAA' };
const REPLIES: readonly (readonly [string, Responder])[] = [
  ...[
    built,
    { unsignedTransaction: 'AAAA' },
    { ...built, status: 'FAILED' },
    { ...built, unsignedTransaction: '' },
  ].map((body) => [`201 ${JSON.stringify(body)}`, json(201, body)] as const),
  ...[
    { status: 'SUCCESS', message: 'Sent', contractId: 'C1', escrow: { a: 1 } },
    { status: 'SUCCESS', message: 7, contractId: 7, escrow: [] },
    ...[{}, null, 7, 'text', [null]],
  ].map((body) => [`200 ${JSON.stringify(body)}`, json(200, JSON.stringify(body))] as const),
  ...[
    [{ address: ONE, balance: 1.5 }],
    [
      { address: TWO, balance: '2.50' },
      { address: ONE, balance: -1 },
    ],
    [
      { address: ONE, balance: 1 },
      { address: ONE, balance: 2 },
    ],
    [
      { address: ONE, balance: 1 },
      { address: ONE, balance: '1.0' },
    ],
    [
      { address: ONE, balance: 1 },
      { address: ONE, balance: null },
    ],
    [
      { address: ONE, balance: null },
      { address: ONE, balance: 1 },
    ],
    [{ address: ONE }, { address: TWO, balance: '1,5' }],
    [{ address: ONE, balance: '170141183460469231731687303715884105727' }],
    [{ address: ONE, balance: '170141183460469231731687303715884105728' }],
    [{ address: ONE, balance: `0.${'0'.repeat(37)}1` }],
    [{ address: ONE, balance: `0.${'0'.repeat(38)}1` }],
  ].map((body) => [`200 ${named(JSON.stringify(body))}`, json(200, body)] as const),
  ...['9007199254740993.5', '1e21', '1e400', '0.1', '-0'].map((number) => {
    const body = `[{"address":"${ONE}","balance":${number}}]`;
    return [`200 ${named(body)}`, json(200, body)] as const;
  }),
  ...[
    [
      { contractId: ONE, title: 'T', engagementId: 'E', type: 'single-release' },
      { contractId: TWO, type: 'multi-release' },
    ],
    [{ contractId: ONE, title: 7, engagementId: null, type: 'other' }, { contractId: SIGNER }, 7],
  ].map((body) => [`200 ${named(JSON.stringify(body))}`, json(200, body)] as const),
  ...[200, 204, 299, 300, 304, 399].map((status) => [`${status} without a body`, json(status, '')] as const),
  ...[301, 302, 303, 307, 308].map((status) => [`${status}`, json(status, {}, { location: '/y' })] as const),
  ...[400, 401, 402, 403, 404, 408, 409, 422, 425, 429, 500, 502, 503, 504].flatMap((status) => [
    [`${status} in JSON`, json(status, { message: 'As it says', error: 'Bad Request' })] as const,
    ...([400, 404, 500].includes(status) ? [[`${status} as a page`, html(status)] as const] : []),
    ...([400, 404, 500].includes(status) ? [[`${status} without a body`, json(status, '')] as const] : []),
  ]),
  ...['2', '0', '601', 'soon', 'Sat, 21 Nov 2026 10:00:09 GMT'].map(
    (after) => [`429 Retry-After ${after}`, json(429, {}, { 'retry-after': after })] as const,
  ),
  ...['Resource not found', 'Cannot PUT /x', 'cannot getaway', 'The resource not found', 'Escrow not found'].map(
    (message) => [`404 ${message}`, json(404, { message })] as const,
  ),
  ...['AUTH_CREDENTIAL_MISSING', 'AUTH_INSUFFICIENT_ROLE', 'toString', 7].map(
    (code) => [`401 ${code}`, json(401, { code, detail: 'No' })] as const,
  ),
  ...[
    ...[`Account not found: ${SIGNER}`, `Account not found: ${OTHER}`, `Account ${OTHER} or ${SIGNER} does not exist`],
    ...[
      'account was not created',
      `account${'x'.repeat(81)} not found`,
      'no such account',
      'unknown ',
      'tx_no_account',
    ],
  ].map((message) => [`400 ${named(message)}`, json(400, { message })] as const),
  ...[
    ...[
      { title: 'Bad Request' },
      { title: 'Bad Request', detail: 'Why' },
      { extras: { result_codes: { operations: ['a', 'b'] } } },
    ],
    ...[{ message: ['a', 'a', ''], error: { message: { error: { detail: { title: 'deep' } } } } }, 'x'.repeat(2_001)],
    ...[Array.from({ length: 22 }, (_, at) => `w${at}`), { other: 'not shown' }],
  ].map((body) => [`400 ${JSON.stringify(body).slice(0, 120)}`, json(400, JSON.stringify(body))] as const),
  [
    '200 in Latin-1',
    answer(200, Buffer.from('{"a":"\xe9"}', 'latin1'), { 'content-type': 'text/plain; charset=latin1' }),
  ],
  ['200 in UTF-8 that is not', answer(200, Buffer.from('{"a":"\xe9"}', 'latin1'))],
  ['200 that begins like a page', answer(200, ' <p>')],
  ['200 that is called a page', answer(200, 'no', { 'content-type': 'Text/HTML' })],
  ['200 that is neither', answer(200, 'no')],
  ['200 64 deep', answer(200, `${'['.repeat(64)}${']'.repeat(64)}`)],
  ['200 65 deep', answer(200, `${'['.repeat(65)}${']'.repeat(65)}`)],
  ['200 of 9,999 values', answer(200, `[${Array(9_998).fill('"\\",["').join()}]`)],
  ['200 of 10,001 values', answer(200, `[${Array(10_000).fill('"\\",["').join()}]`)],
];

test('reads each reply as each operation should', async () => {
  const { asked } = await startService();
  const lines: string[] = [];
  for (const [title, responder] of REPLIES) {
    const result = await asked(responder);
    if (result.kind === 'failed') throw result.error;
    const { status, retryAfterMs } = result;
    const about = `${outcomeOf(result)} ${levelOf({ outcome: outcomeOf(result) })}`;
    const again = status === 502 || status === 504 ? 'later' : (retryDelay(result, 1) ?? 'no');
    lines.push(
      `${title} (${about}, again: ${status === 503 ? 'later' : again}, after: ${retryAfterMs ?? 'not named'})`,
    );
    lines.push(...readings(result));
  }
  await expect(`${lines.join('\n').replaceAll(/x{80,}/g, (all) => `${all.length} x`)}\n`).toMatchFileSnapshot(
    'recorded/replies.txt',
  );
});

test('reports how far a request got that has no reply', async () => {
  const { asked } = await startService();
  const lines: string[] = [];
  const note = (title: string, result: Exchange) => {
    const delays = [1, 3, 4].map((tries) => (retryDelay(result, tries) === undefined ? 'no' : 'yes')).join(', ');
    const about = result.kind === 'failed' ? { cause: result.cause, sent: result.sent, error: result.error } : result;
    lines.push(
      `${title} (${outcomeOf(result)}, again after 1, 3 and 4 tries: ${delays}) ${shown(about)}`,
      ...readings(result),
    );
  };
  note('broken connection', await asked(reset));
  note('no reply in time', await asked(silence, { timeoutMs: 30 }));
  note('cancelled', await asked(silence, { signal: AbortSignal.abort(new CountersignError('CANCELLED')) }));
  note('no HTTP', await asked(raw('hello\r\n\r\n')));
  for (const status of ['200 OK', '300 Odd', '500 Failed']) {
    note(`${status} that breaks off`, await asked(raw(`HTTP/1.1 ${status}\r\ncontent-length: 9\r\n\r\n{}`)));
  }
  const request = { method: 'GET', path: '/', headers: {} } as const;
  const options = { baseUrl: await deadUrl(), fetch, now: () => NOW };
  note('no server', await exchange(request, options, new AbortController().signal, 5_000));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/no-reply.txt');
});

test('knows how far the service’s clock is off, where the request’s own time does not explain it', async () => {
  const { asked } = await startService();
  const skews = [];
  for (const ms of [0, 1_000, 60_000, -1_000, -2_000, -60_000]) {
    const result = await asked(json(200, {}, dated(NOW + ms)));
    skews.push([ms, result.kind === 'reply' && result.clockSkewMs]);
  }
  const odd = await asked(json(200, {}, { date: 'noon' }));
  expect(odd.kind === 'reply' && odd.clockSkewMs).toBe(0);
  expect(skews).toEqual([
    [0, 0],
    [1_000, 1_000],
    [60_000, 60_000],
    [-1_000, 0],
    [-2_000, -1_000],
    [-60_000, -59_000],
  ]);
});

test('knows from two answers whether a service takes our credentials', async () => {
  const { url: baseUrl, play } = await startService();
  const scenes: Readonly<Record<string, Responder>> = {
    refused: json(400, { message: 'signer should not be empty' }),
    '401': json(401, {}),
    '403': json(403, {}),
    'unknown path': json(404, { message: 'Cannot POST /x' }),
    page: html(200),
    '429': json(429, {}),
    redirect: json(302, {}),
    '500': json(500, {}),
    broken: reset,
  };
  const lines: string[] = [];
  for (const [name, dialect] of Object.entries<Dialect>(DIALECTS)) {
    for (const [first, deploy] of Object.entries(scenes)) {
      for (const [second, balances] of Object.entries(scenes)) {
        play((response, request) => (request.method === 'POST' ? deploy : balances)(response, request));
        const probe = await probeService({ baseUrl, accessToken: 'a', apiKey: 'k', dialect });
        const { clockSkewMs: _, problem, ...taken } = probe;
        lines.push(`${name}: ${first} | ${second} → ${JSON.stringify(taken)} ${problem?.code ?? ''}`.trimEnd());
      }
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/probes.txt');
});

test('reads balances in batches, and goes on after a failure unless the next one would fail too', async () => {
  const codes: readonly ErrorCode[] = [
    ...(['CANCELLED', 'INTERNAL', 'SERVICE_UNAUTHORIZED', 'SIGNER_NOT_FOUND'] as const),
    ...([
      'RATE_LIMITED',
      'SERVICE_TIMEOUT',
      'SERVICE_UNREACHABLE',
      'SERVICE_FAILED',
      'SERVICE_REPLY_UNREADABLE',
    ] as const),
  ];
  const lines: string[] = [];
  for (const code of codes) {
    for (const failing of [['a'], ['a', 'b'], ['c', 'd'], ['e'], ['a', 'b', 'c', 'd', 'e']]) {
      const log: string[] = [];
      const source: BalanceSource = {
        maxAddresses: 2,
        now: () => 100,
        read: async (group) => {
          log.push(`reads ${group.join('')}`);
          return new Map(
            group.map((address) => [
              address,
              failing.includes(address)
                ? { kind: 'failed', error: new CountersignError(code) }
                : {
                    kind: 'read',
                    entry: { address, balance: address.charCodeAt(0).toString() },
                    readAt: 200 - address.charCodeAt(0),
                  },
            ]),
          );
        },
      };
      const result = await getBalances([...'abcdea'], source, (done, total) => log.push(`${done} of ${total}`)).then(
        ({ asOf, entries }) =>
          `${asOf} ${entries.map((entry) => ('balance' in entry ? entry.balance : entry.unread.code)).join(' ')}`,
        (error: CountersignError) => `throws ${error.code}`,
      );
      lines.push(`${code} for ${failing.join('')}: ${log.join(', ')} → ${result}`);
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/batches.txt');
});

test('finds the addresses that make a request fail by halving, and asks for them apart the next time', async () => {
  const lines: string[] = [];
  const all = escrowAddresses(45);
  const numbers = (addresses: readonly string[]) => addresses.map((address) => all.indexOf(address)).join(' ');
  const play = async (title: string, count: number, culprits: readonly number[], refusal: Responder, reads = 1) => {
    const bad = culprits.map((index) => all[index] as string);
    const service = await startScriptedService((response, request) => {
      const addresses = addressesOf(request.url);
      if (addresses.some((address) => bad.includes(address))) return refusal(response, request);
      return json(
        200,
        addresses.map((address) => ({ address, balance: all.indexOf(address) })),
      )(response, request);
    });
    const client = service.client({ dialect: DIALECTS.seed, now: () => NOW });
    for (let time = 1; time <= reads; time++) {
      const result = await client.getBalances({ signer: SIGNER, addresses: all.slice(0, count) }).then(
        ({ entries }) =>
          entries.flatMap((entry, at) =>
            'unread' in entry
              ? [`${at} ${entry.unread.code} ${shown(entry.unread.params)}`]
              : entry.balance === `${at}`
                ? []
                : ['other'],
          ),
        (error: CountersignError) => [`throws ${errorText(error)}`],
      );
      lines.push(
        `${title} (${client.mostBalanceRequests(count)} requests at most)`,
        ...result.map((line) => `  ${line}`),
      );
    }
    lines.push(...service.asked.map(({ url }) => `  asks ${numbers(addressesOf(url))}`));
  };
  const missing = json(404, { error: 'Escrow not found' });
  for (const count of [1, 2, 20, 21, 45]) await play(`${count} without a culprit`, count, [], missing);
  await play('1 that is a culprit', 1, [0], missing);
  await play('20 with two culprits, twice', 20, [3, 19], missing, 2);
  await play('20 with a culprit in each pair', 20, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18], missing);
  await play('3 that the service refuses', 3, [1], json(400, { message: 'No' }));
  await play('3 with words for a missing one', 3, [1], json(400, { message: 'It was not found' }));
  await play('3 that fail as a page', 3, [1], html(500));
  await play('3 whose signer is unknown', 3, [1], json(400, { message: `Account not found: ${SIGNER}` }));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/halving.txt');
});
