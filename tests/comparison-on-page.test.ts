/** The signing page's own comparison of a deploy, as it runs in the reader's browser. */
import '@countersign/signing-page/internal/browser/words/en';
import { readTransaction } from '@countersign/core/envelope';
import { encodeStrKey } from '@countersign/core/escrow';
import { readView } from '@countersign/signing-page/internal/browser/transaction/read-view';
import { readingWords } from '@countersign/signing-page/internal/browser/words/reading-words';
import type { PageView } from '@countersign/signing-page/internal/page-view';
import { buildDeploy, escrowAt, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  buildGenerationB,
  fromFactory,
  type GenerationBParts,
} from '@countersign/testkit/fixtures/generation-b-fixture';
import { expect, test } from 'vitest';

type Shown = {
  readonly asked?: ReturnType<typeof request>;
  readonly unsignedXdr: string;
  readonly contractId: string;
  readonly saidDecimals?: Record<string, number>;
};

/** What the page makes of a transaction that the desk found verified, as it comes over HTTP. */
function read({ asked: actionRequest = request(), unsignedXdr, contractId, saidDecimals }: Shown) {
  const { hashHex: hash } = readTransaction(unsignedXdr, sandbox.passphrase);
  const page: PageView = {
    ...{ id: 'a', action: 'deploy', request: actionRequest, maxFee: '50000000', now: NOW * 1_000 },
    network: { ...sandbox, ...(saidDecimals === undefined ? {} : { saidDecimals }) },
    offer: { unsignedXdr, hash, contractId, expiresAt: (NOW + 100) * 1_000, reasons: [] },
    judgement: { key: 'key', stops: [], warnings: [], facts: [] },
    status: {
      ...{ id: 'a', status: 'prepared', by: 'here', network: 'sandbox', contractId, transactionHash: hash },
      ...{ expiresAt: '', message: '', next: '' },
    },
  };
  return readView(JSON.parse(JSON.stringify(page)), NOW * 1_000, readingWords());
}

const generationB = (parts: GenerationBParts = {}, contractId = fromFactory) =>
  read({ unsignedXdr: buildGenerationB(request(), parts), contractId });

test('finds a match in a deploy of generation B, and verifies all of it', () => {
  expect(generationB()).toMatchObject({
    kind: 'match',
    reasons: [],
    summary: { contractId: fromFactory, total: '30.5000001' },
  });
});

test('finds a mismatch in a different escrow, or at another address than the server reports', () => {
  expect(generationB({ auth: [] })).toMatchObject({ kind: 'mismatch', differences: [{ field: 'authorisation' }] });
  expect(generationB({}, sandbox.factory)).toMatchObject({
    kind: 'mismatch',
    differences: [{ field: 'escrow address', found: fromFactory }],
  });
});

const TOKEN = encodeStrKey('contract', new Uint8Array(32).fill(6));
const actionRequest = request({
  trustline: { address: TOKEN, decimals: 100 },
  milestones: [{ description: 'Design', amount: '10.5' }],
});
const ofToken = (saidDecimals?: Record<string, number>) =>
  read({
    ...{ asked: actionRequest, unsignedXdr: buildDeploy(actionRequest), contractId: escrowAt() },
    ...(saidDecimals === undefined ? {} : { saidDecimals }),
  });

test('verifies the amounts if the token reported the decimals of the request, and else only a part', () => {
  expect(ofToken({ [TOKEN]: 2 })).toMatchObject({ kind: 'match', reasons: [], summary: { total: '10.5' } });
  expect(ofToken()).toMatchObject({ kind: 'match', reasons: [{ code: 'TOKEN_NOT_ASKED' }] });
});

test('finds a mismatch if the token reports other decimals', () => {
  expect(ofToken({ [TOKEN]: 7 })).toEqual({
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
