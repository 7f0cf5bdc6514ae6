/** The whole life of an escrow of the seed's service, through the service alone, and what it refuses. */
import { liveMulti } from '@countersign/core/kinds';
import { contractQuestion, instanceKey } from '@countersign/core/ledger';
import {
  address,
  balances,
  call,
  deployBody,
  deployEscrow,
  PASSPHRASE,
  post,
  send,
  sign,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Api } from '@stellar/stellar-sdk/rpc';
import { afterAll, describe, expect, test } from 'vitest';
import type { DemoAccountName } from '../sandbox.ts';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

type Fields = Readonly<Record<string, unknown>>;
const [client, provider, platform, arbiter] = (['client', 'provider', 'platform', 'arbiter'] as const).map(address) as [
  string,
  string,
  string,
  string,
];
const STEPS = '/escrow/multi-release';

const ask = (path: string, body: unknown) =>
  path !== 'update-escrow'
    ? post(t, `${STEPS}/${path}`, body)
    : call(`${t.sandbox.url}${STEPS}/${path}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${t.sandbox.accessToken}` },
        body: JSON.stringify(body),
      });

/** Takes steps of one escrow, each of which succeeds. */
const steps = (contractId: string) => async (path: string, signer: DemoAccountName, fields: Fields) => {
  const { status, json } = await ask(path, { contractId, ...fields });
  expect([path, status, json]).toEqual([path, 201, { status: 'SUCCESS', unsignedTransaction: expect.any(String) }]);
  const sent = await send(t, sign(json.unsignedTransaction, signer));
  expect([path, sent.status, sent.json]).toEqual([path, 200, { status: 'SUCCESS', message: expect.any(String) }]);
};

async function stored(contract: string) {
  const simulation = await t.rpc.simulateTransaction(contractQuestion(PASSPHRASE, contract, 'get_escrow'));
  if (Api.isSimulationError(simulation) || simulation.result === undefined) throw new Error('no escrow');
  return liveMulti.decode(simulation.result.retval).escrow;
}

const balanceOf = async (escrow: string) =>
  (await balances(t, `signer=${client}&addresses[]=${escrow}`)).json[0].balance;

test('an escrow lives from its funding to the last payment', async () => {
  const escrow = await deployEscrow(t);
  const take = steps(escrow);
  await take('fund-escrow', 'client', { signer: client, amount: 30.5000001 });
  expect(await balanceOf(escrow)).toBe(30.5000001);
  const done = { newStatus: 'done', newEvidence: 'https://example.com/design', serviceProvider: provider };
  await take('change-milestone-status', 'provider', { milestoneIndex: '0', ...done });
  await take('approve-milestone', 'client', { milestoneIndex: '0', approver: client });
  expect((await stored(escrow))?.milestones[0]).toMatchObject({
    ...{ status: 'done', evidence: done.newEvidence, flags: { approved: true, released: false } },
  });
  await take('release-milestone-funds', 'client', { releaseSigner: client, milestoneIndex: '0' });
  expect(await balanceOf(escrow)).toBe(20.0000001);
  await take('dispute-milestone', 'provider', { signer: provider, milestoneIndex: '1' });
  const distributions = [
    { address: provider, amount: 12 },
    { address: client, amount: 3 },
  ];
  await take('resolve-milestone-dispute', 'arbiter', { disputeResolver: arbiter, milestoneIndex: '1', distributions });
  expect(await balanceOf(escrow)).toBe(5.0000001);
  const rest = [{ address: client, amount: 5.0000001 }];
  await take('withdraw-remaining-funds', 'arbiter', { disputeResolver: arbiter, distributions: rest });
  expect(await balanceOf(escrow)).toBe(0);
  expect((await stored(escrow))?.milestones.map(({ flags }) => [flags.released, flags.resolved])).toEqual([
    [true, false],
    [false, true],
  ]);
});

const { signer: _, ...terms } = deployBody({
  title: 'Website, again',
  platformFee: 1.25,
  milestones: [{ description: 'All of it', amount: JSON.rawJSON('900719925474.0992123') }],
  trustline: { address: TOKEN.address },
  receiverMemo: 7,
});

