/** The signing page's own comparison, as it runs in the reader's browser, of an escrow whose token said its decimals. */
import { readTransaction } from '@countersign/core/envelope';
import { encodeStrKey } from '@countersign/core/escrow';
import '@countersign/signing-page/internal/browser/words/english-for-signing';
import { readView } from '@countersign/signing-page/internal/browser/transaction/read-view';
import { readingWords } from '@countersign/signing-page/internal/browser/words/words';
import type { PageView } from '@countersign/signing-page/internal/page-view';
import { buildDeploy, escrowAt, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';

const TOKEN = encodeStrKey('contract', new Uint8Array(32).fill(6));
const asked = request({
  trustline: { address: TOKEN, decimals: 100 },
  milestones: [{ description: 'Design', amount: '10.5' }],
});
const contractId = escrowAt();
const unsignedXdr = buildDeploy(asked);
const { hashHex } = readTransaction(unsignedXdr, sandbox.passphrase);

/** The page of an offer that the desk found verified, as it comes over HTTP. */
function read(saidDecimals?: Record<string, number>) {
  const page: PageView = {
    id: 'a',
    action: 'deploy',
    request: asked,
    network: { ...sandbox, ...(saidDecimals === undefined ? {} : { saidDecimals }) },
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
  return readView(JSON.parse(JSON.stringify(page)), NOW * 1_000, readingWords());
}

test('is verified if the token’s decimals match the request’s, and partly verified if it reported none', () => {
  expect(read({ [TOKEN]: 2 })).toMatchObject({ kind: 'match', reasons: [], summary: { total: '10.5' } });
  expect(read()).toMatchObject({ kind: 'match', reasons: [{ code: 'TOKEN_NOT_ASKED' }] });
});

test('is a mismatch if the token reports other decimals', () => {
  expect(read({ [TOKEN]: 7 })).toEqual({
    kind: 'mismatch',
    differences: [
      {
        field: 'trustline.decimals',
        asked: { code: 'DECIMALS_OF_TOKEN', params: { decimals: 7 } },
        found: { code: 'DECIMALS_OF_REQUEST', params: { multiplier: 100 } },
      },
    ],
  });
});
