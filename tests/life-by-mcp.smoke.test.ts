/** A life from first request to last payment, by four people who each have an assistant, a data folder and a wallet. */
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { call, callRefused, type Host, startHost, startHostProcess } from '@countersign/testkit/mcp/host';
import { signAs } from '@countersign/testkit/mcp/request';
import { expect, onTestFinished, test } from 'vitest';

type Result = Record<string, string>;
type Input = Readonly<Record<string, unknown>>;
const { approver } = REQUEST.roles;

/** @param start how each of them starts the server */
async function fourPeople(start: (options: { readonly env: Record<string, string> }) => Promise<Host> = startHost) {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const hosts = new Map<DemoAccountName, Promise<Host>>();
  const hostOf = async (name: DemoAccountName): Promise<Host> => {
    const host = hosts.get(name) ?? start({ env });
    hosts.set(name, host);
    // From then on the SDK's client checks results against the output schemas.
    await (await host).client.listTools();
    return await host;
  };
  /** Prepared by the person's assistant, signed in their wallet, settled on the ledger. */
  const does = async (name: DemoAccountName, tool: string, input: Input) => {
    const host = await hostOf(name);
    const prepared = (await call(host, tool, { ...input, includeXdr: true })) as Result;
    expect(prepared).toMatchObject({ status: 'prepared', checked: 'verified' });
    const { id, unsignedXdr = '', transactionHash = '' } = prepared;
    const signedXdr = signAs(name, unsignedXdr, transactionHash);
    expect(await call(host, 'submit_signed_xdr', { signedXdr, id })).toMatchObject({ status: 'settled', by: 'ledger' });
    return prepared;
  };
  return { hostOf, does };
}

