/** What v1 refuses of the steps of an escrow's life, each with its own answer. */
import { liveBody, liveEscrow, liveStep, liveTake, startLiveSandbox } from '@countersign/testkit/ledger/live-client';
import { address, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, describe, expect, test } from 'vitest';

const t = await startLiveSandbox();
const escrows = { multi: await liveEscrow(t, 'multi'), single: await liveEscrow(t, 'single') };
afterAll(() => t.sandbox.close());

type Fields = Readonly<Record<string, unknown>>;
const NUMBER = 'must be a number conforming to the specified constraints';
const client = address('client');
const [provider, platform, arbiter] = [address('provider'), address('platform'), address('arbiter')];
const share = { address: client, amount: 1 };

const ask = (release: 'multi' | 'single', path: string, body: Fields) =>
  liveStep(t, release, path, { contractId: escrows[release], ...body });

describe('a step is refused by name', () => {
  test.each<['multi' | 'single', string, Fields, string[]]>([
    [
      'multi',
      'approve-milestone',
      { milestoneIndex: '0', approver: client, newFlag: true, signer: client },
      ['property newFlag should not exist', 'property signer should not exist'],
    ],
    ['multi', 'approve-milestone', { milestoneIndex: 0, approver: client }, ['milestoneIndex must be a string']],
    ['multi', 'approve-milestone', { approver: client }, ['milestoneIndex must be a string']],
    [
      'multi',
      'release-milestone-funds',
      { milestoneIndex: 'one', releaseSigner: client },
      ['milestoneIndex must be a number string'],
    ],
    [
      'single',
      'release-funds',
      { milestoneIndex: '0', releaseSigner: client },
      ['property milestoneIndex should not exist'],
    ],
    [
      'multi',
      'change-milestone-status',
      { milestoneIndex: '0', newStatus: '', newEvidence: 7, serviceProvider: TOKEN.address },
      [
        'newEvidence must be a string',
        'newStatus should not be empty',
        'serviceProvider must be a valid Stellar address',
      ],
    ],
    [
      'single',
      'resolve-dispute',
      { disputeResolver: arbiter, approverFunds: 1, distributions: [{ ...share, amount: '1', memo: 1 }] },
      [
        `distributions.0.amount ${NUMBER}`,
        'distributions.0.property memo should not exist',
        'property approverFunds should not exist',
      ],
    ],
    [
      'multi',
      'withdraw-remaining-funds',
      { disputeResolver: arbiter, distributions: [share, share] },
      ['distributions must not name an address twice'],
    ],
    [
      'multi',
      'withdraw-remaining-funds',
      { disputeResolver: arbiter, distributions: Array(51).fill(share) },
      ['distributions must contain no more than 50 elements'],
    ],
    [
      'multi',
      'withdraw-remaining-funds',
      { disputeResolver: arbiter, distributions: [] },
      ['distributions must contain at least 1 elements'],
    ],
    [
      'multi',
      'withdraw-remaining-funds',
      { disputeResolver: arbiter, distributions: [{ ...share, amount: 0.00000001 }] },
      ['distributions.0.amount has more than 7 decimals'],
    ],
    [
      'single',
      'extend-ttl',
      { signer: platform, ledgersToExtend: 1.5, admin: platform },
      ['ledgersToExtend must be an integer number', 'property admin should not exist'],
    ],
    [
      'single',
      'extend-ttl',
      { signer: platform, ledgersToExtend: 2 ** 32 },
      ['ledgersToExtend must not be greater than 4294967295'],
    ],
  ])('%s: %s %j', async (release, path, body, expected) => {
    const { status, json } = await ask(release, path, body);
    expect([status, json]).toEqual([400, { statusCode: 400, message: json.message, error: 'Bad Request' }]);
    expect([...json.message].sort()).toEqual([...expected].sort());
  });

  test.each(['multi', 'single'] as const)(
    'an update of a %s release names its escrow as a deploy does',
    async (release) => {
      const { status, json } = await ask(release, 'update-escrow', {
        signer: platform,
        escrow: liveBody(release, {
          receiverMemo: 0,
          milestones: [{ description: 'Design', amount: 1, receiver: provider, approved: true, flags: {} }],
        }),
      });
      expect(status).toBe(400);
      const [amount, approved, flags, receiver] = ['amount', 'approved', 'flags', 'receiver'].map(
        (name) => `escrow.milestones.0.property ${name} should not exist`,
      );
      const ofFlags = ['approved', 'disputed', 'released', 'resolved'].map(
        (name) => `escrow.milestones.0.flags.${name} must be a boolean value`,
      );
      const common = ['escrow.property receiverMemo should not exist', 'escrow.property signer should not exist'];
      expect([...json.message].sort()).toEqual(
        [...common, ...(release === 'multi' ? [approved, ...ofFlags] : [amount, flags, receiver])].sort(),
      );
    },
  );
});

test('reports a contract’s refusal by number, from the one table', async () => {
  const reportOf = async (release: 'multi' | 'single', path: string, body: Fields) => {
    const { status, json } = await ask(release, path, body);
    const at = `/escrow/${release}-release/${path}`;
    expect([status, json]).toMatchObject([400, { statusCode: 400, path: at, message: expect.any(String) }]);
    return json.message;
  };
  const wrong = { milestoneIndex: '0', approver: provider };
  expect(await reportOf('single', 'approve-milestone', wrong)).toBe('Only the approver can change the milestone flag');
  // In a multi-release escrow the same error has another number, and gets the words of that number in the other kind.
  expect(await reportOf('multi', 'approve-milestone', wrong)).toBe('Incompatible escrow wasm hash');
  const missing = { milestoneIndex: '9', approver: client };
  expect(await reportOf('single', 'approve-milestone', missing)).toBe('Invalid milestone index');
  expect(await reportOf('single', 'release-funds', { releaseSigner: client })).toBe(
    'The escrow must be completed before earnings are released',
  );
  expect(await reportOf('single', 'fund-escrow', { signer: client, amount: 1e9 })).not.toContain(
    'balance is too small',
  );
});

test('refuses a withdrawal from a single-release escrow', async () => {
  const reply = await ask('single', 'withdraw-remaining-funds', { disputeResolver: arbiter, distributions: [share] });
  expect(reply).toMatchObject({ status: 404, json: { message: 'Resource not found' } });
});

test('an escrow is not found on the path of the other release, nor one that the service does not know', async () => {
  const body = { milestoneIndex: '0', approver: client };
  for (const contractId of [escrows.single, TOKEN.address]) {
    expect(await ask('multi', 'approve-milestone', { ...body, contractId })).toMatchObject({
      status: 400,
      json: { statusCode: 400, message: 'Escrow not found' },
    });
  }
});

test('a step signed by another than it was built for is refused by the ledger', async () => {
  const body = { contractId: escrows.multi, milestoneIndex: '0', approver: client };
  const reply = await liveTake(t, 'multi', 'approve-milestone', 'provider', body);
  expect(reply).toMatchObject({ status: 400, json: { message: expect.stringContaining('txBadAuth') } });
});
