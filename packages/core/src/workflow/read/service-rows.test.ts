/** The service's own list, compared with the ledger: its rows are confirmed or marked, and it learns what it missed. */
import { ADA, BOB, escrowOf, openRememberingDesk, standing } from '@countersign/testkit/desk/remembering-desk';
import { otherKey, request } from '@countersign/testkit/fixtures/deploy-fixture';
import { createPart } from '@countersign/testkit/record/part';
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

const away = async () => {
  throw new Error('down');
};

type Opened = Awaited<ReturnType<typeof settledLogo>>;
type RowsScene = {
  readonly rows?: readonly ServiceRow[];
  readonly changes?: Partial<EscrowService>;
  readonly happens?: (opened: Opened) => void;
};

const SCENES: Readonly<Record<string, RowsScene>> = {
  'an empty list': {},
  'one with another title, one that is not there, and no address': {
    rows: [
      { contractId: elsewhere, title: 'A lie' },
      { contractId: invented, title: 'Never \u202ethere' },
      { contractId: 'no address' },
    ],
    happens: ({ ledger, held }) => {
      ledger.contracts.set(elsewhere, standing(escrowOf(SITE)));
      held.set(elsewhere, 5n);
    },
  },
  'one without a role for the wallet': {
    rows: [{ contractId: elsewhere }],
    happens: ({ ledger }) => {
      const stranger = request().roles.platformAddress;
      const { receiver: _, ...others } = { ...request().roles, serviceProvider: stranger };
      const { milestones, ...site } = escrowOf(SITE);
      const paid = milestones.map((each) => ({ ...each, receiver: stranger }));
      ledger.contracts.set(elsewhere, standing({ ...site, roles: others, milestones: paid }));
    },
  },
  'one with unknown code': {
    rows: [{ contractId: elsewhere }],
    happens: ({ ledger }) => ledger.contracts.set(elsewhere, { ...standing(escrowOf(SITE)), code: '5a'.repeat(32) }),
  },
  'no answer': { changes: { rows: away } },
  'an empty list, and it cannot be informed': { changes: { reindex: away } },
};

test('confirms each row of the service’s list on the ledger or marks it, and reports that the service lags', async () => {
  const part = createPart();
  for (const [title, { rows = [], changes = {}, happens }] of Object.entries(SCENES)) {
    const { asked, reindexed, service } = listing(rows);
    const opened = await settledLogo({ ...service, ...changes });
    happens?.(opened);
    const { contractId } = opened.prepared;
    const ada = opened.desk.for(ADA);
    const found = await ada.find({ wallet });
    expect(foundEscrowsSchema.safeParse(found).error).toBeUndefined();
    part.note(title, found.escrows);
    const { status, serviceLacks = false, message, needed } = await ada.get({ contractId });
    part.note('  its own', { status, serviceLacks, message, needed });
    const other = await ada.get({ contractId: elsewhere }).catch(({ code, message }) => ({ code, message }));
    part.note('  the other one', other.message);
    part.note('  asked', asked);
    if (serviceLacks && changes.reindex === undefined) await expect.poll(() => reindexed.length).toBe(1);
    part.note(`  informed ${reindexed.length} times`);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/service-rows.txt');
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

test('tells the service once of an escrow that it has not noticed', async () => {
  const { reindexed, service } = listing([]);
  const { desk, prepared } = await settledLogo(service);
  const { contractId, id } = prepared;
  for (const _ of [1, 2]) expect(await desk.for(ADA).get({ contractId })).toMatchObject({ serviceLacks: true });
  await desk.for(ADA).find({ wallet });
  await expect.poll(() => reindexed).toEqual([prepared.transactionHash]);
  expect(await desk.for(ADA).get({ id })).not.toHaveProperty('serviceLacks');
  expect(await desk.for(BOB).get({ contractId })).toMatchObject({ serviceLacks: true });
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