test('an escrow is made, funded, worked for, paid out, disputed, decided and emptied by MCP alone', async () => {
  const { hostOf, does } = await fourPeople(startHostProcess);
  const { escrow } = await does('client', 'deploy_escrow', { ...REQUEST, receiverMemo: null });
  const seen = async (name: DemoAccountName) => call(await hostOf(name), 'get_escrow', { escrow });
  expect(await seen('client')).toMatchObject({
    state: 'Waiting for money',
    turn: [
      { who: 'anyone', step: 'fund' },
      { step: 'change-status', milestone: 1, also: [2] },
    ],
  });
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client' });
  expect(await seen('provider')).toMatchObject({
    state: 'In progress',
    turn: [{ role: 'serviceProvider', step: 'change-status', milestone: 1, also: [2] }],
  });

  const early = await callRefused(await hostOf('client'), 'prepare_step', {
    escrow,
    step: 'release',
    milestone: 1,
  });
  expect(early).toMatchObject({
    code: 'STEP_NOT_POSSIBLE',
    message: 'Milestone 1 is not approved yet. Nothing was prepared.',
    remedy: expect.stringContaining(`The approver (Ana, ${approver}) approves first. What can be done now:`),
  });
  const evidence = 'https://example.com/sketches.pdf';
  const reported = await does('provider', 'prepare_step', {
    escrow,
    step: 'change-status',
    milestone: 1,
    evidence,
  });
  expect(reported).toMatchObject({
    summary: {
      does: 'Service provider: report milestone 1 of 2, “Sketches”, 10.5 USDC.',
      changes: expect.arrayContaining([{ what: 'Milestone 1: evidence', before: 'none', after: evidence }]),
      pays: [],
    },
    judgement: { stops: [], facts: [expect.stringContaining('link')] },
    afterwards: expect.stringContaining('Approver (Ana) approves milestone 1.'),
  });
  expect(await seen('client')).toMatchObject({ state: 'Waiting for approval' });
  const strangers = { escrow, step: 'approve', milestone: 1, signer: 'provider' };
  expect(await callRefused(await hostOf('provider'), 'prepare_step', strangers)).toMatchObject({
    code: 'STEP_NOT_POSSIBLE',
    message: expect.stringContaining('In this escrow only the approver ('),
  });
  const approval = { escrow, step: 'approve', milestone: 1 };
  await does('client', 'prepare_step', approval);
  expect(await callRefused(await hostOf('client'), 'prepare_step', approval)).toMatchObject({
    code: 'ALREADY_SO',
    message: 'Milestone 1 is approved already. Nothing was prepared.',
  });
  const paid = await does('client', 'prepare_step', { escrow, step: 'release', milestone: '1' });
  expect(paid['summary']).toMatchObject({
    pays: [
      expect.stringMatching(/^0\.0315 USDC to the service \(G/),
      expect.stringMatching(/^0\.525 USDC to the platform \(Demo Platform, G/),
      `9.9435 USDC to the receiver (Ben, ${REQUEST.roles.receiver})`,
    ],
    left: '20 USDC',
  });

  await does('provider', 'prepare_step', { escrow, step: 'dispute', milestone: 2, signer: 'provider' });
  expect(await seen('arbiter')).toMatchObject({
    state: 'In dispute',
    turn: [{ role: 'disputeResolver', step: 'resolve', milestone: 2 }],
    next: expect.stringMatching(/^Dispute resolver \(Cleo\) decides the dispute over milestone 2\. Before/),
  });
  const distributions = JSON.stringify([
    { address: 'client', amount: '5' },
    { address: 'provider', amount: 10 },
  ]);
  const first = { escrow, step: 'withdraw', distributions: [{ address: 'client', amount: 5 }] };
  expect(await does('arbiter', 'prepare_step', first)).toMatchObject({
    summary: {
      headline: expect.stringMatching(
        /^The approver.* gets 4\.735 USDC \(5 USDC less fees\); 15 USDC stays in the escrow for milestone 2$/,
      ),
      left: '15 USDC',
    },
    turn: [{ role: 'disputeResolver', step: 'resolve' }],
  });
  const decided = await does('arbiter', 'prepare_step', { escrow, step: 'resolve', milestone: 2, distributions });
  expect(decided).toMatchObject({ afterwards: 'Nothing is left to do.', turn: [] });
  expect(await seen('client')).toMatchObject({ state: 'Finished', held: '0', turn: [] });
});

test('an escrow is ended together: its assistants tell the plan, and prepare each transaction for its signer', async () => {
  const { hostOf, does } = await fourPeople();
  const { escrow } = await does('client', 'deploy_escrow', REQUEST);
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client' });
  const theirs = await call(await hostOf('arbiter'), 'prepare_step', { step: 'end', escrow, signer: 'arbiter' });
  expect(theirs).toMatchObject({ next: expect.stringContaining('passes its signUrl on to them') });
  for (const [name, part, signer] of [
    ['client', '1 of 4', { signer: 'client' }],
    // The person who prepared the escrow is treated as its signer.
    ['client', '2 of 4', {}],
    ['arbiter', '3 of 4', {}],
    ['arbiter', '4 of 4', {}],
  ] as const) {
    const ended = (await call(await hostOf(name), 'prepare_step', {
      step: 'end',
      escrow,
      ...signer,
      includeXdr: true,
    })) as {
      readonly prepared: Result;
      readonly next: string;
    };
    expect(ended).toMatchObject({ escrow, now: 'to-return', part, title: 'Logo' });
    expect(ended.next).toContain('call prepare_step with step end and the same escrow again');
    const { id, unsignedXdr = '', transactionHash = '' } = ended.prepared;
    const signedXdr = signAs(name, unsignedXdr, transactionHash);
    expect(await call(await hostOf(name), 'submit_signed_xdr', { signedXdr, id })).toMatchObject({ status: 'settled' });
  }
  const over = await call(await hostOf('client'), 'prepare_step', { step: 'end', escrow });
  expect(over).toEqual({
    ...{ escrow, title: 'Logo', now: 'over' },
    ending: ['No money is left in this escrow.'],
    next: 'Nothing has to be done.',
  });
});

test('the platform changes terms and extends an escrow, each prepared again by its id', async () => {
  const { hostOf, does } = await fourPeople();
  const { escrow } = await does('client', 'deploy_escrow', REQUEST);
  const prepared = await call(await hostOf('platform'), 'update_escrow', { escrow, title: 'Logo and brand guide' });
  expect(prepared).toMatchObject({
    summary: { changes: [{ what: 'Title', before: 'Logo', after: 'Logo and brand guide' }] },
    signUrl: expect.stringContaining('/sign/'),
    next: expect.stringContaining('get_escrow'),
  });
  const { id } = prepared;
  expect(await call(await hostOf('platform'), 'prepare_step', { id })).toMatchObject({ id, status: 'prepared' });
  await does('platform', 'prepare_step', { id });
  await does('platform', 'prepare_step', { escrow, step: 'extend', days: 30 });
});

test('a single release lives in the default sandbox, and a milestone is added to one that is funded', async () => {
  const { hostOf, does } = await fourPeople();
  const funded = async (engagementId: string) => {
    const asked = { ...REQUEST, kind: 'single', engagementId };
    const { escrow = '' } = await does('client', 'deploy_escrow', asked);
    await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client' });
    return escrow;
  };
  const seen = async (escrow: string) => await call(await hostOf('client'), 'get_escrow', { escrow });
  const escrow = await funded('single');
  for (const milestone of [1, 2]) await does('client', 'prepare_step', { escrow, step: 'approve', milestone });
  expect(await does('client', 'prepare_step', { escrow, step: 'release' })).toMatchObject({ turn: [] });
  expect(await seen(escrow)).toMatchObject({ kind: 'single', state: 'Finished', held: '0' });

  const longer = await funded('single-and-more');
  const more = [{ description: 'Handover' }];
  await does('platform', 'update_escrow', { escrow: longer, addMilestones: more });
  expect(await seen(longer)).toMatchObject({ held: '30.5', milestones: [{}, {}, { description: 'Handover' }] });
  // Who agreed on two is asked before they sign anything for three.
  const approval = { escrow: longer, step: 'approve', milestone: 1 };
  expect(await call(await hostOf('client'), 'prepare_step', approval)).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [expect.stringContaining('number of milestones: agreed 2, now 3')] },
  });
});

