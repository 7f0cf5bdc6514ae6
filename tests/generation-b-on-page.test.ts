/** The signing page's own comparison, as it runs in the reader's browser, of a deploy of generation B. */
import { readTransaction } from '@countersign/core/envelope';
import '@countersign/signing-page/internal/browser/words/english-for-signing';
import { readView } from '@countersign/signing-page/internal/browser/transaction/read-view';
import { readingWords } from '@countersign/signing-page/internal/browser/words/words';
import type { PageView } from '@countersign/signing-page/internal/page-view';
import { NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  buildGenerationB,
  fromFactory,
  type GenerationBParts,
} from '@countersign/testkit/fixtures/generation-b-fixture';
import { expect, test } from 'vitest';

function view(parts: GenerationBParts = {}, contractId = fromFactory): PageView {
  const unsignedXdr = buildGenerationB(request(), parts);
  const { hashHex } = readTransaction(unsignedXdr, sandbox.passphrase);
  return {
    id: 'a',
    action: 'deploy',
    request: request(),
    network: sandbox,
    offer: { unsignedXdr, hash: hashHex, contractId, expiresAt: (NOW + 100) * 1_000, reasons: [] },
    judgement: { key: 'key', stops: [], warnings: [], facts: [] },
    maxFee: '50000000',
    now: NOW * 1_000,
    status: {
      id: 'a',
      status: 'prepared',
      by: 'here',
      network: 'sandbox',
      contractId,
      transactionHash: hashHex,
      expiresAt: '',
      message: '',
      next: '',
    },
  };
}
const read = (page: PageView) => readView(page, NOW * 1_000, readingWords());

test('it is a match, of which the browser itself verifies everything', () => {
  expect(read(view())).toMatchObject({
    kind: 'match',
    reasons: [],
    summary: { contractId: fromFactory, total: '30.5000001' },
  });
});

test('a different escrow, or another address than the server says, is a mismatch', () => {
  expect(read(view({ auth: [] }))).toMatchObject({ kind: 'mismatch', differences: [{ field: 'authorisation' }] });
  expect(read(view({}, sandbox.factory))).toMatchObject({
    kind: 'mismatch',
    differences: [{ field: 'escrow address', found: fromFactory }],
  });
});
