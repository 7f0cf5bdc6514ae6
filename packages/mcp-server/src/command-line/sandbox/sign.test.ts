import { buildDeploy, NOW, otherKey, request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';
import { signForSandbox } from './sign.ts';

const unsigned = buildDeploy(request());

test('signs once, with the key of the account that pays, until the transaction expires', () => {
  const signed = signForSandbox(unsigned, signerKey, NOW);
  expect(signed).not.toBe(unsigned);
  expect(signForSandbox(signed, signerKey, NOW)).toBe(signed);
  expect(() => signForSandbox(unsigned, otherKey, NOW)).toThrowError(
    expect.objectContaining({ fields: [expect.objectContaining({ path: '--as' })] }),
  );
  expect(signForSandbox(unsigned, signerKey, NOW + 99)).toBe(signed);
  expect(() => signForSandbox(unsigned, signerKey, NOW + 100)).toThrowError(
    expect.objectContaining({ code: 'TRANSACTION_EXPIRED' }),
  );
});
