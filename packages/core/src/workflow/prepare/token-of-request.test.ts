/** The fields that v1 receives for a token without constants: only what the ledger confirms. */

import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { failure } from '@countersign/testkit/desk/failure';
import { NOW, otherKey, requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { account, entries, network, simulated, startRpc, tokenInstance } from '@countersign/testkit/rpc/scripted-rpc';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { networkWith } from '../../escrow/network.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { dialectFor } from '../../service/index.ts';

const sandbox = networkWith('sandbox', 'v1');
const ASSET = new Asset('GOLD', otherKey.publicKey());
const GOLD = ASSET.contractId(sandbox.passphrase);
const OWN_CODE = StrKey.encodeContract(new Uint8Array(32).fill(6));

async function prepare(token: string, instance: xdr.LedgerEntryData) {
  const service = await startScriptedService(answer(400, { statusCode: 400, message: 'no' }));
  const rpc = await startRpc({
    getNetwork: network(sandbox.passphrase),
    getLedgerEntries: entries(account(signerKey.publicKey(), {}), instance),
    simulateTransaction: simulated(xdr.ScVal.scvU32(7)),
  });
  const now = () => NOW * 1_000;
  const desk = openDeskOfTest({
    ...{ network: sandbox, patience: HURRY, now, ledger: openLedger([rpc.url], sandbox.passphrase) },
    service: service.client({ now, dialect: dialectFor(sandbox) }),
  });
  const trustline = { address: token, decimals: 10_000_000 };
  const error = await failure(desk.prepare('deploy', requestInput({ trustline })));
  return { error, asked: service.asked };
}

test('sends v1 the asset that the token’s address proves', async () => {
  const { asked: requests } = await prepare(GOLD, tokenInstance(GOLD, { asset: ASSET }));
  expect(JSON.parse(requests[0]?.body ?? '').trustline).toEqual({ address: ASSET.getIssuer(), symbol: 'GOLD' });
});

test.each([
  ['code of its own', OWN_CODE, tokenInstance(OWN_CODE, { native: false })],
  ['an asset that has another address', OWN_CODE, tokenInstance(OWN_CODE, { asset: ASSET })],
])('a token with %s is refused before the service is asked', async (_, token, instance) => {
  const { error, asked: requests } = await prepare(token, instance);
  expect(error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: 'trustline.address' }] });
  expect(requests).toEqual([]);
});
