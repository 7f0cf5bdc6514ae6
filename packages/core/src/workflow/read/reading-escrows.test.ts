/** Escrows read by a Stellar RPC: every kind by its code, in few requests, and archived ones as what they are. */

import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { request, sandbox, signerKey, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { encodeTree, escrowTree } from '@countersign/testkit/fixtures/generation-b-fixture';
import {
  type Answer,
  archived,
  entries,
  escrowEntries,
  network as rpcNetwork,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { deadUrl, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, StrKey, type xdr } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { externalCode, type Network, networkWith } from '../../escrow/network.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { escrowViewSchema } from '../model/escrow-views.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const sandboxV1 = networkWith('sandbox', 'v1');
const CODES = {
  seed: sandbox.wasmHash as string,
  multi: sandboxV1.wasmHash as string,
  single: sandboxV1.single?.wasmHash as string,
  unknown: '5a'.repeat(32),
};
const [USDC] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const GOLD = new Asset('GOLD', signerKey.publicKey());
const gold = GOLD.contractId(sandbox.passphrase);
const tokens = [
  tokenInstance(USDC.address, { asset: new Asset(USDC.code, USDC.issuer) }),
  tokenInstance(gold, { asset: GOLD }),
];
const contractId = StrKey.encodeContract(new Uint8Array(32).fill(1));

const inSeed = liveMulti.encode(storedEscrow(request()));
const inB = (release: 'multi' | 'single', actionRequest = request()) => encodeTree(escrowTree(actionRequest, release));
const standing = (code: string, escrow: xdr.ScVal, keptIn: 'instance' | 'entry' = 'entry') =>
  escrowEntries(contractId, { code, escrow, keptIn });
const holds = (units: bigint, token = USDC.address) => tokenBalance(token, contractId, units);

async function openDesk(answers: Record<string, Answer>, network: Network = sandbox) {
  const rpc = await startRpc({ getNetwork: rpcNetwork(sandbox.passphrase), ...answers });
  const service = await startScriptedService();
  const store = openSqliteStore(undefined, 'sandbox');
  onTestFinished(store.close);
  const ledger = openLedger([rpc.url], sandbox.passphrase);
  // What every process asks once: whose network this is.
  await ledger.historyOf();
  rpc.asked.length = 0;
  const desk = createTestDesk({
    service: service.client({ baseUrl: await deadUrl() }),
    store,
    network,
    ledger,
  });
  return { desk, asked: rpc.asked };
}

test('names who can replace the code of an escrow that refers to another contract, and believes nothing of it', async () => {
  const owner = StrKey.encodeContract(new Uint8Array(32).fill(9));
  const { desk } = await openDesk({
    getLedgerEntries: entries(...tokens, ...standing(externalCode(owner), inSeed), holds(5n)),
  });
  const view = await desk.get({ contractId });
  expect(view).toMatchObject({ codeIs: 'unknown', codeOwner: owner, message: expect.stringContaining(owner) });
  expect(view.turn).toEqual([]);
  for (const way of ['escrow', 'transfer'] as const) {
    const paying = desk.prepare('fund', { escrow: contractId, signer: signerKey.publicKey(), amount: '1', way });
    await expect(paying).rejects.toThrow();
  }
});

test('takes the code of a pinned list for that of this service', async () => {
  const network: Network = { ...sandbox, otherHashes: [CODES.unknown] };
  const answers = { getLedgerEntries: entries(...tokens, ...standing(CODES.unknown, inSeed), holds(5n)) };
  const [listed, unlisted] = [await openDesk(answers, network), await openDesk(answers)];
  expect(await listed.desk.get({ contractId })).toMatchObject({ codeIs: 'pinned' });
  expect(await unlisted.desk.get({ contractId })).toMatchObject({ codeIs: 'unknown' });
});

test('reading a new escrow takes two requests, and later one', async () => {
  const { desk, asked } = await openDesk({
    getLedgerEntries: entries(...tokens, ...standing(CODES.seed, inSeed), holds(5n)),
  });
  expect(await desk.get({ contractId })).toMatchObject({ held: '0.0000005', funded: 'partly' });
  expect(asked).toEqual(['getLedgerEntries', 'getLedgerEntries']);
  asked.length = 0;
  expect(await desk.balances({ addresses: [contractId] })).toMatchObject({ balances: [{ balance: '0.0000005' }] });
  expect(asked).toEqual(['getLedgerEntries']);
});

test('reads a changed token again, and reports the new token’s balance', async () => {
  const answers = [
    entries(...tokens, ...standing(CODES.multi, inB('multi')), holds(5n)),
    entries(
      ...tokens,
      ...standing(CODES.multi, inB('multi', request({ trustline: { address: gold, decimals: 10_000_000 } }))),
      holds(5n),
      holds(7n, gold),
    ),
  ];
  let at = 0;
  const { desk } = await openDesk({ getLedgerEntries: (params: never) => answers[at]?.(params) });
  expect(await desk.get({ contractId })).toMatchObject({ asset: 'USDC', held: '0.0000005' });
  at = 1;
  expect(await desk.get({ contractId })).toMatchObject({ asset: gold, held: '0.0000007' });
});

test.each<[string, string, xdr.ScVal, Network, object]>([
  ['the interface’s own', CODES.seed, inSeed, sandbox, { kind: 'multi', codeIs: 'pinned' }],
  [
    'today’s, multi-release',
    CODES.multi,
    inB('multi'),
    sandboxV1,
    { kind: 'multi', codeIs: 'pinned', state: 'working', turn: [{ role: 'anyone', action: 'fund' }, {}, {}, {}] },
  ],
  ['today’s, single-release', CODES.single, inB('single'), sandboxV1, { kind: 'single', codeIs: 'pinned' }],
  [
    'unknown code, by its layout',
    CODES.unknown,
    inB('single'),
    sandboxV1,
    {
      kind: 'single',
      codeIs: 'unknown',
      turn: [],
      message: expect.stringContaining('it may do other things than it says'),
      next: expect.stringMatching(/^Pay nothing into it before its code is known\./),
    },
  ],
])('reports %s in the one shape of all kinds', async (_, code, escrow, network, report) => {
  const { desk } = await openDesk(
    { getLedgerEntries: entries(...tokens, ...standing(code, escrow), holds(5n)) },
    network,
  );
  const view = await desk.get({ contractId });
  expect(view).toMatchObject({
    status: 'not-prepared-here',
    roles: request().roles,
    total: '30.5000001',
    needed: '30.5000001',
    asset: 'USDC',
    ...report,
  });
  expect(view.milestones.map((milestone) => milestone.receiver)).toEqual([undefined, undefined, undefined]);
  expect(escrowViewSchema.safeParse(view).error).toBeUndefined();
});

test('shows only the balance of unknown code, never what it claims to need', async () => {
  const { desk } = await openDesk(
    { getLedgerEntries: entries(...tokens, ...standing(CODES.unknown, inB('single')), holds(5n)) },
    sandboxV1,
  );
  const { balances } = await desk.balances({ addresses: [contractId] });
  expect(balances).toEqual([{ address: contractId, balance: '0.0000005', by: 'ledger', asset: 'USDC' }]);
});

test('code pinned for one release is not accepted for the other release', async () => {
  const swapped: Network = { ...sandboxV1, wasmHash: CODES.unknown, single: { wasmHash: CODES.multi } };
  const { desk } = await openDesk(
    { getLedgerEntries: entries(...tokens, ...standing(CODES.multi, inB('multi')), holds(5n)) },
    swapped,
  );
  expect(await desk.get({ contractId })).toMatchObject({ kind: 'multi', codeIs: 'known' });
});

test('does not read known code by another kind’s layout', async () => {
  const { desk } = await openDesk({ getLedgerEntries: entries(...tokens, ...standing(CODES.single, inB('multi'))) });
  await expect(desk.get({ contractId })).rejects.toMatchObject({ message: expect.stringContaining('not readable') });
});

test('shows different receivers with their milestones, and none for the whole escrow', async () => {
  const tree = escrowTree(request());
  const [first, ...others] = tree['milestones'] as never as Record<string, xdr.ScVal>[];
  const receiver = (tree['roles'] as never as Record<string, xdr.ScVal>)['approver'];
  const mixed = encodeTree({ ...tree, milestones: [{ ...first, receiver } as never, ...(others as never[])] });
  const { desk } = await openDesk({ getLedgerEntries: entries(...tokens, ...standing(CODES.multi, mixed), holds(5n)) });
  const { roles, milestones } = await desk.get({ contractId });
  const { approver, receiver: usual } = request().roles;
  expect(roles).not.toHaveProperty('receiver');
  expect(milestones.map((milestone) => milestone.receiver)).toEqual([approver, usual, usual]);
});

test.each<[bigint, string, string]>([
  [0n, 'none', 'Fund it: 30.5000001 USDC is missing.'],
  [305_000_000n, 'partly', 'Fund it: 0.0000001 USDC is missing.'],
  [305_000_001n, 'fully', 'Service provider reports progress on milestones 1–3.'],
  [425_000_001n, 'over', 'It holds more than it needs: 12 USDC over. Service provider'],
])('reports %d base units of a single release as %s', async (units, funded, next) => {
  const { desk } = await openDesk(
    { getLedgerEntries: entries(...tokens, ...standing(CODES.single, inB('single')), holds(units)) },
    sandboxV1,
  );
  expect(await desk.get({ contractId })).toMatchObject({ funded, next: expect.stringContaining(next) });
});

test('shows what is left after everything was paid out, and who can withdraw it', async () => {
  const escrow = storedEscrow(request());
  const flags = { approved: true, disputed: false, released: true, resolved: false };
  const paid = liveMulti.encode({ ...escrow, milestones: escrow.milestones.map((each) => ({ ...each, flags })) });
  const { desk } = await openDesk({ getLedgerEntries: entries(...tokens, ...standing(CODES.seed, paid), holds(5n)) });
  expect(await desk.get({ contractId })).toMatchObject({
    needed: '0',
    funded: 'over',
    next: expect.stringContaining('0.0000005 USDC is left in it: only the dispute resolver'),
  });
});

const ARCHIVED_WORDS = 'nothing is lost. Any call that writes it restores it first, for a fee of about 0.1 XLM';

test('shows an archived escrow as archived, with its terms and balance', async () => {
  const { desk } = await openDesk({
    getLedgerEntries: entries(...tokens, holds(5n)),
    simulateTransaction: archived(contractId, inB('single'), { code: CODES.single }),
  });
  const view = await desk.get({ contractId });
  expect(view).toMatchObject({
    archived: true,
    kind: 'single',
    codeIs: 'pinned',
    held: '0.0000005',
    message: expect.stringContaining(ARCHIVED_WORDS),
  });
  expect(escrowViewSchema.safeParse(view).error).toBeUndefined();
  expect((await desk.balances({ addresses: [contractId] })).balances).toMatchObject([
    { address: contractId, balance: '0.0000005', by: 'ledger', archived: true },
  ]);
});

test('shows an escrow as archived if only its own entry is', async () => {
  const [instance] = standing(CODES.multi, inB('multi'));
  const { desk } = await openDesk({
    getLedgerEntries: entries(...tokens, instance as xdr.LedgerEntryData, holds(5n)),
    simulateTransaction: archived(contractId, inB('multi')),
  });
  expect(await desk.get({ contractId })).toMatchObject({ archived: true, kind: 'multi', held: '0.0000005' });
});

test('shows an unreadable archived contract as archived, never as missing', async () => {
  const { desk } = await openDesk({ getLedgerEntries: entries(), simulateTransaction: archived(contractId) });
  await expect(desk.get({ contractId })).rejects.toMatchObject({ code: 'ESCROW_ARCHIVED' });
  expect((await desk.balances({ addresses: [contractId] })).balances).toEqual([
    { address: contractId, error: expect.stringContaining('archived on the ledger: nothing is lost') },
  ]);
});

const NOTHING_THERE = { latestLedger: 9, error: 'HostError: Error(Storage, MissingValue)\n', events: [] };
test.each<[string, Answer, string]>([
  ['says that there is none', NOTHING_THERE, 'there is no contract there, not even an archived one'],
  ['cannot say', { latestLedger: 9 }, 'could not be learned whether one is archived'],
])('reports what was found when the ledger lists nothing there and %s', async (_, simulateTransaction, words) => {
  const { desk } = await openDesk({ getLedgerEntries: entries(...tokens), simulateTransaction });
  await expect(desk.get({ contractId })).rejects.toMatchObject({
    code: 'HANDLE_NOT_FOUND',
    message: expect.stringContaining(words),
  });
});
