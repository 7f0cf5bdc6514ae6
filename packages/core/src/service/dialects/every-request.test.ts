/** Every request of every dialect, to the byte, and what a dialect refuses before anything is sent. */
import { escrowAddresses, OTHER, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formOf } from '../../actions/registry.ts';
import type { OrderFields } from '../../actions/steps/form.ts';
import { CountersignError } from '../../errors/errors.ts';
import { type DeployRequest, encodeStrKey, fromBaseUnits, toBaseUnits } from '../../escrow/index.ts';
import { type Network, networkWith } from '../../escrow/network.ts';
import { STEP_NAMES } from '../../escrow/steps.ts';
import { spokenView } from '../../words/problems.ts';
import { dialectFor } from '../client.ts';
import type { StepOrder, StepTerms } from '../escrow-service.ts';
import type { WireRequest } from '../http/http.ts';

const CREDENTIALS = { accessToken: 'a-token-of-sixteen', apiKey: 'an-id.and-a-secret' };
const [ESCROW, TWO] = escrowAddresses(2) as [string, string];
const testnet = networkWith('testnet', 'v1');
const [USDC] = testnet.tokens as [Network['tokens'][number]];
const GOLD_CONTRACT = encodeStrKey('contract', new Uint8Array(32).fill(7));
const GOLD = { code: 'GOLD', issuer: OTHER };
/** Signs deploys here, and issues no token that is known. */
const ORGANISER = 'GBFRCU73YKD5NUWBL2SLSZHBAP6IH3MNWIKMUYOIZXGBIUP74WLTGGNJ';
const XLM = 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC';

const DIALECTS = {
  'the interface of docs/interface.md': dialectFor(networkWith('testnet', 'seed')),
  'seed, as our own sandbox speaks it': dialectFor(networkWith('sandbox', 'seed')),
  v1: dialectFor(testnet),
};
const { v1, 'seed, as our own sandbox speaks it': sandbox } = DIALECTS;

const DISTRIBUTIONS = [
  { address: SIGNER, amount: '900719925474.0992123' },
  { address: OTHER, amount: '0.5' },
];
const { receiver, ...ROLES } = REQUEST.roles as typeof REQUEST.roles & { receiver: string };
const DONE = { description: 'Draft', status: 'done', evidence: 'a link', flags: { approved: true } };
const BEGUN = { description: 'Final', status: 'pending', evidence: '', flags: { approved: false, disputed: false } };
const TEXTS = { engagementId: 'E-1', title: 'Logo', description: 'A logo', platformFee: '0.5', token: USDC.address };
const TERMS: Readonly<Record<'multi' | 'single', StepTerms>> = {
  multi: {
    ...{ ...TEXTS, roles: ROLES, receiverMemo: '0' },
    milestones: [
      { ...DONE, amount: '900719925474.0992123', receiver },
      { ...BEGUN, amount: '1', receiver: SIGNER },
    ],
  },
  single: { ...TEXTS, roles: REQUEST.roles, amount: '12.5', milestones: [DONE, BEGUN] },
};

/** Each step of either release, with the fields that it sends. */
function ordersOf(release: 'multi' | 'single'): StepOrder[] {
  const samples: OrderFields = {
    ...{ index: 2, status: 'done', evidence: 'https://x.example/a"b', ledgers: 17_280 },
    ...{ distributions: DISTRIBUTIONS, terms: TERMS[release] },
  };
  return STEP_NAMES.map((act) => {
    const { path, body } = formOf(act).service;
    const isOfWhole = typeof path !== 'string' && release === 'single';
    const sent: readonly string[] = Object.values<string>(body).filter((field) => field !== 'index' || !isOfWhole);
    const own = Object.entries(samples).filter(([field]) => sent.includes(field));
    return { ...Object.fromEntries(own), act, release, escrow: ESCROW, signer: SIGNER };
  });
}

const oneReceiver = (address: string, more: Partial<DeployRequest> = {}): DeployRequest => ({
  ...{ ...REQUEST, signer: ORGANISER },
  ...more,
  trustline: { address, decimals: 10_000_000 },
});
const severalReceivers = (address: string): DeployRequest => ({
  ...oneReceiver(address, { roles: ROLES }),
  milestones: [SIGNER, OTHER].map((each) => ({ description: 'm', amount: '1', receiver: each })),
});

