import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { NOW, otherKey, requestInput, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { account, entries, network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import type { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';

import { openLedger } from '../../ledger/open-ledger.ts';

/** The live service's known message for this. */
const MESSAGE = 'Escrow already in dispute';
const [signer, platform] = [signerKey, otherKey].map((key) => account(key.publicKey())) as [
  xdr.LedgerEntryData,
  xdr.LedgerEntryData,
];

async function refusal(namesTokensByAsset: boolean, ...held: readonly xdr.LedgerEntryData[]) {
  const service = await startScriptedService(answer(400, { statusCode: 400, message: MESSAGE, error: 'Bad Request' }));
  const rpc = await startRpc({ getNetwork: network(sandbox.passphrase), getLedgerEntries: entries(...held) });
  const desk = openDeskOfTest({
    service: service.client(),
    network: { ...sandbox, namesTokensByAsset },
    patience: HURRY,
    now: () => NOW * 1_000,
    ledger: openLedger([rpc.url], sandbox.passphrase),
  });
  const { platformAddress: _, ...roles } = requestInput().roles as Record<string, string>;
  const input = requestInput({ roles: { ...roles, platformAddress: otherKey.publicKey() } });
  return await failure(desk.prepare('deploy', input));
}

test('explains the live service’s refusal by a missing trustline of the platform', async () => {
  expect(await refusal(true, signer, platform)).toMatchObject({
    code: 'SERVICE_REFUSED',
    message: expect.stringContaining(`${otherKey.publicKey()} has no trustline for USDC`),
    remedy: expect.stringContaining('adds the trustline'),
    detail: expect.stringContaining(MESSAGE),
  });
  expect(await refusal(true, signer)).toMatchObject({
    message: expect.stringContaining(`${otherKey.publicKey()} does not exist`),
  });
});

test('does not explain another service’s refusal that way', async () => {
  expect(await refusal(false, signer, platform)).toMatchObject({
    code: 'SERVICE_REFUSED',
    message: expect.not.stringContaining('trustline'),
  });
});
