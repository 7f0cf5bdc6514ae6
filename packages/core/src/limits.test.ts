/** The limits that decide whether something is accepted: the last value that is, the next one, which is not, and what takes it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesk } from '@countersign/testkit/desk/scripted-desk';
import {
  buildDeploy,
  type DeployParts,
  NOW,
  request,
  requestInput,
  sandbox,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { stepInput } from '@countersign/testkit/fixtures/step-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { actionOf } from './actions/actions.ts';
import { checkUnsigned } from './actions/deploy/check-deploy.ts';
import { parseFundRequest } from './actions/fund/request.ts';
import { nameProblem } from './contacts/index.ts';
import { findXdr, readTransaction } from './envelope/index.ts';
import { type CountersignError, toCountersignError } from './errors/errors.ts';
import { canonicalDecimal, decimalsOfMultiplier, expandJsonNumber } from './escrow/amount.ts';
import { encodeStrKey, fromBaseUnits, parseDeployRequest, readAmount } from './escrow/index.ts';
import type { StepName } from './escrow/steps.ts';
import { textsOfInput } from './secrets/input-limits.ts';
import { createSecretScanner } from './secrets/secrets.ts';
import { parseExactJson } from './service/http/exact-json.ts';
import { credentialsIn } from './settings/credentials.ts';
import { parseSettings } from './settings/settings.ts';
import { readTenants } from './settings/tenants.ts';
import type { Desk } from './workflow/create-desk.ts';
import { parseOwnLimits } from './workflow/risk/limits.ts';

type Accepts<Value> = (value: Value) => boolean | Promise<boolean>;
const upTo = (most: number, accepts: Accepts<number>) => async () => [await accepts(most), await accepts(most + 1)];
const downTo = (least: number, accepts: Accepts<number>) => async () => [
  await accepts(least),
  await accepts(least - 1),
];
const upToUnits = (most: bigint, accepts: Accepts<bigint>) => async () => [
  await accepts(most),
  await accepts(most + 1n),
];

const text = (length: number) => 'x'.repeat(length);
/** With digits, as a key has. */
const key = (length: number) => 'k3y'.padEnd(length, '0123456789abcdef');
const list = <Item>(length: number, item: (at: number) => Item) => Array.from({ length }, (_, at) => item(at));
const accountOf = (at: number) => encodeStrKey('account', new Uint8Array(32).fill(at + 1));
const contractOf = (at: number) => encodeStrKey('contract', new Uint8Array(32).fill(7).with(0, at % 256));

function errorOf(tried: () => unknown): CountersignError | undefined {
  try {
    tried();
    return undefined;
  } catch (error) {
    return toCountersignError(error);
  }
}
const passes = (tried: () => unknown) => errorOf(tried) === undefined;
const deploys = (changes: Record<string, unknown>) => passes(() => parseDeployRequest(requestInput(changes)));
const oneOf = (milestone: Record<string, unknown>) =>
  deploys({ milestones: [{ description: 'x', amount: 1, ...milestone }] });
const problemsOf = (changes: Record<string, unknown>) =>
  errorOf(() => parseDeployRequest(requestInput(changes)))?.fields?.map(
    ({ problem }) => typeof problem === 'object' && problem.code,
  ) ?? [];
const isDecimal = (value: string | number) => canonicalDecimal(value) !== undefined;
const isExact = (source: string) => expandJsonNumber(source) !== undefined;
const asks = (step: StepName, changes: Record<string, unknown>) =>
  actionOf(step).schema.safeParse(stepInput('live-multi', step, changes)).success;
const sets = (name: string, value: string | number) => passes(() => parseSettings({ [name]: `${value}` }));
function fileWith(content: string): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, content);
  return file;
}
const MAX_FEE = 50_000_000;
const matches = (changes: Partial<DeployParts>) =>
  checkUnsigned(readTransaction(buildDeploy(request(), changes), sandbox.passphrase), request(), {
    ...{ network: sandbox, maxFee: BigInt(MAX_FEE), now: NOW },
  }).level === 'verified';
const ends = (seconds: number) => matches({ condition: time(0, NOW + seconds) });
/** @param path of the field that has the limit; absent: any */
async function answers(call: (desk: Desk) => Promise<unknown>, path?: string): Promise<boolean> {
  const { desk } = await openDesk({});
  const error = await call(desk).then(() => undefined, toCountersignError);
  if (error?.code !== 'INPUT_INVALID') return true;
  return path !== undefined && !error.fields?.some((field) => field.path === path);
}
const shares = (count: number) => list(count, (at) => ({ address: accountOf(at), amount: '1' }));
const tenants = (count: number) =>
  Object.fromEntries(list(count, (at) => [`${10 ** 15 + at}`, { accessToken: key(20), apiKey: key(21) }]));
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const [{ address = '' } = {}] = sandbox.tokens;
const payment = { signer: accountOf(1), escrow: contractOf(1), way: 'transfer', trustline: { address } };

