/** What every implementation of `Dialect` must do: the requests it makes, and what it reads from replies. */
import { CountersignError } from '@countersign/core/errors';
import { formOf } from '@countersign/core/internal/actions/registry';
import type { OrderFields } from '@countersign/core/internal/actions/steps/form';
import { STEP_NAMES } from '@countersign/core/internal/escrow/steps';
import type { BalancesReply, Dialect } from '@countersign/core/internal/service/dialects/dialect';
import type { StepOrder, StepTerms } from '@countersign/core/internal/service/escrow-service';
import type { Exchange, Reply, WireRequest } from '@countersign/core/internal/service/http/http';
import { describe, expect, test } from 'vitest';
import { escrowAddresses, REQUEST, SIGNER, TOKEN_CONTRACT } from '../service/requests.ts';

/** Bodies of this dialect's successes, with status 200. */
export type DialectSamples = {
  readonly deployed: (unsignedTransaction: string) => unknown;
  readonly settled: unknown;
  readonly balances: (entries: readonly { readonly address: string; readonly balance: number }[]) => unknown;
  /** The body of the 404 of a path that the service does not know. */
  readonly unknownPath: unknown;
  /** Bodies of what only some can; each is here where the dialect can. */
  readonly funded?: (unsignedTransaction: string) => unknown;
  readonly reindexed?: unknown;
  readonly rows?: (contractIds: readonly string[]) => unknown;
};

const CREDENTIALS = { accessToken: 'spec-token-of-sixteen', apiKey: 'spec-key-of-sixteen-x' };
const FUND = { escrow: TOKEN_CONTRACT, signer: SIGNER, amount: '900719925474.0992123', release: 'multi' } as const;
const TERMS: StepTerms = {
  engagementId: 'ENG-1',
  title: 'Logo',
  description: 'A logo',
  platformFee: '0.29',
  roles: REQUEST.roles,
  amount: FUND.amount,
  milestones: [
    { description: 'Draft', amount: FUND.amount, receiver: SIGNER, status: 'pending', evidence: '', flags: {} },
  ],
  token: TOKEN_CONTRACT,
};
const STEP: StepOrder = { act: 'approve', escrow: TOKEN_CONTRACT, signer: SIGNER, release: 'multi', index: 0 };
const DISTRIBUTIONS = [{ address: SIGNER, amount: FUND.amount }];
const SAMPLES: OrderFields = {
  index: 3,
  status: 'done',
  evidence: 'It is done',
  distributions: DISTRIBUTIONS,
  terms: TERMS,
  ledgers: 17_280,
};
const HASH = 'ab'.repeat(32);
const BASE = 'https://service.example/base';

export function describeDialect(name: string, dialect: Dialect, samples: DialectSamples): void {
  describe(`the dialect ${name}`, () => {
    describeRequests(dialect);
    if (dialect.steps !== undefined) describeSteps(dialect);
    describeReplies(dialect, samples);
  });
}

function stepsOf({ steps }: Dialect): StepOrder[] {
  const orders = (['multi', 'single'] as const).flatMap((release): StepOrder[] => {
    const order = { escrow: TOKEN_CONTRACT, signer: SIGNER, release } as const;
    return STEP_NAMES.map((act) => {
      const { path, body } = formOf(act).service;
      const isOfWhole = typeof path !== 'string' && release === 'single';
      const own = Object.entries(SAMPLES).filter(
        ([field]) => Object.values<string>(body).includes(field) && !(field === 'index' && isOfWhole),
      );
      return { ...Object.fromEntries(own), ...order, act };
    });
  });
  return orders.filter(({ act, release }) => steps?.builds(act, release));
}