test('an escrow without money is updated by the platform, in the units of the token itself', async () => {
  const escrow = await deployEscrow(t);
  await steps(escrow)('update-escrow', 'platform', { signer: platform, escrow: terms });
  expect(await stored(escrow)).toMatchObject({
    title: 'Website, again',
    platformFee: 125,
    roles: { releaseSigner: client },
    milestones: [
      {
        receiver: provider,
        description: 'All of it',
        amount: 9_007_199_254_740_992_123n,
        status: 'pending',
        evidence: '',
      },
    ],
    trustline: { address: TOKEN.address },
    receiverMemo: 7n,
  });
});

test('an escrow lives longer as the platform extends it', async () => {
  const escrow = await deployEscrow(t);
  const until = async () => (await t.rpc.getLedgerEntries(instanceKey(escrow))).entries[0]?.liveUntilLedgerSeq ?? 0;
  const before = await until();
  await steps(escrow)('extend-ttl', 'platform', { signer: platform, ledgersToExtend: 1_000_000 });
  expect(await until()).toBeGreaterThan(before);
});

describe('a step is refused', async () => {
  const escrow = await deployEscrow(t);

  test.each<[string, string, Fields, string[]]>([
    [
      'for fields that are not its own, the seed’s among them',
      'approve-milestone',
      { milestoneIndex: '0', approver: client, newFlag: true, signer: client },
      ['property newFlag should not exist', 'property signer should not exist'],
    ],
    [
      'for terms with the fields of a deploy alone, or of v1',
      'update-escrow',
      {
        signer: platform,
        escrow: { ...terms, signer: client, trustline: { address: TOKEN.address, decimals: 10_000_000 } },
      },
      ['escrow.trustline.property decimals should not exist', 'escrow.property signer should not exist'],
    ],
    [
      'for a life that is not longer',
      'extend-ttl',
      { signer: platform, ledgersToExtend: 0 },
      ['ledgersToExtend must not be less than 1'],
    ],
  ])('%s', async (_, path, body, message) => {
    const { status, json } = await ask(path, { contractId: escrow, ...body });
    expect([status, json]).toEqual([400, { message, error: 'Bad Request', statusCode: 400 }]);
  });

  const refused = async (path: string, body: Fields) => {
    const { status, json } = await ask(path, { contractId: escrow, ...body });
    expect(status).toBe(400);
    return json.message;
  };

  test.each<[string, string, Fields, string]>([
    [
      'by another than the approver',
      'approve-milestone',
      { milestoneIndex: '0', approver: provider },
      '#36) OnlyApprover',
    ],
    [
      'of a milestone that is not there',
      'approve-milestone',
      { milestoneIndex: '9', approver: client },
      '#23) InvalidMileStoneIndex',
    ],
    [
      'that is not approved',
      'release-milestone-funds',
      { milestoneIndex: '0', releaseSigner: client },
      '#29) MilestoneNotCompleted',
    ],
  ])('%s, by the contract', async (_, path, body, words) => {
    expect(await refused(path, body)).toContain(`The contract refused: Error(Contract, ${words}`);
  });

  test('for more than the payer has, by the contract', async () => {
    const message = await refused('fund-escrow', { signer: client, amount: 1e9 });
    expect(message).toContain('#19) InsufficientFundsForEscrowFunding');
  });

  test('has its own words for a contract that is not an escrow and for an account that does not exist', async () => {
    const body = { milestoneIndex: '0', approver: client };
    expect(await refused('approve-milestone', { ...body, contractId: TOKEN.address })).toBe('Escrow not found');
    const stranger = 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5';
    expect(await refused('approve-milestone', { ...body, approver: stranger })).toContain('Account not found');
  });

  test('without a bearer token, and by another method', async () => {
    const url = `${t.sandbox.url}${STEPS}/approve-milestone`;
    const headers = { 'Content-Type': 'application/json', 'x-api-key': t.sandbox.apiKey };
    expect((await call(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
    const put = await call(url, { method: 'PUT', headers, body: '{}' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
