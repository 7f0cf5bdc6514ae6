/** What a store that was restored cannot know, where the history of the network does not reach back that far. */
import { prepared } from '@countersign/testkit/desk/scripted-desk';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { NOW, requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const at = NOW * 1_000;
const GAP = { madeAt: at, restoredAt: at, ledger: 3, escrows: {}, isRead: false };

test.each([
  ['nothing', '41', []],
  ['one transaction', '40', [{ code: 'SIGNED_SINCE_BACKUP', params: { count: '1' } }]],
])('warns by the sequence number when the signer has signed %s since the backup', async (_, sequence, blockers) => {
  const { ledger } = stateLedger({ oldest: 5, sequence: 41n });
  const store = openSqliteStore(undefined, 'sandbox', () => at);
  onTestFinished(store.close);
  await store.setGap({ ...GAP, sequences: { [signerKey.publicKey()]: sequence } });
  const service = await startScriptedService(prepared());
  const now = () => at;
  const desk = createTestDesk({ service: service.client({ now }), store, ledger, now, patience: HURRY });
  expect((await desk.prepare('deploy', requestInput())).judgement.stops).toMatchObject(blockers);
});
