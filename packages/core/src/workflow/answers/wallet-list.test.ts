/** The escrows of a wallet that a visitor has proven: where each comes from, and what strangers cannot do to the list. */
import { codeOf } from '@countersign/testkit/desk/failure';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { client, deployInput, fundedEscrow, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { NETWORKS } from '../../escrow/network.ts';
import { createEscrowClient, dialectFor } from '../../service/client.ts';
import type { Desk } from '../create-desk.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

// This dialect has the service's own list.
const network = { ...NETWORKS.sandbox, dialect: 'v1' } as const;
const { sandbox } = await startTestSandbox({ now: Date.now, network });
afterAll(() => sandbox.close());
afterEach(endClock);

function openDesk(requestsPerMinute?: number) {
  const store = openSqliteStore(undefined, 'sandbox', Date.now);
  const { url: baseUrl, apiKey } = sandbox;
  const service =
    requestsPerMinute === undefined
      ? {}
      : { service: createEscrowClient({ baseUrl, apiKey, requestsPerMinute, dialect: dialectFor(network) }) };
  const desk = createTestDesk({
    ...{ on: sandbox, store, network, ...service },
    policy: { ...policy, feeStop: 2_000 },
    signUrl: (pageId) => pageId,
  });
  onTestFinished(() => desk.close());
  return { desk, store };
}

const listOf = (desk: Desk, wallet: string, opened: readonly string[] = []) =>
  desk.escrowPage('a browser', 'en', [wallet]).escrowsOfWallets({ opened });
const ADA = { tenant: 'guild', id: 'ada' };
const BOB = { tenant: 'guild', id: 'bob' };

async function proveWallet({ store }: ReturnType<typeof openDesk>, address: string): Promise<void> {
  const proof = { address, code: '', person: '', place: '', host: '', language: 'en', expiresAt: Infinity } as const;
  await store.askProof(ADA, { ...proof, hash: address, expiresAt: Date.now() + 60_000 });
  await store.prove(address);
}

test('refuses a visitor who has proven no wallet, and takes only addresses of contracts', async () => {
  const { desk } = openDesk();
  expect(await codeOf(desk.escrowPage('a browser').escrowsOfWallets({ opened: [] }))).toBe('PROOF_NEEDED');
  expect(await codeOf(listOf(desk, client.address, [client.address]))).toBe('INPUT_INVALID');
  expect(await codeOf(listOf(desk, client.address, Array<string>(31).fill(NETWORKS.sandbox.tokens[0].address)))).toBe(
    'INPUT_INVALID',
  );
});

test('leads to the escrow’s page for a step that any visitor had prepared, never to what they prepared', async () => {
  const { desk } = openDesk();
  const escrow = await fundedEscrow(desk);
  await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'https://example.org' });
  const { page } = await desk
    .escrowPage('a stranger')
    .prepareForParty({ action: 'approve', escrow, milestone: 1, signer: client.address });
  const list = await listOf(desk, client.address, [escrow]);
  const [listed] = list.escrows.filter(({ contractId }) => contractId === escrow);
  expect(listed).toMatchObject({ sources: ['signed', 'opened', 'service'], mine: { action: 'approve' } });
  expect(JSON.stringify(list)).not.toContain(page);
});

test('folds away what a stranger prepares for the wallet without end, and keeps its own in sight', async () => {
  const { desk } = openDesk();
  const escrow = await fundedEscrow(desk);
  for (let count = 0; count < 25; count += 1) {
    await desk.for(BOB).prepare('deploy', deployInput({ title: `Prize ${count}` }));
  }
  const list = await listOf(desk, client.address);
  expect(list.escrows.map(({ contractId }) => contractId)).toContain(escrow);
  expect(list.escrows.map(({ title = '' }) => title).filter((title) => title.startsWith('Prize'))).toEqual([]);
  expect(list.named).toHaveLength(20);
  expect(list.named[0]).toMatchObject({ by: 'here', title: expect.any(String), pageId: expect.any(String) });
  expect(list.moreNamed).toBe(5);
});

