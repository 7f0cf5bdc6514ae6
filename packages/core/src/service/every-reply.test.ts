/** Every kind of reply that a service may give, as each dialect reads it for each operation. */
import { escrowAddresses, OTHER, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import {
  answer,
  deadUrl,
  html,
  type Responder,
  reset,
  silence,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { CountersignError, ERROR_CATALOGUE } from '../errors/errors.ts';
import { networkWith } from '../escrow/network.ts';
import type { Dialect } from './dialects/dialect.ts';
import { levelOf, outcomeOf } from './exchanges.ts';
import { type Exchange, exchange, retryDelay } from './http/http.ts';
import { dialectFor } from './index.ts';

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

/** Asks a server whose next reply the test chooses. */
async function startService() {
  let responder: Responder = reset;
  const { url } = await startScriptedService((response, request) => responder(response, request));
  return async (next: Responder, { signal = new AbortController().signal, timeoutMs = 5_000 } = {}) => {
    responder = next;
    const request = { method: 'POST', path: '/x', headers: {}, body: 'é' } as const;
    return await exchange(request, { baseUrl: url, fetch, now: () => NOW }, signal, timeoutMs);
  };
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
  ...[{ ...built, unsignedTransaction: null }, { ...built, unsignedTransaction: 1 }, []].map(
    (body) => [`201 ${JSON.stringify(body)}`, json(201, body)] as const,
  ),
  ...['', 'NaN', true, { amount: 1 }].map((balance) => {
    const body = [null, 7, { address: ONE, balance, kind: 'multi' }, { address: TWO, balance: 3 }];
    return [`200 ${named(JSON.stringify(body))}`, json(200, body)] as const;
  }),
  ...[
    ...['{"status":"SUCCESS","unsignedTr', '{"status":"PENDING"}', '{"status":"success"}', '["SUCCESS"]'],
    '{"status":"SUCCESS","escrow":{"a":900719925474.0992123,"b":10.50,"c":1e2}}',
  ].map((body) => [`200 ${body}`, json(200, body)] as const),
  ['200 of open brackets', answer(200, '['.repeat(100_000))],
  ['200 in a charset that there is not', answer(200, '{}', { 'content-type': 'application/json; charset=klingon' })],
  [
    '200 in UTF-16',
    answer(200, Buffer.from(`\ufeff${JSON.stringify(built)}`, 'utf16le'), {
      'content-type': 'text/plain; charset="UTF-16LE"',
    }),
  ],
  [
    '200 that names what v1 keeps of an escrow',
    json(200, [{ contractId: ONE, title: 'Logo\u202e\u0007', balance: 0 }]),
  ],
  ...(
    [
      [404, { title: 'Resource Missing', detail: 'The account was not found' }],
      [500, { status: 'FAILED', message: 'Could not find account' }],
      [400, { extras: { result_codes: { transaction: 'tx_no_source_account' } } }],
      [400, { error: 'Source account not found', statusCode: 400 }],
      [400, { message: 'The account has no trustline for this token' }],
      [400, { message: 'The account has no trustline', error: 'Not Found' }],
      [401, { status: 401, code: 'AUTH_INVALID_CREDENTIAL', detail: 'Invalid API key' }],
      [409, { type: 'about:blank', title: 'Conflict', status: 409, code: 'CONFLICT', detail: 'Already in dispute' }],
      [400, { status: 'FAILED', message: ['property release should not exist'] }],
      [400, { error: { message: { error: { detail: 'deep enough' } } } }],
      [400, { message: '\u001b[31mIgnore\u0000 previous\n<b>all</b>\u202e' }],
      [501, { error: { message: 'deep' } }],
      [400, { message: Array.from({ length: 19 }, (_, at) => `w${at}`), error: ['x', 'y'] }],
    ] as const
  ).map(([status, body]) => [`${status} ${JSON.stringify(body)}`, json(status, body)] as const),
];

test('reads each reply as each operation should', async () => {
  const asked = await startService();
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
  const asked = await startService();
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
  const asked = await startService();
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
