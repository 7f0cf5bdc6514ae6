import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import {
  NOW,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import {
  buildGenerationB,
  type GenerationBParts,
  live,
  SALT,
} from '@countersign/testkit/fixtures/generation-b-fixture';
import { answer, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { transactionHash } from '../../envelope/read-transaction.ts';
import { type Network, pinsOf } from '../../escrow/network.ts';
import { contractIdFor } from '../../kinds/read-deploy.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const deployed = (parts: GenerationBParts = {}): Scene =>
  answer(201, { status: 'SUCCESS', unsignedTransaction: buildGenerationB(request(), parts) });

async function openDesk(allowPartly: boolean, ...scenes: Scene[]) {
  return openDeskFor(sandbox, allowPartly, ...scenes);
}

async function openDeskFor(network: Network, allowPartly: boolean, ...scenes: Scene[]) {
  const service = await startScriptedService(...scenes);
  const now = () => NOW * 1_000;
  const store = openSqliteStore(undefined, 'sandbox', now);
  onTestFinished(() => store.close());
  const policy = { maxFee: 50_000_000n, allowPartly, allowForeign: true, readOnly: false };
  const desk = createTestDesk({
    policy,
    service: service.client({ now }),
    store,
    network,
    now,
    signUrl: (pageId) => `http://127.0.0.1/${pageId}`,
  });
  return { desk, service };
}

const signed = (envelope: string | undefined) =>
  sign(envelope ?? '', [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));

test('an offer that authorises more is a mismatch, never partly verified', async () => {
  const { desk } = await openDesk(true, deployed({ auth: [] }));
  await expect(desk.prepare('deploy', requestInput())).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
    differences: [
      {
        field: 'authorisation',
        asked: { code: 'ENTRIES', params: { count: 1 } },
        found: { code: 'ENTRIES', params: { count: 0 } },
      },
    ],
  });
});

test('a token that is not known is shown in the units of the request', async () => {
  const input = requestInput({
    trustline: { address: sandbox.factory, decimals: 100 },
    milestones: [{ description: 'a', amount: '1.25' }],
  });
  const asked = request({
    trustline: { address: sandbox.factory, decimals: 100 },
    milestones: [{ description: 'a', amount: '1.25' }],
  });
  const { desk } = await openDesk(
    true,
    answer(201, { status: 'SUCCESS', unsignedTransaction: buildGenerationB(asked) }),
  );
  expect(await desk.prepare('deploy', input)).toMatchObject({
    summary: { total: '1.25', milestones: [{ amount: '1.25' }] },
  });
});

test('refuses a transaction that comes back changed, and names the change', async () => {
  const { desk } = await openDesk(true, deployed());
  const offer = await desk.prepare('deploy', requestInput());
  const changed = buildGenerationB(request({ title: 'Another' }), { condition: time(0, NOW + 100) });
  await expect(desk.submit({ signedXdr: signed(changed), id: offer.id })).rejects.toMatchObject({
    code: 'TRANSACTION_CHANGED',
    differences: [expect.objectContaining({ field: 'title', found: 'Another' })],
  });
});

describe.each(['multi', 'single'] as const)('where the service makes them, %s release', (release) => {
  const changes = release === 'single' ? { kind: release } : {};
  const built = (parts: GenerationBParts = {}) => buildGenerationB(request(changes), { release, ...parts });
  const contractId = contractIdFor(pinsOf(live, release).factory as string, SALT, live.passphrase);
  const offered = answer(201, { status: 'SUCCESS', unsignedTransaction: built() });
  const done = answer(200, { status: 'SUCCESS', message: 'ok', contractId, escrow: { title: 'another' } });

  test('it goes the whole way, verified', async () => {
    const { desk } = await openDeskFor(live, false, offered, done);
    const offer = await desk.prepare('deploy', requestInput(changes));
    expect(offer).toMatchObject({ checked: 'verified', contractId, summary: { total: '30.5000001' } });
    // What the service says of it is held against what was signed.
    expect(await desk.submit({ signedXdr: signed(offer.unsignedXdr), id: offer.id })).toMatchObject({
      status: 'accepted',
      contractId,
      message: expect.stringMatching(/It describes a different escrow from the one that was signed \(title\)/),
    });
  });

  test('one that was prepared elsewhere is sent where such are allowed, as it is verified against what it states', async () => {
    const { desk } = await openDeskFor(live, false, done);
    expect(await desk.submit({ signedXdr: signed(built()) })).toMatchObject({
      status: 'accepted',
      contractId,
      preparedHere: false,
    });
  });

  test('one that was prepared elsewhere and authorises more is refused', async () => {
    const { desk, service } = await openDeskFor(live, true, done);
    await expect(desk.submit({ signedXdr: signed(built({ auth: [] })) })).rejects.toMatchObject({
      code: 'NOT_PREPARED_HERE',
      differences: [
        {
          field: 'authorisation',
          asked: { code: 'ENTRIES', params: { count: 1 } },
          found: { code: 'ENTRIES', params: { count: 0 } },
        },
      ],
    });
    expect(service.asked).toHaveLength(0);
  });
});
