/** One person with all wallets and one assistant: what the tools tell of an escrow’s life. */
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { call, type Host, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { expect, onTestFinished, test } from 'vitest';

type ViewTexts = Record<string, string>;
type Input = Readonly<Record<string, unknown>>;

const PROVIDER = REQUEST.roles.serviceProvider;

async function startListed(env = {}): Promise<Host> {
  const host = await startHost({ env });
  await host.client.listTools();
  return host;
}

/** Prepared by the assistant, signed in that wallet, settled on the ledger. @returns what it settled as */
async function does(host: Host, name: DemoAccountName, tool: string, input: Input) {
  const prepared = (await call(host, tool, { ...input, includeXdr: true })) as ViewTexts;
  expect(prepared, JSON.stringify(prepared)).toMatchObject({ status: 'prepared' });
  const { id, unsignedXdr = '', transactionHash = '', escrow = '' } = prepared;
  const settled = await call(host, 'submit_signed_xdr', { signedXdr: signAs(name, unsignedXdr, transactionHash), id });
  expect(settled).toMatchObject({ status: 'settled', by: 'ledger' });
  return { id, escrow, prepared, settled };
}

const drafts = { description: 'Drafts', amount: '25' };
const CHANGED = { changedSince: expect.any(Array), sinceAgreed: { is: 'changed', differences: expect.any(Array) } };
const BLOCKED = {
  status: 'to-confirm',
  judgement: { stops: [expect.stringMatching(/^The terms have changed since the signing wallet last agreed/)] },
};

test('reports and blocks a change by the platform that the same person prepared', async () => {
  const host = await startListed();
  const { id } = await does(host, 'client', 'deploy_escrow', REQUEST);
  await does(host, 'platform', 'update_escrow', { escrow: id, milestones: [REQUEST.milestones[0], drafts] });
  expect(await call(host, 'get_escrow', { escrow: id })).toMatchObject(CHANGED);
  expect(await call(host, 'prepare_step', { step: 'fund', id })).toMatchObject(BLOCKED);
});

test('terms that the person’s own wallet changed here are no alarm, and it can be funded; changed elsewhere they are', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const [host, other] = [await startListed(env), await startListed(env)];
  const roles = { ...REQUEST.roles, platformAddress: SIGNER };
  const { id, escrow } = await does(host, 'client', 'deploy_escrow', { ...REQUEST, roles });
  await does(host, 'client', 'update_escrow', { escrow: id, milestones: [REQUEST.milestones[0], drafts] });
  const view = await call(host, 'get_escrow', { escrow: id });
  expect(view).toMatchObject({ total: '35.5', next: 'Fund it: 35.5 USDC is missing.' });
  expect(view).not.toHaveProperty('changedSince');
  expect(view).toMatchObject({
    sinceAgreed: {
      is: 'changed-by-you',
      differences: [
        { field: 'number of milestones', agreed: '3', now: '2' },
        { field: 'milestones[1].amount', agreed: '20', now: '25' },
      ],
    },
  });
  const { escrows } = (await call(host, 'find_escrows', {})) as unknown as { escrows: readonly ViewTexts[] };
  expect(escrows).toMatchObject([{ id, next: expect.stringMatching(/^Fund it/) }]);
  expect(await call(host, 'prepare_step', { step: 'fund', id })).toMatchObject({
    status: 'prepared',
    judgement: { stops: [] },
  });

  await does(other, 'client', 'update_escrow', { escrow, addMilestones: [drafts] });
  expect(await call(host, 'get_escrow', { escrow: id })).toMatchObject(CHANGED);
  expect(await call(host, 'prepare_step', { step: 'fund', id, amount: '5' })).toMatchObject(BLOCKED);
});