test('asks the service once for all visitors, and takes at most half of what visitors have of its quota', async () => {
  const { desk } = openDesk(80);
  const elsewhere = openDesk();
  const escrow = await fundedEscrow(elsewhere.desk, { title: 'From elsewhere' });
  const requests = () => desk.metrics().requests.rows;
  // Four of seven questions: visitors have 8 requests a minute.
  const first = await listOf(desk, client.address);
  expect([first.service, requests()]).toEqual(['partly', 4]);
  expect(first.escrows.filter(({ contractId }) => contractId === escrow)).toMatchObject([{ sources: ['service'] }]);
  expect(await listOf(desk, client.address)).toEqual(first);
  expect((await listOf(desk, provider.address)).service).toBe('partly');
  expect(requests()).toBe(4);
  const step = { action: 'dispute', escrow, milestone: 1, signer: client.address } as const;
  expect(await desk.escrowPage('a browser').prepareForParty(step)).toHaveProperty('page');
  const full = openDesk(1_000);
  expect((await listOf(full.desk, provider.address)).named).toContainEqual({
    ...{ contractId: escrow, title: 'From elsewhere', by: 'service' },
  });
});

test('finds for a person what others prepared for their proven wallet, also where it only has a role', async () => {
  const opened = openDesk();
  const escrow = await fundedEscrow(opened.desk, { title: 'Harbour museum' });
  const find = async (input: object = {}) => await opened.desk.for(ADA).find(input);
  expect((await find()).escrows).toEqual([]);
  await proveWallet(opened, provider.address);
  expect((await find({ query: 'harbour' })).escrows).toMatchObject([
    { status: 'not-prepared-here', by: 'ledger', contractId: escrow, title: 'Harbour museum', held: '5000' },
  ]);
  expect((await find({ query: 'another' })).escrows).toEqual([]);
  expect((await opened.desk.for(BOB).find({})).escrows).toEqual([]);
});

test('lists an escrow for each of its wallets from the first request to the last payment', async () => {
  restartClock();
  const now = () => Date.now();
  const own = (await startTestSandbox({ now, network })).sandbox;
  const store = openSqliteStore(undefined, 'sandbox', now);
  const parts = { on: own, store, network, now, signUrl: String, policy: { ...policy, feeStop: 2_000 } };
  const desk = createTestDesk(parts);
  onTestFinished(async () => {
    await desk.close();
    await own.close();
  });
  const ada = desk.for(ADA);
  await proveWallet({ desk, store }, client.address);
  const part = createPart();
  const stranger = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(77)).publicKey();
  const opened = NETWORKS.sandbox.tokens[0].address;
  const listed = async (title: string, escrow: string, on = desk) => {
    const wallets = { client: [client], provider: [provider], 'client and provider': [client, provider] };
    for (const [who, each] of Object.entries({ ...wallets, stranger: [{ address: stranger }] })) {
      passTime(2);
      const page = on.escrowPage(
        'v',
        'en',
        each.map(({ address }) => address),
      );
      part.note(
        `${title}, for ${who}`,
        await page.escrowsOfWallets({ opened: who === 'client' ? [] : [escrow, opened] }),
      );
    }
  };
  const does = async (who: string, title: string, prepared: ReturnType<typeof ada.renew>) => {
    const each = await prepared;
    await listed(`${title}, prepared`, each.contractId);
    await signAndSend(ada, who, each);
    await listed(title, each.contractId);
    return each.contractId;
  };
  const milestones = [{ description: 'Draft', amount: '10' }];
  const escrow = await does(
    'client',
    'agreed',
    ada.prepare('deploy', deployInput({ engagementId: 'ENG-1', milestones })),
  );
  await does('client', 'paid', ada.prepare('fund', { escrow, amount: '10', signer: client.address }));
  await does('provider', 'reported', ada.prepare('change-status', { escrow, milestone: 1, evidence: 'Files' }));
  await signAndSend(ada, 'client', await ada.prepare('approve', { escrow, milestone: 1 }));
  passTime(2);
  const offline = createTestDesk({ ...parts, ledger: undefined });
  await listed('without an RPC', escrow, offline);
  await does('client', 'paid out', ada.prepare('release', { escrow, milestone: 1 }));
  await expect(part.text()).toMatchFileSnapshot('recorded/lists-of-wallets.txt');
});
