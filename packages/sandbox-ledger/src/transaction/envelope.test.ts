import { createHash } from 'node:crypto';
import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';
import { EnvelopeError, readEnvelope } from './envelope.ts';

const XDR = buildDeploy(request());
const networkId = createHash('sha256').update(sandbox.passphrase).digest();

test('refuses a transaction with characters that are not base64, which Node.js would ignore', () => {
  expect(readEnvelope(XDR, networkId).base64).toBe(XDR);
  for (const text of [`${XDR}\n`, `${XDR}!!!!`, `    ${XDR}`])
    expect(() => readEnvelope(text, networkId)).toThrow(new EnvelopeError('the transaction is not base64'));
});
