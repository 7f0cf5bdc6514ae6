/** What is built without an escrow service, and when it is. */
import { openDesk, prepared } from '@countersign/testkit/desk/scripted-desk';
import { NOW, request, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { expect, test } from 'vitest';
import { createDesk } from '../create-desk.ts';
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
  const { parts } = await openDesk({ goesDirect: true }, prepared());
  let built = 0;
  const desk = createDesk({
    ...{ ...parts, patience: HURRY },
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
