import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { isOfFormerContract } from './set-aside.ts';

const factory = StrKey.encodeContract(new Uint8Array(32).fill(7));
const row = { unsignedXdr: buildDeploy(request()) };

test.each([
  ['by another factory, in the sandbox', { ...sandbox, factory }, row, true],
  ['by another factory, elsewhere', { ...sandbox, factory, name: 'testnet' as const }, row, false],
  ['by this sandbox', sandbox, row, false],
  ['that cannot be read', { ...sandbox, factory }, { unsignedXdr: 'AAAA' }, false],
])('a contract that was made %s', (_, network, of, isFormer) => {
  expect(isOfFormerContract(network, of)).toBe(isFormer);
});