test('only the resolver confirms a stranger’s share, on the page, and invalid fields are named', async () => {
  const { hostOf, does } = await fourPeople();
  const { id, escrow } = await does('client', 'deploy_escrow', REQUEST);
  await does('client', 'prepare_step', { step: 'fund', id });
  await does('client', 'prepare_step', { escrow: id, step: 'dispute', milestone: 1, signer: 'client' });
  const stranger = 'GC3C4AKRBQLHOJ45U4XG35ESVWRDECWO5XLDGYADO6DPR3L7KIDVUMML';
  const shares = { escrow, step: 'resolve', milestone: 1, distributions: [{ address: stranger, amount: '10.5' }] };
  expect(await callRefused(await hostOf('arbiter'), 'prepare_step', shares)).toMatchObject({
    code: 'STEP_NOT_POSSIBLE',
    message: expect.stringContaining('no account exists there'),
  });
  for (const [input, path, problem] of [
    [{ escrow, milestone: 1 }, 'step', /^is missing; give one of fund, .*approve/],
    [{ escrow, step: 'pay' }, 'step', /^must be one of fund, .*approve/],
    [
      { escrow, step: 'approve', milestone: 1, days: 5 },
      'days',
      /^is not a field of approve, which takes escrow, signer, milestone$/,
    ],
    [{ step: 'approve', milestone: 1 }, 'escrow', /missing/],
    [{ escrow, step: 'approve', milestone: 7 }, 'milestone', /from 1 to 2/],
    [{ escrow, step: 'dispute', milestone: 2 }, 'signer', /missing/],
    [{ escrow, step: 'extend', days: 400 }, 'days', /from 1 to 180/],
  ] as const) {
    const refused = await callRefused(await hostOf('client'), 'prepare_step', input);
    expect(refused, JSON.stringify(input)).toMatchObject({ code: 'INPUT_INVALID' });
    const field = refused.fields.find((each: { path: string }) => each.path.split(', ').includes(path));
    expect(field?.problem, JSON.stringify(refused.fields)).toMatch(problem);
  }
});

