/** Balances by the ledger's word where it can be asked, and by the service's word otherwise. */

import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { ADA, BOB, openRememberingDesk, sevenInEach } from '@countersign/testkit/desk/remembering-desk';
import { request, sandbox, signerKey, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { encodeTree, escrowTree } from '@countersign/testkit/fixtures/generation-b-fixture';
import { createPart } from '@countersign/testkit/record/part';
import {
  type Answer,
  entries,
  escrowEntries,
  network,
  startRpc,
  tokenBalance,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { answer, type Responder, reset, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { networkWith } from '../../escrow/network.ts';
import { liveMulti } from '../../kinds/live-kinds.ts';
import { openLedger } from '../../ledger/open-ledger.ts';

const [USDC] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const CODE = sandbox.wasmHash as string;
const LIVE_CODE = networkWith('sandbox', 'v1').wasmHash as string;
const [inInstance, inEntry, ofIssuer, unreadable, absent] = [1, 2, 3, 4, 5].map((seed) =>
  StrKey.encodeContract(new Uint8Array(32).fill(seed)),
) as [string, string, string, string, string];
const signer = signerKey.publicKey();

const escrow = storedEscrow(request());
const byIssuer = liveMulti.encode({ ...escrow, trustline: { ...escrow.trustline, address: USDC.issuer } });
const held = entries(
  ...escrowEntries(inInstance, { code: CODE, escrow: liveMulti.encode(escrow), keptIn: 'instance' }),
  ...escrowEntries(inEntry, { code: LIVE_CODE, escrow: encodeTree(escrowTree(request())), keptIn: 'entry' }),
  ...escrowEntries(ofIssuer, { code: CODE, escrow: byIssuer, keptIn: 'instance' }),
  ...escrowEntries(unreadable, { code: CODE, escrow: xdr.ScVal.scvString('an escrow'), keptIn: 'instance' }),
  tokenInstance(USDC.address, { asset: new Asset(USDC.code, USDC.issuer) }),
  ...[inInstance, inEntry, ofIssuer].map((holder, index) =>
    tokenBalance(USDC.address, holder, BigInt(index + 1) * 4_505_000_001n),
  ),
);

async function openDesk(rpc: Record<string, Answer>, ...scenes: Responder[]) {
  const service = await startScriptedService(...scenes);
  const { url } = await startRpc({ getNetwork: network(sandbox.passphrase), ...rpc });
  const desk = openDeskOfTest({ service: service.client(), ledger: openLedger([url], sandbox.passphrase) });
  return { desk, service };
}

const lies = (...addresses: string[]) =>
  answer(
    200,
    addresses.map((address) => ({ address, balance: 999_999 })),
  );

test('attack 4: a service that lies about a balance is not believed, nor even asked, where the ledger can tell it', async () => {
  const { desk, service } = await openDesk({ getLedgerEntries: held }, lies(inInstance, inEntry, ofIssuer));
  expect(await desk.balances({ signer, addresses: [ofIssuer, inInstance, inEntry] })).toMatchObject({
    ledger: '127.0.0.1',
    balances: [
      { address: ofIssuer, balance: '1351.5000003', by: 'ledger' },
      { address: inInstance, balance: '450.5000001', by: 'ledger' },
      { address: inEntry, balance: '901.0000002', by: 'ledger' },
    ],
  });
  expect(service.asked).toEqual([]);
});

test('takes balances from the ledger, what it cannot tell from the service, and in the order asked', async () => {
  const part = createPart();
  for (const [title, scene, input, rpc = { getLedgerEntries: held }] of [
    ['what the ledger cannot tell', lies(absent, unreadable), { signer, addresses: [absent, inInstance, unreadable] }],
    ['an address twice', lies(absent), { signer, addresses: [absent, inInstance, absent] }],
    ['where the service fails', reset, { signer, addresses: [absent, inInstance] }],
    ['where the service fails and the ledger has none', reset, { signer, addresses: [absent] }],
    [
      'where the ledger does not answer',
      lies(inInstance),
      { signer, addresses: [inInstance] },
      { getLedgerEntries: '' },
    ],
    ['without a signer', lies(absent), { addresses: [inInstance, absent] }],
    ['without a signer, of none that the ledger has', lies(absent), { addresses: [absent] }],
  ] as const) {
    const { desk, service } = await openDesk(rpc, scene);
    const { asOf: _, ...shown } = await desk.balances(input).catch(({ code, message }) => ({ code, message, asOf: 0 }));
    part.note(title, shown);
    part.note('  asked the service', service.asked.map(({ url }) => url).join('\n'));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/balances.txt');
});

test('sends the preparer’s address to the service only for callers who may see the escrow', async () => {
  const asked = { engagementId: 'logo-1' };
  const { desk, prepare, ...opened } = await openRememberingDesk([asked], { hasLedger: false, after: [sevenInEach] });
  const { contractId } = await prepare(asked);
  const query = { addresses: [contractId] };
  await expect(desk.for(BOB).balances(query)).rejects.toMatchObject({ fields: [{ path: 'signer' }] });
  expect(opened.asked).toHaveLength(1);
  expect((await desk.for(ADA).balances(query)).balances).toEqual([
    { address: contractId, balance: '7', by: 'service' },
  ]);
  expect(opened.asked[1]?.url).toContain(`signer=${signer}`);
});

test('tells whose turn it is from the same reading, and nothing of unknown code', async () => {
  const { desk, service } = await openDesk({ getLedgerEntries: held }, lies(absent));
  const read = await desk.balancesAndTurns({ signer, addresses: [inInstance, inEntry] });
  expect(read.balances.balances.map(({ address }) => address)).toEqual([inInstance, inEntry]);
  for (const address of [inInstance, inEntry]) {
    const { turn } = await desk.get({ contractId: address });
    expect(read.turns.find((each) => each.address === address)?.turn).toEqual(turn);
    expect(turn?.length).toBeGreaterThan(0);
  }
  expect((await desk.balancesAndTurns({ signer, addresses: [absent] })).turns).toEqual([]);
  expect(service.asked).toHaveLength(1);
});
