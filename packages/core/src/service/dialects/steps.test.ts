/** The requests of an escrow's later steps, to the byte. */
import { escrowAddresses, OTHER, SIGNER, TOKEN_CONTRACT } from '@countersign/testkit/service/requests';
import { describe, expect, test } from 'vitest';
import { fieldProblem } from '../../errors/errors.ts';
import { encodeStrKey } from '../../escrow/index.ts';
import { NETWORKS, networkWith } from '../../escrow/network.ts';
import { dialectFor } from '../client.ts';
import type { StepOrder, StepTerms } from '../escrow-service.ts';
import type { Dialect } from './dialect.ts';

const CREDENTIALS = { accessToken: 'a-token-of-sixteen', apiKey: 'an-id.and-a-secret' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const [ESCROW] = escrowAddresses(1) as [string];
const [USDC] = NETWORKS.testnet.tokens;

const v1 = dialectFor(networkWith('testnet', 'v1'));
const sandbox = dialectFor(networkWith('sandbox', 'seed'));
const asked = (dialect: Dialect, order: StepOrder) => dialect.steps?.question.request(order, CREDENTIALS);

const order = (release: 'multi' | 'single') => ({ escrow: ESCROW, signer: SIGNER, release });
const multi = order('multi');
const single = order('single');
const distributions = [
  { address: SIGNER, amount: '900719925474.0992123' },
  { address: OTHER, amount: '0.5' },
];
const SHARES = `[{"address":"${SIGNER}","amount":900719925474.0992123},{"address":"${OTHER}","amount":0.5}]`;
const C = `"contractId":"${ESCROW}"`;
const M = '"milestoneIndex":"2"';

/** The same in both dialects. */
const COMMON: readonly [StepOrder, path: string, body: string][] = [
  [
    { ...multi, act: 'change-status', index: 2, status: 'done', evidence: 'https://x.example/a"b' },
    'multi-release/change-milestone-status',
    `{${C},${M},"newStatus":"done","newEvidence":"https://x.example/a\\"b","serviceProvider":"${SIGNER}"}`,
  ],
  [{ ...multi, act: 'approve', index: 2 }, 'multi-release/approve-milestone', `{${C},${M},"approver":"${SIGNER}"}`],
  [
    { ...multi, act: 'release', index: 2 },
    'multi-release/release-milestone-funds',
    `{${C},"releaseSigner":"${SIGNER}",${M}}`,
  ],
  [{ ...multi, act: 'dispute', index: 2 }, 'multi-release/dispute-milestone', `{${C},"signer":"${SIGNER}",${M}}`],
  [
    { ...multi, act: 'resolve', index: 2, distributions },
    'multi-release/resolve-milestone-dispute',
    `{${C},"disputeResolver":"${SIGNER}",${M},"distributions":${SHARES}}`,
  ],
  [
    { ...multi, act: 'withdraw', distributions },
    'multi-release/withdraw-remaining-funds',
    `{${C},"disputeResolver":"${SIGNER}","distributions":${SHARES}}`,
  ],
  [
    { ...multi, act: 'extend', ledgers: 17_280 },
    'multi-release/extend-ttl',
    `{${C},"signer":"${SIGNER}","ledgersToExtend":17280}`,
  ],
];

const OF_SINGLE: typeof COMMON = [
  [
    { ...single, act: 'change-status', index: 2, status: 'done' },
    'single-release/change-milestone-status',
    `{${C},${M},"newStatus":"done","serviceProvider":"${SIGNER}"}`,
  ],
  [{ ...single, act: 'approve', index: 2 }, 'single-release/approve-milestone', `{${C},${M},"approver":"${SIGNER}"}`],
  [{ ...single, act: 'release' }, 'single-release/release-funds', `{${C},"releaseSigner":"${SIGNER}"}`],
  [{ ...single, act: 'dispute' }, 'single-release/dispute-escrow', `{${C},"signer":"${SIGNER}"}`],
  [
    { ...single, act: 'resolve', distributions },
    'single-release/resolve-dispute',
    `{${C},"disputeResolver":"${SIGNER}","distributions":${SHARES}}`,
  ],
  [
    { ...single, act: 'extend', ledgers: 1 },
    'single-release/extend-ttl',
    `{${C},"signer":"${SIGNER}","ledgersToExtend":1}`,
  ],
];

describe.each(['v1', 'seed'] as const)('in %s', (name) => {
  const dialect = name === 'v1' ? v1 : sandbox;
  const credential =
    name === 'v1' ? { 'x-api-key': CREDENTIALS.apiKey } : { Authorization: `Bearer ${CREDENTIALS.accessToken}` };

  test.each(COMMON.map((each) => [each[0].act, ...each] as const))('%s', (_, step, path, body) => {
    const headers = { ...JSON_TYPE, ...credential };
    expect(asked(dialect, step)).toEqual({ method: 'POST', path: `/escrow/${path}`, headers, body });
  });

  test('nothing but a canonical decimal is written unquoted', () => {
    for (const amount of ['1e5', '1,"x":2', '10.50', '']) {
      const shares = [{ address: SIGNER, amount }];
      expect(() => asked(dialect, { ...multi, act: 'withdraw', distributions: shares })).toThrow(TypeError);
    }
  });
});

test.each(OF_SINGLE.map((each) => [each[0].act, ...each] as const))('%s of a single release', (_, step, path, body) => {
  expect(asked(v1, step)).toMatchObject({ method: 'POST', path: `/escrow/${path}`, body });
});

test('each dialect says what it builds', () => {
  expect(v1.steps?.builds('withdraw', 'single')).toBe(false);
  expect(v1.steps?.builds('withdraw', 'multi')).toBe(true);
  expect(v1.steps?.builds('release', 'single')).toBe(true);
  expect(sandbox.steps?.builds('withdraw', 'single')).toBe(true);
  expect(sandbox.steps?.builds('release', 'multi')).toBe(true);
  // A service that has the interface of docs/interface.md alone builds none.
  expect(dialectFor(networkWith('testnet', 'seed')).steps).toBeUndefined();
});

describe('an update', () => {
  const untouched = { disputed: false, released: false, resolved: false };
  const begun = { status: 'pending', evidence: '', flags: { ...untouched, approved: false } };
  const roles = {
    approver: SIGNER,
    serviceProvider: OTHER,
    platformAddress: SIGNER,
    releaseSigner: OTHER,
    disputeResolver: SIGNER,
  };
  const ROLES = `"approver":"${SIGNER}","serviceProvider":"${OTHER}","platformAddress":"${SIGNER}"`;
  const texts = { engagementId: 'E-1', title: 'Logo', description: 'A logo', platformFee: '0.5' };
  const TEXTS = '"engagementId":"E-1","title":"Logo","description":"A logo"';
  const TRUSTLINE = `"trustline":{"address":"${USDC.issuer}","symbol":"USDC"}`;
  const done = { status: 'done', evidence: 'a link', flags: { approved: true } };
  const FLAGS = '"flags":{"approved":true,"disputed":false,"released":false,"resolved":false}';

  test('has the body of a multi-release deploy and the state of each milestone', () => {
    const terms: StepTerms = {
      ...texts,
      roles,
      milestones: [
        { ...done, description: 'Draft', amount: '900719925474.0992123', receiver: OTHER },
        { ...begun, description: 'Final', amount: '1', receiver: SIGNER },
      ],
      token: USDC.address,
      receiverMemo: '0',
    };
    expect(asked(v1, { ...multi, act: 'update', terms })).toEqual({
      method: 'PUT',
      path: '/escrow/multi-release/update-escrow',
      headers: { ...JSON_TYPE, 'x-api-key': CREDENTIALS.apiKey },
      body:
        `{${C},"signer":"${SIGNER}","escrow":{${TEXTS},"platformFee":0.5,"roles":{${ROLES},"releaseSigner":"${OTHER}",` +
        `"disputeResolver":"${SIGNER}"},"milestones":[{"description":"Draft","amount":900719925474.0992123,` +
        `"receiver":"${OTHER}","status":"done","evidence":"a link",${FLAGS}},` +
        `{"description":"Final","amount":1,"receiver":"${SIGNER}"}],${TRUSTLINE}}}`,
    });
  });

  test('has one amount and one receiver when the escrow is single-release', () => {
    const terms: StepTerms = {
      ...texts,
      roles: { ...roles, receiver: OTHER },
      amount: '12.5',
      milestones: [
        { ...done, description: 'Draft', flags: { approved: true } },
        { ...begun, description: 'Final', flags: { approved: false } },
      ],
      token: USDC.address,
    };
    expect(asked(v1, { ...single, act: 'update', terms })).toMatchObject({
      path: '/escrow/single-release/update-escrow',
      body:
        `{${C},"signer":"${SIGNER}","escrow":{${TEXTS},"amount":12.5,"platformFee":0.5,"roles":{${ROLES},` +
        `"releaseSigner":"${OTHER}","disputeResolver":"${SIGNER}","receiver":"${OTHER}"},` +
        '"milestones":[{"description":"Draft","status":"done","evidence":"a link","approved":true},' +
        `{"description":"Final"}],${TRUSTLINE}}}`,
    });
  });

  test('names the sandbox’s escrow as its deploy does, and leaves the multiplier to the token', () => {
    const terms: StepTerms = {
      ...texts,
      roles: { ...roles, receiver: OTHER },
      milestones: [{ ...done, description: 'Draft', amount: '1' }],
      token: TOKEN_CONTRACT,
      receiverMemo: '7',
    };
    expect(asked(sandbox, { ...multi, act: 'update', terms })).toEqual({
      method: 'PUT',
      path: '/escrow/multi-release/update-escrow',
      headers: { ...JSON_TYPE, Authorization: `Bearer ${CREDENTIALS.accessToken}` },
      body:
        `{${C},"signer":"${SIGNER}","escrow":{${TEXTS},"roles":{${ROLES},"release":"${OTHER}",` +
        `"disputeResolver":"${SIGNER}","receiver":"${OTHER}"},"platformFee":0.5,` +
        `"milestones":[{"description":"Draft","amount":1,"status":"done","evidence":"a link",${FLAGS}}],` +
        `"trustline":{"address":"${TOKEN_CONTRACT}"},"receiverMemo":7}}`,
    });
  });

  test('says what v1 cannot carry before anything is sent', () => {
    const token = encodeStrKey('contract', new Uint8Array(32).fill(7));
    const terms: StepTerms = { ...texts, roles, milestones: [], token, receiverMemo: '7' };
    const update = (more: Partial<StepTerms>) => () =>
      asked(v1, { ...multi, act: 'update', terms: { ...terms, ...more } });
    expect(update({})).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        fields: [
          expect.objectContaining({ path: 'receiverMemo' }),
          fieldProblem('trustline.address', 'UNKNOWN_ASSET_CONTRACT'),
        ],
      }),
    );
    const answer = update({ asset: { code: 'GOLD', issuer: OTHER }, receiverMemo: '0' })();
    expect(JSON.parse(answer?.body ?? '').escrow.trustline).toEqual({ address: OTHER, symbol: 'GOLD' });
  });
});
