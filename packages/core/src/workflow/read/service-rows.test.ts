/** The service's own list, compared with the ledger: its rows are confirmed or marked, and it learns what it missed. */
import { ADA, BOB, escrowOf, openRememberingDesk, standing } from '@countersign/testkit/desk/remembering-desk';
import { otherKey, request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import type { EscrowService, RowsQuery, ServiceRow } from '../../service/escrow-service.ts';
import { foundEscrowsSchema } from '../model/escrow-views.ts';

const LOGO = { engagementId: 'logo-1', title: 'Logo' };
const SITE = { engagementId: 'site-1', title: 'Website' };
const wallet = otherKey.publicKey();
const address = (seed: number) => StrKey.encodeContract(new Uint8Array(32).fill(seed));
const [elsewhere, invented] = [address(98), address(99)] as [string, string];

/** A service with a list, which records the queries and the hashes that it receives. */
function listing(rows: readonly ServiceRow[]) {
  const asked: RowsQuery[] = [];
  const reindexed: string[] = [];
  const service = {
    rows: async (query) => {
      asked.push(query);
      return rows.filter(({ contractId }) => !('contractIds' in query) || query.contractIds.includes(contractId));
    },
    reindex: async (hash) => {
      reindexed.push(hash);
    },
  } satisfies Partial<EscrowService>;
  return { asked, reindexed, service };
}

async function settledLogo(service: Partial<EscrowService>) {
  const opened = await openRememberingDesk([LOGO, SITE], { service });
  const prepared = await opened.prepare(LOGO);
  opened.settle(prepared, escrowOf(LOGO));
  return { ...opened, prepared };
}

test('a wallet’s escrows that were not prepared here follow one’s own, each confirmed on the ledger or marked', async () => {
  const { asked, service } = listing([
    { contractId: elsewhere, title: 'A lie' },
    { contractId: invented, title: 'Never \u202ethere' },
    { contractId: 'no address' },
  ]);
  const { desk, ledger, held, prepared } = await settledLogo(service);
  ledger.contracts.set(elsewhere, standing(escrowOf(SITE)));
  held.set(elsewhere, 5n);
  const found = await desk.for(ADA).find({ wallet });
  expect(found.escrows).toEqual([
    expect.objectContaining({ contractId: prepared.contractId, status: 'settled', serviceLacks: true }),
    {
      title: 'Website',
      status: 'not-prepared-here',
      by: 'ledger',
      needed: '30.5000001',
      held: '0.0000005',
      asset: 'USDC',
      contractId: elsewhere,
      next: expect.stringContaining('First compare every role'),
    },
    {
      title: expect.stringMatching(/^Never .*there$/),
      status: 'not-prepared-here',
      by: 'service',
      contractId: invented,
      next: 'Only the service says that it exists: pay nothing to it.',
    },
  ]);
  expect(found.escrows[2]?.title).not.toContain('\u202e');
  expect(foundEscrowsSchema.safeParse(found).error).toBeUndefined();
  // By signer, by each of six roles, and for the one that was not among these.
  expect(asked).toHaveLength(8);
  expect(asked.at(-1)).toEqual({ contractIds: [prepared.contractId] });
});

test('marks an escrow without a role for the wallet as unconfirmed, and warns of unknown code', async () => {
  const { service } = listing([{ contractId: elsewhere }, { contractId: invented }]);
  const { desk, ledger } = await settledLogo(service);
  const { roles } = request();
  const stranger = roles.platformAddress;
  const { receiver: _, ...others } = { ...roles, serviceProvider: stranger };
  const { milestones, ...site } = escrowOf(SITE);
  const paid = milestones.map((each) => ({ ...each, receiver: stranger }));
  ledger.contracts.set(elsewhere, standing({ ...site, roles: others, milestones: paid }));
  ledger.contracts.set(invented, { ...standing(escrowOf(SITE)), code: '5a'.repeat(32) });
  expect((await desk.for(ADA).find({ wallet })).escrows.slice(1)).toMatchObject([
    { by: 'service', next: expect.stringContaining('no role') },
    { by: 'ledger', next: 'Its code is unknown here: pay nothing into it.' },
  ]);
});

test('asks for the service’s list only with a wallet, and never lists twice what was prepared here', async () => {
  const rows: ServiceRow[] = [];
  const { asked, service } = listing(rows);
  const { desk, prepared } = await settledLogo(service);
  for (const input of [{}, { query: 'logo' }, { wallet, status: 'open' }, { wallet, since: '2026-01-01' }]) {
    await desk.for(ADA).find(input);
  }
  expect(asked).toEqual([]);
  rows.push({ contractId: prepared.contractId, title: 'Logo' });
  const found = (await desk.for(ADA).find({ wallet, query: 'logo' })).escrows;
  expect(found).toMatchObject([{ id: prepared.id, status: 'settled' }]);
  expect(found[0]).not.toHaveProperty('serviceLacks');
  // To another person it is one that they did not prepare.
  const theirs = async (query: string) => (await desk.for(BOB).find({ wallet, query })).escrows;
  const { contractId } = prepared;
  expect(await theirs('logo')).toMatchObject([{ contractId, status: 'not-prepared-here', by: 'ledger' }]);
  expect(await theirs('site')).toEqual([]);
});

test('shows 20 at most, and counts the others', async () => {
  const { service } = listing(Array.from({ length: 30 }, (_, at) => ({ contractId: address(at + 30) })));
  const { desk } = await settledLogo(service);
  const found = await desk.for(ADA).find({ wallet });
  expect(found.escrows).toHaveLength(20);
  expect(found.more).toBe(11);
});

test('reports that the service lags behind the ledger, and tells the service once', async () => {
  const { asked, reindexed, service } = listing([]);
  const { desk, prepared } = await settledLogo(service);
  const ada = desk.for(ADA);
  for (let times = 0; times < 2; times++) {
    expect(await ada.get({ contractId: prepared.contractId })).toMatchObject({
      status: 'settled',
      serviceLacks: true,
      message: expect.stringContaining('The ledger has it, the service has not noticed yet.'),
    });
  }
  await ada.find({ wallet });
  expect(asked.slice(0, 2)).toEqual(Array(2).fill({ contractIds: [prepared.contractId] }));
  await expect.poll(() => reindexed).toEqual([prepared.transactionHash]);
  expect(await ada.get({ id: prepared.id })).not.toHaveProperty('serviceLacks');
  expect(await desk.for(BOB).get({ contractId: prepared.contractId })).toMatchObject({ serviceLacks: true });
});

test('shows the same when the service cannot be informed', async () => {
  const { service } = listing([]);
  const reindex = async () => {
    throw new Error('down');
  };
  for (const changes of [{ ...service, reindex }, { rows: service.rows }]) {
    const { desk, prepared } = await settledLogo(changes);
    expect(await desk.for(ADA).get({ contractId: prepared.contractId })).toMatchObject({ serviceLacks: true });
  }
});

test('a service that does not answer is not lag, and hides nothing', async () => {
  const rows = async () => {
    throw new Error('down');
  };
  const { reindexed, service } = listing([]);
  const { desk, prepared } = await settledLogo({ ...service, rows });
  const view = await desk.for(ADA).get({ contractId: prepared.contractId });
  expect(view).toMatchObject({ status: 'settled', needed: '30.5000001' });
  expect(view).not.toHaveProperty('serviceLacks');
  expect((await desk.for(ADA).find({ wallet: signerKey.publicKey() })).escrows).toHaveLength(1);
  expect(reindexed).toEqual([]);
});

test('does not show an escrow that only the service lists, but says that it is listed', async () => {
  const { service } = listing([{ contractId: elsewhere }]);
  const { desk } = await settledLogo(service);
  await expect(desk.for(ADA).get({ contractId: elsewhere })).rejects.toMatchObject({
    code: 'HANDLE_NOT_FOUND',
    message: expect.stringContaining('that is its word alone, so pay nothing to it'),
  });
});

test('does not look again for an escrow that the service has listed, but for one that it lacks', async () => {
  const rows: ServiceRow[] = [];
  const { asked, service } = listing(rows);
  const { desk, prepared } = await settledLogo(service);
  const { contractId = '' } = prepared;
  const lacks = async () => (await desk.for(ADA).get({ contractId })).serviceLacks;
  expect([await lacks(), await lacks()]).toEqual([true, true]);
  rows.push({ contractId });
  expect([await lacks(), await lacks(), await lacks()]).toEqual([undefined, undefined, undefined]);
  expect(asked).toHaveLength(3);
});
