import { OTHER, REQUEST, TOKEN_CONTRACT } from '@countersign/testkit/service/requests';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { encodeStrKey } from '../../escrow/index.ts';
import { networkWith } from '../../escrow/network.ts';
import { dialectFor } from '../../service/index.ts';
import { serviceCarrier } from './service-carriers.ts';

const testnet = networkWith('testnet', 'v1');
const GOLD = encodeStrKey('contract', new Uint8Array(32).fill(7));
const deployOf = (address: string) => ({ ...REQUEST, trustline: { address, decimals: 10_000_000 } });

async function v1Carrier() {
  const service = await startScriptedService(answer(201, { unsignedTransaction: 'AAAA' }));
  const client = service.client({ dialect: dialectFor(testnet) });
  return { service, carrier: serviceCarrier(client, testnet) };
}

test('sends v1 a token’s code and issuer from the ledger', async () => {
  const { service, carrier } = await v1Carrier();
  const answered = { ...testnet, saidAssets: { [GOLD]: { code: 'GOLD', issuer: OTHER } } };
  expect(await carrier.build(deployOf(GOLD), { network: Promise.resolve(answered) })).toBe('AAAA');
  expect(JSON.parse(service.asked[0]?.body ?? '').trustline).toEqual({ address: OTHER, symbol: 'GOLD' });
});

test('does not ask v1 for an escrow of a token with an unknown asset', async () => {
  const { service, carrier } = await v1Carrier();
  for (const network of [undefined, Promise.resolve(testnet)]) {
    const building = carrier.build(deployOf(GOLD), network === undefined ? {} : { network });
    await expect(building).rejects.toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: 'trustline.address' }] });
  }
  expect(service.asked).toEqual([]);
});

test('does not wait for the ledger if the token is known', async () => {
  const { carrier } = await v1Carrier();
  expect(await carrier.build(deployOf(TOKEN_CONTRACT), { network: new Promise(() => {}) })).toBe('AAAA');
});
