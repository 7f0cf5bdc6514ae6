import { contractId, failure, openDesk } from '@countersign/testkit/desk/scripted-desk';
import { NOW, otherKey, requestInput, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { answer } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';

describe('balances', () => {
  const escrows = [contractId, sandbox.factory as string];
  const found = answer(
    200,
    `[{"address":"${escrows[1]}","balance":0.0000001},{"address":"${escrows[0]}","balance":900719925474.0992123}]`,
  );

  test('are exact and in the order asked, for the given or the default signer', async () => {
    const { desk, service } = await openDesk({ defaultSigner: otherKey.publicKey() }, found);
    expect(await desk.balances({ addresses: escrows })).toMatchObject({
      network: 'sandbox',
      asOf: new Date(NOW * 1_000).toISOString(),
      balances: [
        { address: escrows[0], balance: '900719925474.0992123', by: 'service' },
        { address: escrows[1], balance: '0.0000001', by: 'service' },
      ],
    });
    expect(service.asked[0]?.url).toContain(`signer=${otherKey.publicKey()}`);
  });

  test.each<[string, unknown, string]>([
    ['no signer', { addresses: escrows }, 'signer'],
    ['no address', { signer: signerKey.publicKey(), addresses: [] }, 'addresses'],
    ['201 addresses', { signer: signerKey.publicKey(), addresses: Array(201).fill(contractId) }, 'addresses'],
    [
      'an account for an escrow',
      { signer: signerKey.publicKey(), addresses: [contractId, signerKey.publicKey()] },
      'addresses[1]',
    ],
    ['a contract for a signer', { signer: contractId, addresses: escrows }, 'signer'],
  ])('%s is refused by path', async (_, input, path) => {
    const { desk, service } = await openDesk({}, found);
    const error = await failure(desk.balances(input));
    expect(error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path }] });
    expect(service.asked).toEqual([]);
  });
});

test('an empty id is missing, and not one that is unknown', async () => {
  const { desk } = await openDesk({});
  const fields = [{ path: 'id', problem: { code: 'MISSING' } }];
  expect(await failure(desk.discard(''))).toMatchObject({ code: 'INPUT_INVALID', fields });
});

test('a read-only desk reads balances and nothing else', async () => {
  const { desk, service } = await openDesk({ readOnly: true }, answer(200, [{ address: contractId, balance: 1 }]));
  expect((await failure(desk.prepare('deploy', requestInput()))).code).toBe('READ_ONLY');
  expect((await failure(desk.submit({ signedXdr: 'x' }))).code).toBe('READ_ONLY');
  await desk.balances({ signer: signerKey.publicKey(), addresses: [contractId] });
  expect(service.asked).toHaveLength(1);
});
