/** What a trustline's transaction is built from, by a Stellar RPC that answers from a script. */
import { NOW, otherKey, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  account,
  accountEntry,
  entries,
  network,
  startRpc,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { trust } from '../../actions/trust/index.ts';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { fieldProblem } from '../../errors/errors.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { trustCarrier } from './trust-carrier.ts';

const signer = signerKey.publicKey();
const ASSET = new Asset('GOLD', otherKey.publicKey());
const GOLD = ASSET.contractId(sandbox.passphrase);
const OWN_CODE = StrKey.encodeContract(new Uint8Array(32).fill(6));
const asked = (address = GOLD) => ({ signer, trustline: { address, decimals: 10_000_000 } });
const [own, issuer] = [account(signer), account(otherKey.publicKey())];
const gold = tokenInstance(GOLD, { asset: ASSET });

async function carrierOn(...held: readonly xdr.LedgerEntryData[]) {
  const rpc = await startRpc({ getNetwork: network(sandbox.passphrase), getLedgerEntries: entries(...held) });
  return trustCarrier(openLedger([rpc.url], sandbox.passphrase), sandbox, () => NOW * 1_000);
}

test('an unknown token names its asset itself, proven by its address', async () => {
  const carrier = await carrierOn(own, issuer, gold);
  const read = readTransaction(await carrier.build(asked(), {}), sandbox.passphrase);
  const check = trust.check(read, asked(), { network: sandbox, maxFee: 50_000_000n, now: NOW });
  expect(check).toMatchObject({
    level: 'verified',
    call: { asset: { code: 'GOLD', issuer: otherKey.publicKey() }, contractId: GOLD },
  });
  expect(read.timeBounds?.maxTime).toBe(BigInt(NOW + 300));
});

test.each([
  ['names an asset that has another contract', tokenInstance(GOLD, { asset: new Asset('GOLD', signer) })],
  ['runs code of its own', tokenInstance(OWN_CODE, { native: false })],
])('a token that %s has no trustline', async (_, instance) => {
  const carrier = await carrierOn(own, issuer, instance);
  for (const token of [GOLD, OWN_CODE]) {
    await expect(carrier.build(asked(token), {})).rejects.toMatchObject({
      fields: [{ path: 'token', problem: { code: 'NO_ASSET_CONTRACT' } }],
    });
  }
});

test('builds no trustline for an issuer that no longer exists', async () => {
  await expect((await carrierOn(own, gold)).build(asked(), {})).rejects.toMatchObject({
    fields: [fieldProblem('token', 'ISSUER_GONE', { issuer: otherKey.publicKey() })],
  });
});

test('counts neither sell offers nor sponsored reserves as spendable', async () => {
  const held = (selling: bigint, numSponsoring: number, numSponsored: number) => {
    const second = new xdr.AccountEntryExtensionV2({
      numSponsored,
      numSponsoring,
      signerSponsoringIDs: [],
      ext: xdr.AccountEntryExtensionV2Ext.v0(),
    });
    const ext = xdr.AccountEntryExt.v1(
      new xdr.AccountEntryExtensionV1({
        liabilities: new xdr.Liabilities({ buying: 0n, selling }),
        ext: xdr.AccountEntryExtensionV1Ext.v2(second),
      }),
    );
    // It holds 10 XLM, of which 1 is its own reserve.
    return xdr.LedgerEntryData.account(new xdr.AccountEntry({ ...accountEntry(signer), ext }));
  };
  const spare = 100_000_000n - 10_000_000n - 5_000_000n - 10_000n;
  const built = async (...parts: Parameters<typeof held>) =>
    (await carrierOn(held(...parts), issuer, gold)).build(asked(), {}).then(
      () => 'built',
      ({ message }: Error) => message,
    );
  expect(await built(spare, 0, 0)).toBe('built');
  expect(await built(spare + 1n, 0, 0)).toMatch(/^The account lacks 0\.0000001 XLM/);
  expect(await built(spare, 1, 0)).toMatch(/^The account lacks 0\.5 XLM/);
  expect(await built(spare + 5_000_000n, 0, 1)).toBe('built');
});