test('finds and shows every request that waits for a signature, with its signer and its page', async () => {
  const host = await startListed();
  const { id, escrow } = await does(host, 'client', 'deploy_escrow', REQUEST);
  const payment = (await call(host, 'prepare_step', { step: 'fund', id, amount: '12.5' })) as ViewTexts;
  const report = { escrow: id, step: 'change-status', milestone: 2 };
  const step = (await call(host, 'prepare_step', report)) as ViewTexts;
  const unsigned = (await call(host, 'deploy_escrow', { ...REQUEST, engagementId: 'ANOTHER' })) as ViewTexts;
  const about = { title: REQUEST.title, escrow, status: 'prepared' };
  const toSign = [
    { ...about, id: step['id'], step: 'change-status', milestone: 2, signer: PROVIDER, signUrl: step['signUrl'] },
    { ...about, id: payment['id'], step: 'fund', amount: '12.5 USDC', signer: SIGNER, signUrl: payment['signUrl'] },
  ];
  expect(await call(host, 'get_escrow', { escrow: id })).toMatchObject({
    status: 'settled',
    toSign: [
      { id: step['id'], step: 'change-status', signer: 'Ben' },
      { id: payment['id'], step: 'fund', signer: 'Ana' },
    ],
  });
  expect(await call(host, 'find_escrows', { status: 'open' })).toMatchObject({
    escrows: [{ id: unsigned['id'], status: 'prepared', signer: SIGNER, signUrl: unsigned['signUrl'] }],
    toSign,
    next: expect.stringContaining('toSign'),
  });
  expect(await call(host, 'find_escrows', { status: 'open', wallet: 'provider', query: 'logo' })).toMatchObject({
    toSign: [toSign[0]],
  });
  expect(await call(host, 'find_escrows', { status: 'settled' })).not.toHaveProperty('toSign');
  for (const one of [payment, step]) await call(host, 'prepare_step', { step: 'discard', id: one['id'] });
  expect(await call(host, 'get_escrow', { escrow: id })).not.toHaveProperty('toSign');
});

test('a release and a decision say what they paid to whom and when, and the history keeps it', async () => {
  const host = await startListed();
  const { id } = await does(host, 'client', 'deploy_escrow', REQUEST);
  await does(host, 'client', 'prepare_step', { step: 'fund', id });
  const act = (name: DemoAccountName, step: string, milestone: number) =>
    does(host, name, 'prepare_step', { escrow: id, step, milestone, signer: name });
  await act('client', 'approve', 1);
  const released = await act('client', 'release', 1);
  const when = expect.stringMatching(/^20\d\d-.*Z$/);
  const paid = [
    expect.stringMatching(/^0\.0315 USDC to the service \(G/),
    expect.stringMatching(/^0\.525 USDC to the platform \(Demo Platform, G/),
    `9.9435 USDC to the service provider, receiver (Ben, ${PROVIDER})`,
  ];
  expect(released.settled).toMatchObject({ payouts: paid, paidAt: when });
  expect(await call(host, 'get_escrow', { id: released.id })).toMatchObject({ payouts: paid, paidAt: when });
  await act('provider', 'dispute', 2);
  const distributions = [{ address: 'client', amount: '20' }];
  const decided = await does(host, 'arbiter', 'prepare_step', {
    escrow: id,
    step: 'resolve',
    milestone: 2,
    distributions,
  });
  const shared = expect.arrayContaining([`18.94 USDC to the approver, release signer (Ana, ${SIGNER})`]);
  expect(decided.settled).toMatchObject({ payouts: shared, paidAt: when });
  const view = await call(host, 'get_escrow', { escrow: id });
  const { history, historyIsPartial } = view;
  expect(historyIsPartial).toBeUndefined();
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  const byClient = { by: 'Ana', transaction: hash };
  expect(history).toEqual([
    { at: when, kind: 'deployed', ...byClient },
    { at: when, kind: 'funded', amount: '60.5', payer: 'Ana', transaction: hash },
    { at: when, kind: 'approved', milestone: 1, by: 'Ana' },
    {
      ...{ at: when, kind: 'released', milestone: 1, ...byClient },
      paid: { Ben: '9.9435', 'Demo Platform': '0.525', 'service fee': '0.0315' },
    },
    { at: when, kind: 'disputed', milestone: 2, by: 'Ben' },
    {
      ...{ at: when, kind: 'resolved', milestone: 2, by: 'Cleo', transaction: hash },
      paid: { Ana: '18.94', 'Demo Platform': '1', 'service fee': '0.06' },
    },
  ]);
  expect(view).toMatchObject({
    parties: expect.arrayContaining([
      expect.objectContaining({ address: PROVIDER, name: 'Ben', got: '9.9435', toCome: '28.41', inTheEnd: '38.3535' }),
    ]),
    sinceAgreed: { is: 'unchanged' },
  });
  // Row by row, each has its transaction.
  const later = (history as unknown as readonly object[]).slice(3).map((row) => ({ ...row, transaction: hash }));
  expect((await call(host, 'get_escrow', { escrow: id, historyFrom: 4 }))['history']).toEqual(later);
});
