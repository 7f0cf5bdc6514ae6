/** Whole environments, and the settings or the problems that come of them. Recorded so that no change is missed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ACCOUNT, CONTRACT, REAL } from '@countersign/testkit/fixtures/settings-env';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { toCountersignError } from '../errors/errors.ts';
import { abilitiesOf } from './abilities.ts';
import { type Env, parseSettings } from './settings.ts';
import { tenantOfSubject } from './tenants.ts';

const DATA = resolve('/data');
const [OTHER, HASH, OTHER_HASH] = [
  'CCUUDM434BMZMYWYDITHFXHDMIVTGGD6T2I5UKNX5BSLXLW7HVR4MCGZ',
  'ab'.repeat(32),
  'cd'.repeat(32),
];
const SERVER = '112233445566778899';
const ISSUER = 'https://login.example';
const BASES = {
  sandbox: { COUNTERSIGN_DATA_DIR: '/data' },
  seed: { ...REAL, COUNTERSIGN_DATA_DIR: '/data' },
  live: {
    ESCROW_SERVICE: 'trustless-work',
    ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key',
    STELLAR_NETWORK: 'public',
    STELLAR_RPC_URL: 'https://rpc.example',
    COUNTERSIGN_DATA_DIR: '/data',
  },
  direct: { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'testnet', COUNTERSIGN_DATA_DIR: '/data' },
} as const satisfies Record<string, Env>;
type Base = keyof typeof BASES;

const folder = folderOfFile();
function fileWith(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}
const shown = (text: string) =>
  text
    .replaceAll(folder, '<folder>')
    .replaceAll(encodeURIComponent(folder), '<folder>')
    .replaceAll(DATA, '/data')
    .replaceAll(/x{41,}/g, (letters) => `${letters.length} x`);
const json = (value: unknown) =>
  shown(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)) ?? 'undefined');

const TENANTS = [SERVER, tenantOfSubject(ISSUER, 'ada'), tenantOfSubject(ISSUER, 'ben'), '[]', '"x"', 'local'];

function flat(env: Env, options = {}): Readonly<Record<string, string>> {
  const { network, tenants, limits, http, ...settings } = parseSettings(env, options);
  const credentialOf = TENANTS.map((tenant) => [tenant, tenants.credentialOf(tenant)]);
  const parts = {
    network,
    limits,
    http,
    tenants: { all: tenants.all, credentialOf: Object.fromEntries(credentialOf) },
    abilities: abilitiesOf({ ...settings, network }),
  };
  const fields = Object.entries(parts).flatMap(([part, value]) =>
    Object.entries(value).map(([name, each]): [string, unknown] => [`${part}.${name}`, each]),
  );
  return Object.fromEntries([...Object.entries(settings), ...fields].map(([name, value]) => [name, json(value)]));
}

const linesOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`);

/** What differs from the base, or each problem. */
function outcome(base: Base, env: Env, options = {}): string[] {
  try {
    const [before, after] = [flat(BASES[base]), flat({ ...BASES[base], ...env }, options)];
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const changed = [...names].filter((name) => before[name] !== after[name]);
    return changed.length === 0 ? ['  as before'] : changed.map((name) => `  ${name}: ${after[name] ?? 'gone'}`);
  } catch (thrown) {
    const { code, message, fields = [] } = toCountersignError(thrown);
    expect(message).toBe(fields.map(({ path, problem }) => `${path} ${problem}.`).join(' '));
    return fields.map(({ path, problem }) => `  ${code} ${path} ${shown(String(problem))}`);
  }
}

const abbreviated = (text: string) => (text.length > 300 ? `${text.slice(0, 40)}… (${text.length} characters)` : text);

function record(rows: readonly (readonly [Base, Env, object?])[]): string {
  const lines = rows.flatMap(([base, env, options]) => [
    `${base}, ${Object.entries(env)
      .map(([name, value]) => `${name}=${abbreviated(shown(JSON.stringify(value) ?? 'undefined'))}`)
      .join(' ')}${options === undefined ? '' : ` ${json(options)}`}`,
    ...outcome(base, env, options),
  ]);
  return `${lines.join('\n')}\n`;
}
const rowsOf = (base: Base, name: string, values: readonly string[]) =>
  values.map((value) => [base, { [name]: value }] as const);

