/** A desk over a service that answers as a script says, without a ledger; and a wallet for it. */

import { createDesk, type Desk, type DeskParts } from '@countersign/core/internal/workflow/create-desk';
import { openSqliteStore } from '@countersign/core/internal/workflow/store/sqlite/sqlite-store';
import type { Prepared } from '@countersign/core/results';
import { createSecretScanner } from '@countersign/core/secrets';
import type { Keypair } from '@stellar/stellar-sdk/base';
import { onTestFinished } from 'vitest';
import { buildDeploy, escrowAt, NOW, request, sandbox, signerKey, time } from '../fixtures/deploy-fixture.ts';
import { signWith } from '../ledger/newcomer.ts';
import { answer, type Responder, startScriptedService } from '../service/scripted-service.ts';
import { policy } from './test-desk.ts';

export const contractId = escrowAt();

/** An honest deploy reply; `end` is when the transaction expires, in seconds, which also makes its hash another one. */
export const prepared = (end = NOW + 100): Responder =>
  answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(request(), { condition: time(0, end) }) });
/** As the service words a success; without a ledger to ask that is its word alone. */
export const success = answer(200, {
  status: 'SUCCESS',
  message: 'ok',
  contractId,
  escrow: { title: 'x\u202ey', extra: 1 },
});
export { refusal as refused } from '../service/stand-in.ts';
export { failure } from './failure.ts';

export async function openDesk(changes: Partial<DeskParts['policy']>, ...scenes: Responder[]) {
  const service = await startScriptedService(...scenes);
  const store = openSqliteStore(undefined, 'sandbox', () => clock.now);
  onTestFinished(() => store.close());
  const clock = { now: NOW * 1_000 };
  const parts: DeskParts = {
    service: service.client({ now: () => clock.now }),
    store,
    network: sandbox,
    policy: { ...policy, ...changes },
    scanner: createSecretScanner(['a-credential-of-our-own']),
    now: () => clock.now,
  };
  return { desk: createDesk(parts), parts, service, clock };
}

export const wallet = (unsignedXdr?: string, key: Keypair = signerKey, passphrase?: string) =>
  signWith(key, unsignedXdr, passphrase);

export const submitSigned = (desk: Desk, preparedRequest: Prepared) =>
  desk.submit({ signedXdr: wallet(preparedRequest.unsignedXdr), id: preparedRequest.id });
