import { contractId, failure, openDesk } from '@countersign/testkit/desk/scripted-desk';
import { NOW, otherKey, requestInput, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { answer } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';

const escrows = [contractId, sandbox.factory as string];
const signer = signerKey.publicKey();

test('returns balances exactly and in the order asked, for the given or the default signer', async () => {
  const [first, second] = escrows;
  const found = `[{"address":"${second}","balance":0.0000001},{"address":"${first}","balance":900719925474.0992123}]`;
  const { desk, service } = await openDesk({ defaultSigner: otherKey.publicKey() }, answer(200, found));
  expect(await desk.balances({ addresses: escrows })).toMatchObject({
    ...{ network: 'sandbox', asOf: new Date(NOW * 1_000).toISOString() },
    balances: [
      { address: first, balance: '900719925474.0992123', by: 'service' },
      { address: second, balance: '0.0000001', by: 'service' },
    ],
  });
  expect(service.asked[0]?.url).toContain(`signer=${otherKey.publicKey()}`);
});

test.each<[string, object, string]>([
  ['no signer', { addresses: escrows }, 'signer'],
  ['no address', { signer, addresses: [] }, 'addresses'],
  ['201 addresses', { signer, addresses: Array(201).fill(contractId) }, 'addresses'],
  ['an account for an escrow', { signer, addresses: [contractId, signer] }, 'addresses[1]'],
  ['a contract for a signer', { signer: contractId, addresses: escrows }, 'signer'],
])('refuses balances for %s by its path', async (_, input, path) => {
  const { desk, service } = await openDesk({});
  expect(await failure(desk.balances(input))).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path }] });
  expect(service.asked).toEqual([]);
});

test('treats an empty id as missing, and not as one that is unknown', async () => {
  const { desk } = await openDesk({});
  const fields = [{ path: 'id', problem: { code: 'MISSING' } }];
  expect(await failure(desk.discard(''))).toMatchObject({ code: 'INPUT_INVALID', fields });
});

test('reads balances and does nothing else at a read-only desk', async () => {
  const { desk, service } = await openDesk({ readOnly: true }, answer(200, [{ address: contractId, balance: 1 }]));
  expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('READ_ONLY');
  expect((await failure(desk.submit({ signedXdr: 'x' }))).code).toBe('READ_ONLY');
  await desk.balances({ signer, addresses: [contractId] });
  expect(service.asked).toHaveLength(1);
});