test('reads the networks and services that a host can choose', async () => {
  const bases = (Object.keys(BASES) as Base[]).flatMap((base) => [base, ...linesOf(flat(BASES[base]))]);
  const noAccess = { ESCROW_ACCESS_TOKEN: undefined };
  const noKeys = { ...noAccess, ESCROW_API_KEY: undefined };
  const v1 = { ESCROW_API_DIALECT: 'v1' };
  const text = record([
    ...rowsOf('sandbox', 'STELLAR_NETWORK', ['sandbox', 'testnet', 'public', 'Public', 'futurenet', '__proto__']),
    ...['testnet', 'public'].map((name) => ['sandbox', { STELLAR_NETWORK: name }, { needsService: false }] as const),
    ...rowsOf('sandbox', 'ESCROW_SERVICE', ['trustless-work', 'direct', 'trustlesswork']),
    ...rowsOf('sandbox', 'ESCROW_API_URL', ['http://127.0.0.1:8080', 'https://service.example']),
    ['sandbox', { ESCROW_API_URL: 'http://127.0.0.1:8080/', STELLAR_NETWORK: 'sandbox' }],
    ['sandbox', { ESCROW_API_KEY: 'sandbox-api-key', ESCROW_ACCESS_TOKEN: 'another-token-1234' }],
    ...rowsOf('sandbox', 'ESCROW_API_DIALECT', ['v1', 'seed', 'v2']),
    ['seed', { STELLAR_NETWORK: undefined }],
    ['seed', { STELLAR_NETWORK: 'public' }],
    ['seed', { STELLAR_NETWORK: 'public', STELLAR_RPC_URL: 'https://rpc.example' }],
    ['seed', { STELLAR_NETWORK: 'public', COUNTERSIGN_WITHOUT_RPC: 'true' }],
    ['seed', { STELLAR_NETWORK: 'sandbox', ...noKeys }],
    ['seed', { STELLAR_NETWORK: 'sandbox' }],
    ['seed', noAccess],
    ['seed', noKeys],
    ['seed', noKeys, { needsService: false }],
    ['seed', v1],
    ['seed', { ...v1, ...noAccess }],
    ['seed', { ...v1, ...noKeys }],
    ['seed', { ...v1, ...noAccess }, { needsService: false }],
    ['seed', { ESCROW_SERVICE: 'trustless-work' }],
    ['seed', { ESCROW_SERVICE: 'trustless-work', ESCROW_API_URL: undefined, ...noAccess }],
    ['seed', { ESCROW_SERVICE: 'trustless-work', ESCROW_API_DIALECT: 'seed' }],
    ['seed', { ESCROW_SERVICE: 'direct' }],
    ['seed', { ESCROW_SERVICE: 'direct', ESCROW_API_URL: undefined }],
    ['live', { STELLAR_NETWORK: 'testnet', STELLAR_RPC_URL: undefined }],
    [
      'live',
      {
        ...{ STELLAR_NETWORK: 'testnet', ESCROW_API_URL: 'http://127.0.0.1:4010' },
        ESCROW_PINS: JSON.stringify({ factory: CONTRACT, single: { wasmHash: HASH }, feeAddress: ACCOUNT }),
      },
    ],
    ['live', { STELLAR_RPC_URL: undefined }],
    ['live', { STELLAR_RPC_URL: undefined, COUNTERSIGN_WITHOUT_RPC: 'true' }],
    ['live', { COUNTERSIGN_WITHOUT_RPC: 'true' }],
    ['live', { STELLAR_RPC_URL: undefined }, { needsService: false }],
    ['live', { STELLAR_NETWORK: 'sandbox' }],
    ['live', { STELLAR_NETWORK: 'sandbox', COUNTERSIGN_WITHOUT_RPC: 'true' }],
    ['live', { STELLAR_NETWORK: 'futurenet' }],
    ['direct', { STELLAR_NETWORK: 'public' }],
    ['direct', { STELLAR_NETWORK: 'public', STELLAR_RPC_URL: 'https://rpc.example' }],
    ['direct', { STELLAR_NETWORK: 'public', STELLAR_RPC_URL: 'https://rpc.example', ESCROW_PINS: 'found' }],
    ['direct', { STELLAR_NETWORK: 'sandbox' }],
    ['direct', { COUNTERSIGN_WITHOUT_RPC: 'true' }],
    ['direct', { COUNTERSIGN_WITHOUT_RPC: 'true', COUNTERSIGN_DIRECT: 'true' }],
    ['direct', { ESCROW_API_URL: 'https://service.example' }],
    ['direct', { ESCROW_API_KEY: 'key-for-nothing-1234' }],
    ['direct', { ESCROW_API_KEY: 'sandbox-api-key' }],
    ['live', { ESCROW_API_KEY: 'sandbox-api-key', ESCROW_ACCESS_TOKEN: 'sandbox-access-token' }],
    ['live', { ESCROW_API_KEY: undefined }],
    ['live', { COUNTERSIGN_DIRECT: 'true' }],
    ['seed', { COUNTERSIGN_DIRECT: 'true', COUNTERSIGN_WITHOUT_RPC: 'true' }],
    ['sandbox', { COUNTERSIGN_WITHOUT_RPC: 'true', STELLAR_RPC_URL: 'https://rpc.example' }],
  ]);
  await expect(`${bases.join('\n')}\n\n${text}`).toMatchFileSnapshot('recorded/services.txt');
});

