/** What is built without an escrow service, and when it is. */
import { prepared } from '@countersign/testkit/desk/scripted-desk';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { NOW, request, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { directCarriers } from './direct-carriers.ts';

const now = () => NOW * 1_000;
const NO_ACCOUNT = { code: 'SIGNER_NOT_FOUND', message: expect.stringContaining('does not exist on sandbox') };
const { ledger } = stateLedger();
const carriersOn = (changes: Partial<typeof ledger>) =>
  directCarriers({ ledger: { ...ledger, ...changes }, network: sandbox, now, secret: async () => '5a'.repeat(32) });

test('names the signer when the ledger has no account to build for', async () => {
  const { deploy } = carriersOn({ buildCall: async () => ({ kind: 'no-account' }) });
  await expect(deploy?.build(request(), {})).rejects.toMatchObject(NO_ACCOUNT);
});

test('does not go on without the service when the signer has no account, which no one could build for', async () => {
  const service = await startScriptedService(prepared());
  const store = openSqliteStore(undefined, 'sandbox', now);
  onTestFinished(() => store.close());
  let built = 0;
  const desk = createTestDesk({
    ...{ service: service.client({ now }), store, network: sandbox, now, patience: HURRY },
    policy: { ...policy, goesDirect: true },
    ledger: {
      ...ledger,
      lookAt: async () => ({ kind: 'seen', ledger: 9, contracts: new Map(), isAgreed: true }),
      buildCall: async () => {
        built += 1;
        return { kind: 'no-answer' };
      },
    },
  });
  await expect(desk.prepare('deploy', requestInput())).rejects.toMatchObject(NO_ACCOUNT);
  expect(built).toBe(0);
});