function requestsOf(dialect: (typeof DIALECTS)[keyof typeof DIALECTS]): Record<string, WireRequest | undefined> {
  const { requests, steps, fund, reindex, rows } = dialect;
  const deploy = (request: DeployRequest) => requests.deploy(request, CREDENTIALS);
  const ordered = (['multi', 'single'] as const).flatMap(ordersOf);
  return {
    deploy: deploy(oneReceiver(USDC.address, { receiverMemo: '0' })),
    'deploy of a token named by its issuer': deploy(oneReceiver(USDC.issuer)),
    'deploy of a single release': deploy(oneReceiver(USDC.address, { kind: 'single' })),
    'deploy with different receivers': deploy(severalReceivers(USDC.address)),
    'deploy of a token that only the ledger knows': requests.deploy(oneReceiver(GOLD_CONTRACT), CREDENTIALS, GOLD),
    'empty deploy': requests.emptyDeploy(CREDENTIALS),
    send: requests.send('AAAA+/=', CREDENTIALS),
    'balance of one': requests.balances(SIGNER, [ESCROW], CREDENTIALS),
    'balances of two': requests.balances(SIGNER, ['A&b=c', TWO], CREDENTIALS),
    ...Object.fromEntries(
      ordered.map((order) => [
        `${order.act} of a ${order.release} release`,
        steps?.builds(order.act, order.release) ? steps.question.request(order, CREDENTIALS) : undefined,
      ]),
    ),
    ...Object.fromEntries(
      (['multi', 'single'] as const).map((release) => [
        `fund a ${release} release`,
        fund?.request({ escrow: ESCROW, signer: SIGNER, amount: '900719925474.0992123', release }, CREDENTIALS),
      ]),
    ),
    reindex: reindex?.request('ab'.repeat(32), CREDENTIALS),
    'rows by contract': rows?.request({ contractIds: [ESCROW, TWO] }, CREDENTIALS),
    'rows by signer': rows?.request({ signer: SIGNER }, CREDENTIALS),
    'rows by role': rows?.request({ role: 'platformAddress', address: SIGNER }, CREDENTIALS),
  };
}

const NAMES: readonly (readonly [string, string])[] = [
  ...([
    [SIGNER, '<signer>'],
    [OTHER, '<other>'],
    [ESCROW, '<escrow>'],
    [TWO, '<two>'],
    [ORGANISER, '<organiser>'],
  ] as const),
  ...([
    [USDC.address, '<USDC>'],
    [USDC.issuer, '<issuer of USDC>'],
    [GOLD_CONTRACT, '<GOLD>'],
  ] as const),
];
const named = (text: string) => NAMES.reduce((whole, [address, name]) => whole.replaceAll(address, name), text);

test('sends each request to the byte as recorded', async () => {
  const lines = Object.entries(DIALECTS).flatMap(([name, dialect]) => [
    `== ${name}`,
    ...Object.entries(requestsOf(dialect)).flatMap(([what, request]) =>
      request === undefined
        ? [`${what}: not known`]
        : [
            `${what}: ${request.method} ${named(request.path)}`,
            `  ${JSON.stringify(request.headers)}`,
            ...(request.body === undefined ? [] : [`  ${named(request.body)}`]),
          ],
    ),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/requests.txt');
});

test.each(Object.entries(DIALECTS))('carries only its own credentials, and only in headers, in %s', (_, dialect) => {
  for (const { path, headers, body } of Object.values(requestsOf(dialect)).filter((each) => each !== undefined)) {
    for (const [name, secret] of Object.entries(CREDENTIALS)) {
      expect(decodeURIComponent(path) + body).not.toContain(secret);
      if (!dialect.credentials.includes(name as 'apiKey')) expect(JSON.stringify(headers)).not.toContain(secret);
    }
  }
});

test('writes a query that a standard parser reads back, whatever it holds', () => {
  const text = fc.string({ unit: 'binary' }).map((each) => each.toWellFormed());
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 20 }), (signer, addresses) => {
      const { path } = sandbox.requests.balances(signer, addresses, CREDENTIALS);
      const { pathname, searchParams, hash } = new URL(`http://service.example${path}`);
      expect([pathname, hash]).toEqual(['/escrow/single-release/get-multiple-escrow-balance', '']);
      expect([...searchParams]).toEqual([['signer', signer], ...addresses.map((each) => ['addresses[]', each])]);
    }),
  );
});

