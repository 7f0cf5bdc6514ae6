/** The signing page's own comparison, as it runs in the reader's browser, of a deploy of generation B. */
import { expect, test } from 'vitest';
import { readTransaction } from '../packages/core/src/transaction/index.ts';
import { NOW, request, sandbox } from '../packages/core/test/deploy-fixture.ts';
import { buildGenerationB, fromFactory, type GenerationBParts } from '../packages/core/test/generation-b-fixture.ts';
import { readView } from '../packages/signing-page/src/browser/read-view.ts';
import type { PageView } from '../packages/signing-page/src/page-view.ts';

function view(parts: GenerationBParts = {}, contractId = fromFactory): PageView {
  const unsignedXdr = buildGenerationB(request(), parts);
  const { hashHex } = readTransaction(unsignedXdr, sandbox.passphrase);
  return {
    id: 'a',
    request: request(),
    network: sandbox,
    offer: { unsignedXdr, hash: hashHex, contractId, expiresAt: (NOW + 100) * 1_000, reasons: [] },
    maxFee: '50000000',
    now: NOW * 1_000,
    status: {
      id: 'a',
      status: 'prepared',
      network: 'sandbox',
      contractId,
      transactionHash: hashHex,
      expiresAt: '',
      message: '',
      next: '',
    },
  };
}
const read = (page: PageView) => readView(page, NOW * 1_000);

test('it is a match that says, by the browser’s own word, that it is only partly verified', () => {
  expect(read(view())).toMatchObject({
    kind: 'match',
    reasons: [expect.stringMatching(/generation B/)],
    summary: { contractId: fromFactory, total: '30.5000001', reasons: [expect.stringMatching(/generation B/)] },
  });
});

test('one that differs, or stands elsewhere than the server says, is a mismatch', () => {
  expect(read(view({ auth: [] }))).toMatchObject({ kind: 'mismatch', differences: [{ field: 'authorisation' }] });
  expect(read(view({}, sandbox.factory))).toMatchObject({
    kind: 'mismatch',
    differences: [{ field: 'escrow address', found: fromFactory }],
  });
});