test('reads each single setting up to its limits', async () => {
  const numbers = ['0', '1', '007', '-1', '+1', '1.0', '1e3', 'x'];
  const text = record([
    ...rowsOf('seed', 'ESCROW_RATE_LIMIT', [...numbers, '100000', '100001', '1000000']),
    ...rowsOf('seed', 'STELLAR_RPC_RATE_LIMIT', ['', '1', '0', '100000', '100001']),
    ...rowsOf('sandbox', 'STELLAR_RPC_RATE_LIMIT', ['90']),
    ...rowsOf('seed', 'COUNTERSIGN_PAGE_PORT', [...numbers, '65535', '65536', '100000']),
    ...rowsOf('seed', 'COUNTERSIGN_RETENTION_DAYS', [...numbers, '3650', '3651', '10000']),
    ...rowsOf('seed', 'COUNTERSIGN_MAX_FEE_XLM', ['0', '0.0', '0.0000001', '0.00000001', '5,5', '-5', '1e2', '922337']),
    ...rowsOf('seed', 'COUNTERSIGN_FEE_STOP', ['0', '0.01', '0.001', '100', '100.01', '-0.01', '20%', '007.50']),
    ...rowsOf('seed', 'COUNTERSIGN_MAX_AMOUNT', ['0', '0.00', '0.5', '500.50', '-1', '1,000', 'all', '00']),
    ...rowsOf('seed', 'COUNTERSIGN_MAX_PER_DAY', ['0', '0.5', '-0.5', 'x']),
    ...rowsOf('seed', 'COUNTERSIGN_COUNTERPARTIES', [ACCOUNT, `${CONTRACT} ,${ACCOUNT}`, `${ACCOUNT},x`, ',', 'x']),
    ...rowsOf('seed', 'COUNTERSIGN_TOKENS', [CONTRACT, `${ACCOUNT},,${CONTRACT}`]),
    ...rowsOf('seed', 'COUNTERSIGN_LIMITS_UNTIL', [
      ...['2026-12-31', '2028-02-29', '2026-02-29', '2026-13-01', '2026-1-1', '12026-01-01', '31.12.2026'],
      ...['2026-12-31T18:00Z', '2026-12-31T18:00:59Z', '2026-12-31T18:00:59.5Z', '2026-12-31T18:00:59.1234Z'],
      ...['2026-12-31T18:00+05:30', '2026-12-31T23:59:60Z', '2026-12-31T24:00Z', '2026-12-31T24:01Z'],
      ...['2026-12-31T18:00', '2026-12-31 18:00Z', '2026-12-31T', '2026-12-31T18Z', '2026-12-31T18:00z', 'T18:00Z'],
    ]),
    ...rowsOf('seed', 'ESCROW_DEFAULT_SIGNER', [ACCOUNT, CONTRACT, ACCOUNT.toLowerCase(), 'ana*stellar.org']),
    ...rowsOf('seed', 'STELLAR_RPC_URL', [
      'https://rpc.example?key=0123456789abcdef',
      'https://rpc.example/v1/1a2b3c4d5e6f7a8b9c?key=0f9e8d7c6b5a4938, https://other.example/5e6f7a8b9c1a2b3c4d',
      'https://rpc.example/?a?b',
      'https://a.example , http://localhost:8000/rpc',
      'https://a.example,https://b.example,https://c.example',
      'https://a.example,https://a.example',
      'https://rpc.example/?a#b',
      'https://rpc.example/#b',
      'https://rpc.example,',
      'rpc.example',
    ]),
    ...rowsOf('seed', 'COUNTERSIGN_DATA_DIR', ['', '~', '~/x', 'a\0b', '/data/x']).slice(1),
    ...rowsOf('seed', 'COUNTERSIGN_LOG', ['silent', 'error', 'warn', 'info', 'debug', 'INFO']),
    ...['DIRECT', 'WITHOUT_RPC', 'ALLOW_PARTLY', 'ALLOW_FOREIGN', 'READ_ONLY', 'METRICS'].flatMap((name) =>
      rowsOf('seed', `COUNTERSIGN_${name}`, ['true', 'false', 'True', '1']),
    ),
    ...rowsOf('seed', 'ESCROW_API_KEY', ['k', 'x'.repeat(4096), 'x'.repeat(4097), 'two words', 'ключ', '~!', 'a\tb']),
    ...rowsOf('live', 'ESCROW_API_KEY', [`id.${'s3cret-'.repeat(2)}1`, `id.${'s3cret-'.repeat(2)}12`, 'id.x.y', '.x']),
  ]);
  await expect(text).toMatchFileSnapshot('recorded/single-settings.txt');
});

