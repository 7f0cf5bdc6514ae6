/** A prepared transaction that somebody changed in the data folder is not handed out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  buildDeploy,
  NOW,
  request,
  requestInput,
  sandbox,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, onTestFinished, test } from 'vitest';
import { contractIdFor } from '../../../kinds/deploy-call.ts';
import { createSecretScanner } from '../../../secrets/secrets.ts';
import { createDesk } from '../../create-desk.ts';
import { openSqliteStore } from './sqlite-store.ts';

function deployOf(asked: Record<string, unknown>, salt: number): string {
  const bytes = new Uint8Array(32).fill(salt);
  const contractId = contractIdFor(signerKey.publicKey(), bytes, sandbox.passphrase);
  return buildDeploy(request(asked), { salt: bytes, condition: time(0, NOW + 100) }, contractId);
}

test('one that was changed in the data folder is prepared anew instead', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [deployOf({}, 3), deployOf({}, 4)];
  const reply = (unsignedTransaction: string) => answer(201, { status: 'SUCCESS', unsignedTransaction });
  const service = await startScriptedService(reply(first), reply(second));
  const now = () => NOW * 1_000;
  const desk = createDesk({
    service: service.client({ now }),
    store: openSqliteStore(folder, 'sandbox', now),
    network: sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner([]),
    now,
  });
  onTestFinished(() => desk.close());

  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(first);
  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(first);
  const file = new DatabaseSync(join(folder, 'prepared.sqlite'));
  file.prepare('UPDATE offer SET unsigned_xdr = ?').run(deployOf({ title: 'Another escrow' }, 3));
  file.close();
  expect(await desk.prepare('deploy', requestInput())).toMatchObject({
    unsignedXdr: second,
    summary: { title: requestInput()['title'] },
  });
  expect(service.asked).toHaveLength(2);
});