describe('numbers in a body', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 100n }).map((units) => fromBaseUnits(units, 7));

  test('have exactly the digits of the request', () => {
    const memos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
    fc.assert(
      fc.property(amounts, amounts, memos, (one, other, receiverMemo) => {
        const milestones = [one, other].map((amount) => ({ description: 'm', amount }));
        const { body = '' } = sandbox.requests.deploy({ ...REQUEST, milestones, receiverMemo }, CREDENTIALS);
        const numbers = [...body.matchAll(/"(?:amount|receiverMemo)":(-?[0-9.eE+]+)[,}]/g)].map(([, digits]) => digits);
        expect(numbers).toEqual([one, other, receiverMemo]);
        expect(() => JSON.parse(body)).not.toThrow();
      }),
    );
  });

  test('add up the milestones of a single release to the last digit', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 10 }), (each) => {
        const milestones = each.map((amount) => ({ description: 'm', amount }));
        const request = oneReceiver(USDC.address, { kind: 'single', milestones });
        const [, amount = ''] = /"amount":([^,]+),/.exec(v1.requests.deploy(request, CREDENTIALS).body ?? '') ?? [];
        const units = each.map((one) => toBaseUnits(one, 7) as bigint);
        expect(toBaseUnits(amount, 7)).toBe(units.reduce((sum, one) => sum + one));
      }),
    );
  });

  test.each(['1e5', '01', '.5', '1.', '+1', '"1"', '1,"x":2', 'NaN', '', ' 1', '1\n', '10.50'])(
    'are never written from anything but a canonical decimal (%j)',
    (amount) => {
      expect(() => sandbox.requests.deploy({ ...REQUEST, platformFee: amount }, CREDENTIALS)).toThrow(TypeError);
      const distributions = [{ address: SIGNER, amount }];
      const order = { act: 'withdraw', release: 'multi', escrow: ESCROW, signer: SIGNER, distributions } as const;
      for (const { steps } of [v1, sandbox]) {
        expect(() => steps?.question.request(order, CREDENTIALS)).toThrow(TypeError);
      }
    },
  );
});

test('names everything that v1 cannot carry before anything is sent', async () => {
  const strange = encodeStrKey('contract', new Uint8Array(32).fill(9));
  const update = (more: Partial<StepTerms>) => () =>
    v1.steps?.question.request(
      { act: 'update', release: 'multi', escrow: ESCROW, signer: SIGNER, terms: { ...TERMS.multi, ...more } },
      CREDENTIALS,
    );
  const deploy = (request: DeployRequest) => () => v1.requests.deploy(request, CREDENTIALS);
  const cases: Readonly<Record<string, () => unknown>> = {
    'a memo': deploy(oneReceiver(USDC.address, { receiverMemo: '7' })),
    'other decimals': deploy({ ...REQUEST, trustline: { address: USDC.address, decimals: 1_000_000 } }),
    XLM: deploy(oneReceiver(XLM)),
    'an issuer that is not known': deploy(oneReceiver(ORGANISER)),
    'a contract that is no asset': deploy(oneReceiver(strange)),
    'all at once': deploy({ ...REQUEST, receiverMemo: '7', trustline: { address: XLM, decimals: 100 } }),
    'an update with a memo, of a contract that is no asset': update({ token: strange, receiverMemo: '7' }),
  };
  const lines = Object.entries(cases).map(([what, make]) => {
    try {
      make();
      return `${what}: made`;
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      return [
        `${what}: ${error.code}`,
        ...(spokenView(error, 'en').fields ?? []).map(({ path, problem }) => `  ${path} ${problem}`),
      ].join('\n');
    }
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/refused-by-v1.txt');
});