function describeRequests(dialect: Dialect): void {
  const { requests, maxAddresses, credentials, ...more } = dialect;
  const addresses = escrowAddresses(maxAddresses);
  const signedXdr = 'AAAA+/=='.repeat(50);
  const all: [string, WireRequest][] = [
    ['deploy', requests.deploy(REQUEST, CREDENTIALS)],
    ['empty deploy', requests.emptyDeploy(CREDENTIALS)],
    ['send', requests.send(signedXdr, CREDENTIALS)],
    ['balances', requests.balances(SIGNER, addresses, CREDENTIALS)],
    ...optional('fund', more.fund?.request(FUND, CREDENTIALS)),
    ...stepsOf(dialect).map((order): [string, WireRequest] => [
      `${order.act} of a ${order.release} release`,
      more.steps?.question.request(order, CREDENTIALS) as WireRequest,
    ]),
    ...optional('reindex', more.reindex?.request(HASH, CREDENTIALS)),
    ...optional('rows by contract', more.rows?.request({ contractIds: addresses }, CREDENTIALS)),
    ...optional('rows by signer', more.rows?.request({ signer: SIGNER }, CREDENTIALS)),
    ...optional('rows by role', more.rows?.request({ role: 'releaseSigner', address: SIGNER }, CREDENTIALS)),
  ];

  describe.each(all)('the request of %s', (_, { method, path, headers, body }) => {
    test('follows the base address and has no fragment', () => {
      const url = new URL(BASE + path);
      expect(path).toMatch(/^\/[^/]/);
      expect(`${url.origin}${url.pathname}`).toMatch(/^https:\/\/service\.example\/base\/./);
      expect(url.hash).toBe('');
      expect(['GET', 'POST', 'PUT']).toContain(method);
    });

    test('carries a credential in its headers, and in nothing else', () => {
      const secrets = Object.values(CREDENTIALS);
      expect(secrets.some((secret) => JSON.stringify(headers).includes(secret))).toBe(true);
      for (const secret of secrets) expect(decodeURIComponent(path) + body).not.toContain(secret);
    });

    test('carries no credential but those that the dialect names', () => {
      const others = (['accessToken', 'apiKey'] as const).filter((name) => !credentials.includes(name));
      for (const other of others) expect(JSON.stringify(headers)).not.toContain(CREDENTIALS[other]);
    });

    test('has a JSON body with its content type, or no body', () => {
      expect(new Headers(headers).get('content-type')).toBe('application/json');
      if (method === 'GET') expect(body).toBeUndefined();
      else expect(() => JSON.parse(body as string)).not.toThrow();
    });
  });

  test('the empty deploy has the path of a deploy', () => {
    const [deploy, empty] = [requests.deploy(REQUEST, CREDENTIALS), requests.emptyDeploy(CREDENTIALS)];
    expect([empty.method, empty.path]).toEqual([deploy.method, deploy.path]);
  });

  test('a deploy keeps every digit of each amount', () => {
    const { body = '' } = requests.deploy(REQUEST, CREDENTIALS);
    for (const { amount } of REQUEST.milestones) expect(body).toContain(amount);
  });

  test('a send has the transaction unchanged', () => {
    const { body = '' } = requests.send(signedXdr, CREDENTIALS);
    expect(Object.values(JSON.parse(body))).toContain(signedXdr);
  });

  test('a balance request has up to the maximum of addresses, each once', () => {
    const { path, body = '' } = requests.balances(SIGNER, addresses, CREDENTIALS);
    const asked = decodeURIComponent(path) + body;
    for (const address of addresses) expect(asked.split(address)).toHaveLength(2);
  });

  test('a payment keeps every digit of the amount', () => {
    if (more.fund !== undefined) expect(more.fund.request(FUND, CREDENTIALS).body).toContain(FUND.amount);
  });
}

function describeSteps(dialect: Dialect): void {
  const orders = stepsOf(dialect);

  test('each step of either release has its own request, with the escrow and the signer', () => {
    const asked = orders.map((order) => dialect.steps?.question.request(order, CREDENTIALS) as WireRequest);
    expect(new Set(asked.map(({ method, path }) => `${method} ${path}`)).size).toBe(orders.length);
    for (const { body = '' } of asked) {
      expect(JSON.parse(body).contractId).toBe(TOKEN_CONTRACT);
      expect(Object.values(JSON.parse(body))).toContain(SIGNER);
    }
  });

  test('a step keeps every digit of its amounts, as numbers', () => {
    for (const order of orders) {
      const { body = '' } = dialect.steps?.question.request(order, CREDENTIALS) ?? {};
      if ('distributions' in order || 'terms' in order) expect(body).toContain(`"amount":${FUND.amount}`);
    }
  });
}

const optional = <T>(name: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[name, value]]);

const reply = (status: number, body: Reply['body']): Reply => ({
  kind: 'reply',
  status,
  body,
  retryAfterMs: undefined,
  clockSkewMs: 0,
});
const json = (status: number, value: unknown): Reply => reply(status, { kind: 'json', value });
const page = (status: number): Reply => reply(status, { kind: 'unreadable', problem: 'is a web page', html: true });

/** Statuses that mean the same in every dialect. */
const FAILURES: readonly (readonly [number, string])[] = [
  [302, 'SERVICE_REDIRECTED'],
  [401, 'SERVICE_UNAUTHORIZED'],
  [403, 'SERVICE_UNAUTHORIZED'],
  [429, 'RATE_LIMITED'],
  [503, 'SERVICE_FAILED'],
];

