import { startWithCertificate } from '@countersign/testkit/network/certificate';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';
import { certificateAt } from './certificate.ts';

const DAY_MS = 86_400_000;

test.each([30, -1])('reads when a certificate expires that no browser accepts: in %s days', async (days) => {
  const { expiresAt, problem } = await certificateAt(await startWithCertificate(days));
  expect(Math.round((expiresAt - Date.now()) / DAY_MS)).toBe(days);
  expect(problem).toMatch(/^[A-Z_]+$/);
});

test('fails where nothing listens', async () => {
  await expect(certificateAt(`https://127.0.0.1:${await freePort()}`)).rejects.toThrow('ECONNREFUSED');
});