test.each<[string, () => Promise<boolean[]>]>([
  // Of a request.
  ['characters of a title', upTo(100, (length) => deploys({ title: '🚀'.repeat(length) }))],
  ['characters of a description', upTo(500, (length) => deploys({ description: text(length) }))],
  ['characters of an engagement id', upTo(100, (length) => deploys({ engagementId: text(length) }))],
  ['characters of a milestone', upTo(500, (length) => oneOf({ description: text(length) }))],
  ['milestones', upTo(50, (count) => deploys({ milestones: list(count, () => ({ description: 'x', amount: 1 })) }))],
  ['hundredths of a percent of a fee', upTo(9_900, (points) => deploys({ platformFee: `${points / 100}` }))],
  ['the memo of a receiver', upTo(2 ** 32 - 1, (memo) => deploys({ receiverMemo: memo }))],
  ['decimals of an amount', upTo(7, (decimals) => oneOf({ amount: `0.${'1'.repeat(decimals)}` }))],
  ['units of an amount', upToUnits(2n ** 127n - 1n, (units) => oneOf({ amount: fromBaseUnits(units, 7) }))],
  [
    'units of a payment in a Stellar asset',
    upToUnits(2n ** 63n - 1n, (units) =>
      passes(() => parseFundRequest({ ...payment, amount: fromBaseUnits(units, 7) }, sandbox)),
    ),
  ],
  ['digits of an amount that is a number', upTo(15, (length) => isDecimal(Number('1'.repeat(length))))],
  ['characters of an amount', upTo(100, (length) => isDecimal('1'.padEnd(length, '0')))],
  ['characters of an amount as people write it', upTo(100, (length) => readAmount('1'.padStart(length)) === '1')],
  ['characters of a number in JSON', upTo(100, (length) => isExact('1'.padEnd(length, '0')))],
  ['the exponent of a number in JSON', upTo(100, (exponent) => isExact(`1e${exponent}`))],
  ['the negative exponent of a number in JSON', upTo(100, (exponent) => isExact(`1e-${exponent}`))],
  ['digits of a unit multiplier', upTo(10, (length) => decimalsOfMultiplier(10 ** (length - 1)) === length - 1)],
  [
    'decimals that are named as such where a unit multiplier is meant',
    upTo(18, (decimals) => problemsOf({ trustline: { address, decimals } }).includes('DECIMALS_AS_MULTIPLIER')),
  ],
  [
    'a fee that is too fine, and not far too high',
    upTo(9_999, (percent) => problemsOf({ platformFee: `${percent}.001` }).includes('FEE_TOO_FINE')),
  ],
  [
    'problems that are named',
    upTo(50, (count) => {
      const milestones = list(50, () => ({ description: 'x', amount: 'x' }));
      return !problemsOf({ milestones, ...(count > 50 ? { title: '' } : {}) }).includes('MORE_PROBLEMS');
    }),
  ],
  // Of a step.
  ['characters of a status', upTo(100, (length) => asks('change-status', { status: text(length) }))],
  ['characters of evidence', upTo(1_000, (length) => asks('change-status', { evidence: text(length) }))],
  ['shares of a decision', upTo(50, (count) => asks('resolve', { distributions: shares(count) }))],
  ['the number of a milestone', upTo(50, (milestone) => asks('approve', { milestone }))],
  ['the first milestone', downTo(1, (milestone) => asks('approve', { milestone }))],
  ['days of an extension', upTo(180, (days) => asks('extend', { days }))],
  [
    'milestones of an update',
    upTo(50, (count) => asks('update', { milestones: list(count, () => ({ description: 'x', amount: 1 })) })),
  ],
  // Of a transaction.
  ['seconds until a transaction ends, at most', upTo(600, ends)],
  ['seconds until a transaction ends, at least', downTo(20, ends)],
  ['seconds until a transaction begins', upTo(5, (seconds) => matches({ condition: time(NOW + seconds, NOW + 100) }))],
  ['the network fee', upTo(MAX_FEE, (fee) => matches({ fee }))],
  ['a sequence number', upToUnits(2n ** 63n - 1_000_001n, (sequence) => matches({ sequence }))],
  [
    'characters of a pasted text',
    upTo(200_000, (length) => errorOf(() => findXdr(text(length)))?.reason !== 'too-large'),
  ],
  // Of any input.
  ['characters of an input', upTo(220_000, (length) => passes(() => textsOfInput(text(length))))],
  ['characters of an input beyond ASCII', upTo(14_336, (length) => passes(() => textsOfInput('é'.repeat(length))))],
  ['values of an input', upTo(1_000, (count) => passes(() => textsOfInput(list(count - 1, () => 1))))],
  ['levels of an input', upTo(32, (depth) => passes(() => textsOfInput(nested(depth))))],
  ['levels of a reply', upTo(64, (depth) => passes(() => parseExactJson(JSON.stringify(nested(depth)))))],
  [
    'values of a reply',
    upTo(10_000, (count) => passes(() => parseExactJson(JSON.stringify(list(count - 1, () => 1))))),
  ],
  ['characters of a name', upTo(40, (length) => nameProblem(text(length)) === undefined)],
  ['characters of an own limit', upTo(40, (length) => passes(() => parseOwnLimits({ maxAmount: '1'.repeat(length) })))],
  // Of what a desk is asked.
  ['seconds of waiting', upTo(30, (waitSeconds) => answers((desk) => desk.get({ id: 'a', waitSeconds })))],
  ['characters of an id', upTo(100, (length) => answers((desk) => desk.get({ id: text(length) })))],
  ['characters of a search', upTo(200, (length) => answers((desk) => desk.find({ query: text(length) })))],
  [
    'words of a search',
    upTo(10, (count) => answers((desk) => desk.find({ query: list(count, (at) => `w${at}`).join(' ') }))),
  ],
  [
    'addresses of balances',
    upTo(200, (count) => answers((desk) => desk.balances({ addresses: list(count, contractOf) }), 'addresses')),
  ],
  // Of credentials: a shorter one is too common as a word.
  [
    'characters of a credential that is found',
    downTo(16, (length) => createSecretScanner([key(length)]).finds(key(length))),
  ],
  [
    'characters of a secret within an API key',
    downTo(16, (length) => credentialsIn({ ESCROW_API_KEY: `id.${key(length)}` }).length === 2),
  ],
  [
    'characters of a key in the path of an RPC',
    downTo(16, (length) => credentialsIn({ STELLAR_RPC_URL: `https://rpc.example/${key(length)}` }).length === 1),
  ],
  [
    'characters of a key in the query of an RPC',
    downTo(16, (length) => credentialsIn({ STELLAR_RPC_URL: `https://rpc.example/?key=${key(length)}` }).length === 1),
  ],
  // Of settings.
  ['characters of an API key', upTo(4_096, (length) => sets('ESCROW_API_KEY', text(length)))],
  ['characters of a token for HTTP', downTo(32, (length) => sets('COUNTERSIGN_HTTP_TOKEN', key(length)))],
  ['characters of an audience', upTo(500, (length) => sets('COUNTERSIGN_OAUTH_AUDIENCE', text(length)))],
  ['characters of scopes', upTo(500, (length) => sets('COUNTERSIGN_OAUTH_SCOPES', text(length)))],
  ['requests to the service a minute', upTo(100_000, (rate) => sets('ESCROW_RATE_LIMIT', rate))],
  ['requests to an RPC a minute', downTo(1, (rate) => sets('STELLAR_RPC_RATE_LIMIT', rate))],
  ['days of retention, at most', upTo(3_650, (days) => sets('COUNTERSIGN_RETENTION_DAYS', days))],
  ['days of retention, at least', downTo(1, (days) => sets('COUNTERSIGN_RETENTION_DAYS', days))],
  ['the port of the page, at most', upTo(65_535, (port) => sets('COUNTERSIGN_PAGE_PORT', port))],
  ['the port of the page, at least', downTo(1, (port) => sets('COUNTERSIGN_PAGE_PORT', port))],
  ['hundredths of a percent of fees', upTo(10_000, (points) => sets('COUNTERSIGN_FEE_STOP', points / 100))],
  [
    'decimals of the highest network fee',
    upTo(7, (count) => sets('COUNTERSIGN_MAX_FEE_XLM', `0.${'1'.repeat(count)}`)),
  ],
  ['RPCs', upTo(2, (count) => sets('STELLAR_RPC_URL', list(count, (at) => `https://rpc${at}.example`).join(',')))],
  ['tenants', upTo(500, (count) => readTenants(JSON.stringify({ discord: tenants(count) })).problem === undefined)],
  [
    'bytes of a file with a secret',
    upTo(262_144, (size) => sets('ESCROW_API_KEY_FILE', fileWith(key(20).padEnd(size)))),
  ],
])('takes as many as the limit, and no more: %s', async (_, tried) => {
  expect(await tried()).toEqual([true, false]);
});
