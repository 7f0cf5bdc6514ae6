/** The rows of the service's index, and balances. */
import { ask, liveBalances, liveEscrow, liveRows, startLiveSandbox } from '@countersign/testkit/ledger/live-client';
import { address, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, describe, expect, test } from 'vitest';

const t = await startLiveSandbox();
const multi = await liveEscrow(t, 'multi', { engagementId: 'M-1' });
t.clock.now += 60_000;
const single = await liveEscrow(t, 'single', { engagementId: 'S-1', title: 'Logo' });
afterAll(() => t.sandbox.close());

const idsOf = ({ json }: { json: { contractId: string }[] }) => json.map(({ contractId }) => contractId);
const bySigner = (more = '', signer = address('client')) =>
  ask(t, 'GET', `/helper/get-escrows-by-signer?signer=${signer}${more}`);
const byRole = (role: string, who: string, more = '') =>
  ask(t, 'GET', `/helper/get-escrows-by-role?role=${role}&roleAddress=${who}${more}`);

describe('reading by contract', () => {
  test('those that are known, in the order asked', async () => {
    expect(idsOf(await liveRows(t, [single, TOKEN.address, multi]))).toEqual([single, multi]);
    expect(idsOf(await liveRows(t, [multi], '&validateOnChain=true'))).toEqual([multi]);
  });

  test('the name of the list has its brackets, also percent-encoded; without them it is empty', async () => {
    const path = '/helper/get-escrow-by-contract-ids';
    expect(idsOf(await ask(t, 'GET', `${path}?contractIds%5B%5D=${multi}`))).toEqual([multi]);
    expect((await ask(t, 'GET', `${path}?contractIds=${multi}`)).json).toEqual([]);
  });

  test('refuses text that is not an address, too many addresses, and a missing field', async () => {
    const message = async (query: string) =>
      (await ask(t, 'GET', `/helper/get-escrow-by-contract-ids?${query}`)).json.message;
    expect(await message('contractIds[]=x')).toEqual(['contractIds must be valid Stellar addresses']);
    expect(await message(`contractIds[]=${multi}&`.repeat(21))).toEqual([
      'contractIds must contain no more than 20 elements',
    ]);
    expect(await message(`contractIds[]=${multi}&signer=x`)).toEqual(['property signer should not exist']);
  });
});

describe('reading by signer', () => {
  test('the newest first, or as asked', async () => {
    expect(idsOf(await bySigner())).toEqual([single, multi]);
    expect(idsOf(await bySigner('&orderBy=createdAt&orderDirection=asc'))).toEqual([multi, single]);
    expect(idsOf(await bySigner('', address('provider')))).toEqual([]);
  });

  test.each<[string, ('multi' | 'single')[]]>([
    ['type=multi-release', ['multi']],
    ['status=working', ['single', 'multi']],
    ['status=released', []],
    ['engagementId=M-1', ['multi']],
    ['title=Logo', ['single']],
    ['minAmount=30.5&maxAmount=31', ['single', 'multi']],
    ['maxAmount=30.5', []],
    ['isActive=false', []],
    ['page=1', ['single', 'multi']],
    ['page=2', []],
    ['startDate=2026-06-01T12:00:30Z', ['single']],
    ['endDate=2026-06-01T12:00:30Z', ['multi']],
    ['validateOnChain=true', ['single', 'multi']],
  ])('filtered by %s', async (filter, found) => {
    const ids = { multi, single };
    expect(idsOf(await bySigner(`&${filter}`))).toEqual(found.map((release) => ids[release]));
  });

  test('wrong filters are refused', async () => {
    const { status, json } = await bySigner('&status=open&page=0&validateOnChain=yes&order=up', 'x');
    expect(status).toBe(400);
    expect([...json.message].sort()).toEqual([
      'page must not be less than 1',
      'property order should not exist',
      'signer must be a valid Stellar address',
      'status must be one of the following values: working, pendingRelease, released, resolved, inDispute',
      'validateOnChain must be one of the following values: true, false',
    ]);
  });
});

describe('reading by role', () => {
  test.each([
    ['approver', 'client'],
    ['serviceProvider', 'provider'],
    ['platformAddress', 'platform'],
    ['releaseSigner', 'client'],
    ['disputeResolver', 'arbiter'],
    ['signer', 'client'],
  ] as const)('%s', async (role, name) => {
    expect(idsOf(await byRole(role, address(name)))).toEqual([single, multi]);
    expect(idsOf(await byRole(role, address(name), '&type=single-release'))).toEqual([single]);
    expect(idsOf(await byRole(role, address('issuer')))).toEqual([]);
  });

  test('receivers of milestones are not a role', async () => {
    expect(idsOf(await byRole('receiver', address('provider')))).toEqual([single]);
  });

  test.each(['service_provider', 'release', '__proto__', 'constructor'])('%s has no index', async (role) => {
    const { status, json } = await byRole(role, address('provider'));
    expect([status, json.message]).toEqual([500, expect.stringContaining('requires an index')]);
  });
});

describe('balances', () => {
  test('are listed in the requested order', async () => {
    expect((await liveBalances(t, [single, multi])).json).toEqual([
      { address: single, balance: 0 },
      { address: multi, balance: 0 },
    ]);
  });

  test('the list needs its brackets; one address that is not an escrow fails all', async () => {
    expect((await ask(t, 'GET', `/helper/get-multiple-escrow-balance?addresses=${multi}`)).json).toEqual([]);
    expect(await liveBalances(t, [multi, TOKEN.address])).toMatchObject({
      status: 400,
      json: { message: 'Escrow not found' },
    });
  });
});