function describeReplies({ replies, fund, steps, reindex, rows }: Dialect, samples: DialectSamples): void {
  const [one, other] = escrowAddresses(2) as [string, string];
  const readers: [string, (reply: Reply) => unknown][] = [
    ['deploy', (read) => replies.deploy(read, REQUEST)],
    ['balances', (read) => replies.balances(read, SIGNER, [one, other])],
    ...optional('fund', fund && ((read: Reply) => fund.read(read, FUND))),
    ...optional('step', steps && ((read: Reply) => steps.question.read(read, STEP))),
    ...optional('rows', rows && ((read: Reply) => rows.read(read, { signer: SIGNER }))),
  ];
  const strange: [string, Reply][] = [
    ['a web page', page(200)],
    ['nothing', reply(200, { kind: 'unreadable', problem: 'is empty', html: false })],
    ['half a reply', reply(200, { kind: 'broken-off' })],
    ['a number', json(200, 7)],
    ['null', json(200, null)],
    ['an object of other fields', json(200, { neither: 'here', nor: 'there' })],
  ];

  test('a deploy gives its transaction', () => {
    expect(replies.deploy(json(200, samples.deployed('AAAA')), REQUEST)).toEqual({ unsignedTransaction: 'AAAA' });
  });

  test('a step gives its transaction', () => {
    const read = steps?.question.read(json(200, samples.deployed('AAAA')), STEP);
    expect(read).toEqual(steps && { unsignedTransaction: 'AAAA' });
  });

  test('balances are one entry for each address, in the order asked', () => {
    const entries = [
      { address: other, balance: 2 },
      { address: one, balance: 1.5 },
    ];
    const read = replies.balances(json(200, samples.balances(entries)), SIGNER, [one, other]);
    expect(read).toEqual({
      kind: 'entries',
      entries: [
        { address: one, balance: '1.5' },
        { address: other, balance: '2' },
      ],
    } satisfies BalancesReply);
  });

  test('its optional operations return their answers', () => {
    expect([fund, reindex, rows].map((each) => each !== undefined)).toEqual(
      [samples.funded, samples.reindexed, samples.rows].map((each) => each !== undefined),
    );
    expect(fund?.read(json(200, samples.funded?.('AAAA')), FUND)).toEqual(fund && { unsignedTransaction: 'AAAA' });
    expect(reindex?.read(json(200, samples.reindexed), HASH)).toBeUndefined();
    expect(rows?.read(json(200, samples.rows?.([one, other])), { signer: SIGNER })).toEqual(
      rows && [one, other].map((contractId) => expect.objectContaining({ contractId })),
    );
    expect(rows?.read(json(200, []), { signer: SIGNER })).toEqual(rows && []);
  });

  describe.each(readers)('the reader of %s', (_, read) => {
    test.each(strange)('calls %s unreadable', (_what, odd) => {
      expect(codeOf(() => read(odd))).toBe('SERVICE_REPLY_UNREADABLE');
    });

    test.each(FAILURES)('gives status %i as %s', (status, code) => {
      expect(codeOf(() => read(json(status, { message: 'words' })))).toBe(code);
      expect(replies.error(json(status, { message: 'words' })).code).toBe(code);
    });
  });

  describe('the reader of a send', () => {
    test('gives a success as accepted', () => {
      expect(replies.send(json(200, samples.settled))).toMatchObject({ kind: 'accepted' });
    });

    test.each([
      ...strange,
      ['a failure of a proxy', page(502)],
      ['a refused credential', json(401, {})],
      ['too many requests', json(429, {})],
      ['a refusal', json(400, { message: 'tx_bad_seq' })],
    ] as typeof strange)('gives %s as unknown: the transaction may have reached the ledger', (_what, odd) => {
      expect(replies.send(odd)).toMatchObject({ kind: 'unknown' });
    });

    test.each([true, false])('reports after a broken connection whether anything was sent (%s)', (sent) => {
      const error = new CountersignError('SERVICE_UNREACHABLE');
      const failed: Exchange = { kind: 'failed', cause: 'connection', sent, error };
      if (sent) expect(replies.send(failed)).toMatchObject({ kind: 'unknown' });
      else expect(codeOf(() => replies.send(failed))).toBe('SERVICE_UNREACHABLE');
    });
  });

  test('distinguishes an unknown path from an escrow that is not found', () => {
    expect(replies.isUnknownPath(json(404, samples.unknownPath))).toBe(true);
    expect(replies.isUnknownPath(json(404, { message: 'Escrow not found' }))).toBe(false);
    expect(replies.isUnknownPath(json(200, samples.settled))).toBe(false);
  });
}

function codeOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof CountersignError ? error.code : String(error);
  }
}
