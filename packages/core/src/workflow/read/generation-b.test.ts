import { wallet } from '@countersign/testkit/desk/scripted-desk';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { NOW, request, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  buildGenerationB,
  type GenerationBParts,
  live,
  SALT,
} from '@countersign/testkit/fixtures/generation-b-fixture';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Network, pinsOf } from '../../escrow/network.ts';
import { contractIdFor } from '../../kinds/read-deploy.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

async function openDesk(network: Network, allowPartly: boolean, ...scenes: Responder[]) {
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

test('a token that is not known is shown in the units of the request', async () => {
  const changes = {
    trustline: { address: sandbox.factory, decimals: 100 },
    milestones: [{ description: 'a', amount: '1.25' }],
  };
  const scene = answer(201, { status: 'SUCCESS', unsignedTransaction: buildGenerationB(request(changes)) });
  const { desk } = await openDesk(sandbox, true, scene);
  expect(await desk.prepare('deploy', requestInput(changes))).toMatchObject({
    summary: { total: '1.25', milestones: [{ amount: '1.25' }] },
  });
});

describe.each(['multi', 'single'] as const)('where the service makes them, %s release', (release) => {
  const changes = release === 'single' ? { kind: release } : {};
  const built = (parts: GenerationBParts = {}) => buildGenerationB(request(changes), { release, ...parts });
  const contractId = contractIdFor(pinsOf(live, release).factory as string, SALT, live.passphrase);
  const offered = answer(201, { status: 'SUCCESS', unsignedTransaction: built() });
  const done = answer(200, { status: 'SUCCESS', message: 'ok', contractId, escrow: { title: 'another' } });

  test('it goes the whole way, verified', async () => {
    const { desk } = await openDesk(live, false, offered, done);
    const prepared = await desk.prepare('deploy', requestInput(changes));
    expect(prepared).toMatchObject({ checked: 'verified', contractId, summary: { total: '30.5000001' } });
    // What the service says of it is held against what was signed.
    expect(await desk.submit({ signedXdr: wallet(prepared.unsignedXdr), id: prepared.id })).toMatchObject({
      status: 'accepted',
      contractId,
      message: expect.stringMatching(/It describes a different escrow from the one that was signed \(title\)/),
    });
  });

  test('one that was prepared elsewhere is sent where such are allowed, as it is verified against what it states', async () => {
    const { desk } = await openDesk(live, false, done);
    expect(await desk.submit({ signedXdr: wallet(built()) })).toMatchObject({
      status: 'accepted',
      contractId,
      preparedHere: false,
    });
  });
});