test('reads the settings of the page, of HTTP and of the database', async () => {
  const certificate = fileWith('ca.pem', '-----BEGIN CERTIFICATE-----\n');
  const DATABASE_CA_FILE = certificate;
  const postgres = 'postgres://bot:p%40ss-word@db.example/escrows';
  const addresses = [
    ...['https://sign.example/', 'https://sign.example/base', 'http://sign.example', 'http://localhost:3418'],
    ...['http://page.localhost', 'http://127.0.0.1', 'http://127.1.2.3', 'http://128.0.0.1', 'http://[::1]:80'],
    ...['http://localhost.example', 'ftp://sign.example', 'https://u@sign.example', 'https://:p@sign.example'],
    ...['https://Service.example:8443/api//', 'http://2130706433/', 'http://192.168.1.5:4010', 'http://0.0.0.0'],
    ...['http://127.0.0.1.example', 'http://notlocalhost', 'file:///etc/passwd', 'https://:hunter2@sign.example'],
    ...['https://sign.example?', 'https://sign.example#', 'https://', 'sign.example', 'mailto:a@b.example'],
  ];
  const text = record([
    ...rowsOf('seed', 'COUNTERSIGN_PUBLIC_URL', addresses),
    ...rowsOf('seed', 'ESCROW_API_URL', ['http://service.example', 'service.test']),
    ...rowsOf('seed', 'COUNTERSIGN_OAUTH_ISSUER', ['https://issuer.example/a"b', 'https://issuer.example/ä', 'x']),
    ...rowsOf('seed', 'COUNTERSIGN_OAUTH_ISSUER', ['https://issuer.example/realm', 'http://issuer.example']),
    ...rowsOf('seed', 'COUNTERSIGN_OAUTH_ISSUER', ['http://127.0.0.1:8080', 'https://issuer.example/?realm=1']),
    ...rowsOf('seed', 'COUNTERSIGN_OAUTH_AUDIENCE', [
      'a',
      'a b',
      'a"b',
      'a\\b',
      'a!~',
      'x'.repeat(500),
      'x'.repeat(501),
    ]),
    ...rowsOf('seed', 'COUNTERSIGN_OAUTH_SCOPES', ['a  b\tc', 'a,b', 'a "b"', 'x'.repeat(500), 'x'.repeat(501)]),
    ...rowsOf('seed', 'COUNTERSIGN_HTTP_TOKEN', ['t0ken-'.repeat(5), `${'t0ken-'.repeat(5)}1`, 'a b'.repeat(20)]),
    ...rowsOf('seed', 'COUNTERSIGN_HTTP_TOKEN', [`${'t0ken-'.repeat(5)}12`]),
    ...rowsOf('seed', 'COUNTERSIGN_ALLOWED_ORIGINS', [
      'https://a.example, http://localhost:1',
      'https://a.example/',
      'https://a.example https://b.example/x',
      'http://a.example',
      ',',
    ]),
    ...rowsOf('seed', 'COUNTERSIGN_TRUSTED_PROXIES', [
      ...['10.0.0.1', '10.0.0.0/0', '10.0.0.0/32', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'],
      ...['::1', 'fd00::/128', 'fd00::/129', 'fd00::/1280', 'proxy.example', '10.0.0.256', '10.0.0.1,fd00::/8'],
    ]),
    ...rowsOf('seed', 'DATABASE_URL', [
      postgres,
      'postgresql://db.example/escrows?password=p4ssword-of-the-query',
      'postgres://db.example/escrows?password=p%ZZ',
      'postgres:///escrows',
      'postgres:///escrows?host=/var/run/postgresql',
      'postgres://db.example',
      'postgres://db.example/',
      'postgres://db.example/a/b',
      'postgres://db.example/a?sslmode=require&sslmode=disable',
      'mysql://db.example/escrows',
      'escrows',
    ]),
    ['seed', { DATABASE_URL: postgres, DATABASE_CA_FILE }],
    ['seed', { DATABASE_URL: `${postgres}?sslmode=verify-full`, DATABASE_CA_FILE }],
    ['seed', { DATABASE_URL: `${postgres}?application_name=x`, DATABASE_CA_FILE }],
    ['seed', { DATABASE_URL: `${postgres}?sslmode=require`, DATABASE_CA_FILE }],
    ['seed', { DATABASE_URL: `${postgres}?sslrootcert=x`, DATABASE_CA_FILE }],
    ['seed', { DATABASE_CA_FILE }],
    ['seed', { DATABASE_CA_FILE: fileWith('no-ca.pem', 'CERTIFICATE') }],
    ['seed', { DATABASE_CA_FILE: folder }],
    ['seed', { DATABASE_CA_FILE: join(folder, 'absent') }],
  ]);
  await expect(text).toMatchFileSnapshot('recorded/page-and-database.txt');
});

test('reads pins from JSON, from a file and from the variables that they replaced', async () => {
  const whole = {
    factory: CONTRACT,
    wasmHash: HASH,
    single: { factory: OTHER, wasmHash: OTHER_HASH },
    feeAddress: ACCOUNT,
  };
  const pins = (value: unknown) => ({ ESCROW_PINS: typeof value === 'string' ? value : JSON.stringify(value) });
  const many = (count: number) => Array.from({ length: count }, (_, at) => at.toString(16).padStart(64, '0'));
  const padded = (length: number) => JSON.stringify(whole).padEnd(length);
  mkdirSync(join(folder, 'pins'));
  const text = record([
    ['live', pins(whole)],
    ['live', pins(fileWith('pins.json', padded(4_096)))],
    ['live', pins(fileWith('large.json', padded(4_097)))],
    ['live', pins(fileWith('wide.json', Buffer.from(`\uFEFF${JSON.stringify(whole)}`, 'utf16le')))],
    ['live', pins(fileWith('latin.json', Buffer.of(0x7b, 0xe9, 0x7d)))],
    ['live', pins(fileWith('list.json', '[]'))],
    ['live', pins(join(folder, 'pins'))],
    ['live', pins(join(folder, 'no-pins'))],
    ['live', pins('found')],
    ['live', { ...pins('found'), STELLAR_NETWORK: 'testnet' }],
    ['seed', pins('found')],
    ['sandbox', pins('found')],
    ...[whole, { factory: CONTRACT, wasmHash: [HASH, OTHER_HASH] }, { single: {} }, { feeAddress: ACCOUNT }, {}].map(
      (value) => ['seed', pins(value)] as const,
    ),
    ['direct', pins(whole)],
    ['sandbox', pins(whole)],
    ['sandbox', { ESCROW_FEE_ADDRESS: ACCOUNT, ESCROW_WASM_HASH: HASH }],
    ['seed', { ESCROW_FEE_ADDRESS: ACCOUNT, ESCROW_FACTORY_SINGLE: OTHER, ESCROW_WASM_HASH_SINGLE: HASH }],
    ...[ACCOUNT, `${CONTRACT.slice(0, -1)}B`].map((value) => ['live', { ESCROW_FACTORY: value }] as const),
    ...['ab', 'g'.repeat(64)].map((value) => ['live', { ESCROW_WASM_HASH: value }] as const),
    ['live', { ESCROW_FACTORY: OTHER, ESCROW_WASM_HASH: HASH.toUpperCase() }],
    ['live', { ESCROW_WASM_HASH: OTHER_HASH, ...pins({ wasmHash: [HASH, OTHER_HASH] }) }],
    ['live', { ESCROW_WASM_HASH_SINGLE: OTHER_HASH, ESCROW_FEE_ADDRESS: ACCOUNT, ...pins({ factory: CONTRACT }) }],
    ['live', { ESCROW_FACTORY: CONTRACT, ESCROW_WASM_HASH: HASH.toUpperCase(), ...pins(whole) }],
    ['live', { ESCROW_FACTORY: OTHER, ESCROW_WASM_HASH: OTHER_HASH, ...pins(whole) }],
    ['live', { ESCROW_FACTORY_SINGLE: CONTRACT, ...pins({ single: { wasmHash: HASH } }) }],
    ['live', pins({ wasmHash: many(10) })],
    ['live', pins({ wasmHash: many(11) })],
    ...[{ wasmHash: [] }, { wasmHash: [HASH, HASH] }, { wasmHash: [HASH, 1] }, { wasmHash: null }, { factory: [] }].map(
      (value) => ['live', pins(value)] as const,
    ),
    ...[{ feeAddress: CONTRACT }, { 'single.factory': CONTRACT }, '{"__proto__": "x"}', fileWith('odd.json', '[')].map(
      (value) => ['live', pins(value)] as const,
    ),
    ...[`{"factory":"${CONTRACT}","f\\u0061ctory" : "${CONTRACT}"}`, '{"a \\" : name":"x","a \\" : name":"x"}'].map(
      (value) => ['live', pins(value)] as const,
    ),
    ...[{ factory: 'x', feeAddress: 'y', 'wasm Hash': 1 }, { single: [] }, { single: { feeAddress: ACCOUNT } }].map(
      (value) => ['live', pins(value)] as const,
    ),
    ...['"x"', '[', '{', `{"factory":"${OTHER}","factory":"${OTHER}","single":{"wasmHash":1,"wasmHash":2}}`].map(
      (value) => ['live', pins(value)] as const,
    ),
  ]);
  await expect(text).toMatchFileSnapshot('recorded/pins.txt');
});

test('reads secrets and the credentials of tenants, and repeats none of them', async () => {
  const own = (name: string) => ({ accessToken: `token-of-${name}-12345`, apiKey: `key-of-${name}-1234567` });
  const tenants = (value: unknown) => ({ ESCROW_TENANTS: typeof value === 'string' ? value : JSON.stringify(value) });
  const rows = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${100_000_000_000_000 + at}`, own(`${at}`)]));
  const row = (value: unknown) => ['seed', tenants({ discord: { [SERVER]: value } })] as const;
  const people = (value: unknown, issuer = ISSUER) => ['seed', tenants({ issuers: { [issuer]: value } })] as const;
  const text = record([
    [
      'seed',
      tenants({ discord: { [SERVER]: own('server') }, issuers: { [ISSUER]: { ada: own('ada'), '*': own('all') } } }),
    ],
    row({ ...own('x'), requestsPerMinute: 1 }),
    row({ ...own('x'), requestsPerMinute: '100000' }),
    ...[0, 100_001, 1.5, null, true].map((requestsPerMinute) => row({ ...own('x'), requestsPerMinute })),
    ...[{}, { apiKey: 'k' }, { accessToken: 't' }, { ...own('x'), more: 1 }, [], null, 'k'].map(row),
    ...['', ' ', 7, null].map((apiKey) => row({ ...own('x'), apiKey })),
    row({ ...own('x'), accessToken: 'a b' }),
    ['live', tenants({ discord: { [SERVER]: { apiKey: 'id.secret-of-a-tenant-1' } } })],
    ['live', tenants({ discord: { [SERVER]: { accessToken: 'token-of-a-tenant' } } })],
    ...['12345678901234', '123456789012345', '12345678901234567890', '123456789012345678901'].map(
      (id) => ['seed', tenants({ discord: { [id]: own('x') } })] as const,
    ),
    people({ '*': own('all') }),
    people({ ada: own('ada') }),
    people({ ada: { ...own('x'), requestsPerMinute: 5 }, ben: { ...own('x'), requestsPerMinute: 5 } }),
    people({ ada: { ...own('x'), requestsPerMinute: 5 }, ben: { ...own('x'), requestsPerMinute: 6 } }),
    people({ ada: { ...own('x'), requestsPerMinute: 5 }, ben: { ...own('y'), requestsPerMinute: 6 } }),
    people({}, 'login'),
    people([]),
    people({ ada: {}, ben: 7 }),
    ...[{}, { discord: [] }, { discord: null }, { issuers: 'x' }, { slack: {} }, []].map(
      (value) => ['seed', tenants(value)] as const,
    ),
    ...['{', `{"discord":{},"discord":{"${SERVER}":{},"${SERVER}":{"apiKey":"a","apiKey":"b"}}}`].map(
      (value) => ['seed', tenants(value)] as const,
    ),
    ['seed', tenants(`{"issuers":{"${ISSUER}":{"*":{},"*":{},"key-of-a":1,"key-of-a":2}}}`)],
    ['seed', tenants({ discord: { 'our server': own('x') } })],
    ['seed', tenants({ discord: { [SERVER]: { ...own('x'), requestsPerMinute: 5 }, '998877665544332211': own('x') } })],
    ['sandbox', tenants({})],
    ['sandbox', tenants({ discord: { [SERVER]: own('x') } }), { needsService: false }],
    ['seed', { ESCROW_API_KEY: undefined, ESCROW_API_KEY_FILE: fileWith('key', ' key-from-a-file-123\n') }],
    ['seed', { ESCROW_API_KEY_FILE: join(folder, 'key') }],
    ['seed', { ESCROW_API_KEY: undefined, ESCROW_API_KEY_FILE: fileWith('empty', '\n') }],
    ['seed', { ESCROW_API_KEY: undefined, ESCROW_API_KEY_FILE: fileWith('full', 'k'.repeat(262_145)) }],
    ['seed', { ESCROW_API_KEY: undefined, ESCROW_API_KEY_FILE: folder, ESCROW_ACCESS_TOKEN_FILE: folder }],
    ['seed', { ESCROW_TENANTS_FILE: fileWith('tenants.json', JSON.stringify({ discord: { [SERVER]: own('y') } })) }],
    ['seed', { ESCROW_DEFAULT_SIGNER: REAL.ESCROW_API_KEY }],
    ['seed', { ESCROW_API_KEY: REAL.ESCROW_ACCESS_TOKEN }],
    ['seed', { COUNTERSIGN_HTTP_TOKEN: `${REAL.ESCROW_ACCESS_TOKEN}-and-more-of-it` }],
  ]);
  expect(
    text.replaceAll(/^(?:seed|live|sandbox), .*$|^ {2}(?:credentials|tenants\.|apiKey|accessToken).*$/gm, ''),
  ).not.toMatch(/(?:key|token)-of-/);
  await expect(text.replaceAll(/\d{15}":{"accessToken.*/g, '…')).toMatchFileSnapshot('recorded/secrets.txt');
  expect(outcome('seed', tenants({ discord: rows(500) }))).toHaveLength(2);
  expect(outcome('seed', tenants({ discord: rows(501) }))).toEqual([
    '  SETTING_INVALID ESCROW_TENANTS has more than 500 rows',
  ]);
});