test('texts that the network has no room for are refused with how much to shorten, and settle at that length', async () => {
  const { hostOf, does } = await fourPeople();
  const written = (length: number) => ({
    ...REQUEST,
    milestones: Array.from({ length: 10 }, () => ({ description: 'x'.repeat(length), amount: '1' })),
  });
  const { code, fields } = await callRefused(await hostOf('client'), 'deploy_escrow', written(500));
  expect({ code, fields }).toEqual({
    code: 'INPUT_INVALID',
    fields: [
      {
        path: 'milestones[0].description',
        problem: expect.stringMatching(
          /^has 500 characters; all texts together have \d+ too many for one Stellar transaction; shorten this one to \d+$/,
        ),
      },
      {
        path: expect.stringMatching(/^milestones\[1\]\.description, milestones\[2\]\.description, /),
        problem: expect.stringMatching(/^has 500 characters; shorten this one to \d+$/),
      },
    ],
  });
  const most = Number(/\d+$/.exec(fields[0].problem)?.[0]);
  const { escrow } = await does('client', 'deploy_escrow', written(most));
  const report = (milestone: number, evidence: string) => ({ escrow, step: 'change-status', milestone, evidence });
  // Each character takes three bytes on the ledger.
  const long = report(2, '証'.repeat(1_000));
  await does('provider', 'prepare_step', report(1, '証'.repeat(1_000)));
  const { message } = await callRefused(await hostOf('provider'), 'prepare_step', long);
  const [, room] = /^This evidence has 1000 characters; this escrow has room for (\d+)\. /.exec(message) ?? [];
  await does('provider', 'prepare_step', report(2, '証'.repeat(Number(room))));
  // What is kept for every other milestone is still there.
  await does('provider', 'prepare_step', report(10, 'x'.repeat(200)));
});

test('several milestones are approved and paid out by one request each, and a wait ends with the next link', async () => {
  const { hostOf, does } = await fourPeople();
  const { escrow } = await does('client', 'deploy_escrow', REQUEST);
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client' });
  const host = await hostOf('client');
  const sign = async (id: string, prepared: Result) => {
    const { unsignedXdr = '', transactionHash = '' } = prepared;
    return await call(host, 'submit_signed_xdr', { signedXdr: signAs('client', unsignedXdr, transactionHash), id });
  };
  for (const step of ['approve', 'release']) {
    // Some models write a list as text.
    const milestones = step === 'approve' ? [1, 2] : '[1, 2]';
    const first = await call(host, 'prepare_step', { escrow, step, milestones, includeXdr: true });
    expect(first).toMatchObject({ plan: { milestones: [1, 2], milestone: 1, done: [] } });
    expect(first['next']).toContain('1 of 2: milestone 1. Then milestone 2');
    const id = String(first['id']);
    const waiting = call(host, 'get_escrow', { id, waitSeconds: 30 });
    const { next, plan } = await sign(id, first as Result);
    expect(next).toMatch(/^Done: milestone 1\. 2 of 2: milestone 2\. It is prepared: give the person the signUrl/);
    const second = await call(host, 'get_escrow', { id });
    expect(second).toMatchObject({ status: 'prepared', plan: { milestone: 2, done: [1] } });
    expect(plan).toMatchObject({ next: { milestone: 2, id: second['id'], signUrl: second['signUrl'] } });
    expect(await waiting).toMatchObject({ id: second['id'], signUrl: second['signUrl'], plan: { done: [1] } });
    const renewed = await call(host, 'prepare_step', { id: second['id'], includeXdr: true });
    expect(await sign(String(second['id']), renewed as Result)).toMatchObject({ plan: { done: [1, 2] } });
  }
  expect(await call(host, 'get_escrow', { escrow })).toMatchObject({ state: 'Finished', held: '0' });
});
