/** A prepared transaction that somebody changed in the data folder is neither handed out nor sent. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import {
  buildDeploy,
  escrowAt,
  NOW,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { readTransaction } from '../../../envelope/read-transaction.ts';

function deployOf(asked: Record<string, unknown>, salt: number): string {
  const bytes = new Uint8Array(32).fill(salt);
  return buildDeploy(request(asked), { salt: bytes, condition: time(0, NOW + 100) });
}

async function openOn(...transactions: string[]) {
  const folder = temporaryFolder();
  const reply = (unsignedTransaction: string) => answer(201, { status: 'SUCCESS', unsignedTransaction });
  const service = await startScriptedService(...transactions.map(reply), answer(200, { status: 'SUCCESS' }));
  const now = () => NOW * 1_000;
  const desk = openDeskOfTest({ service: service.client({ now }), folder, now, signUrl: String });
  const change = (sql: string, ...values: string[]) => {
    const file = new DatabaseSync(join(folder, 'prepared.sqlite'));
    file.prepare(sql).run(...values);
    file.close();
  };
  return { desk, service, change };
}

test('prepares a transaction that was tampered with again', async () => {
  const [first, second] = [deployOf({}, 3), deployOf({}, 4)] as const;
  const { desk, service, change } = await openOn(first, second);
  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(first);
  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(first);
  change('UPDATE offer SET unsigned_xdr = ?', deployOf({ title: 'Another escrow' }, 3));
  expect(await desk.prepare('deploy', requestInput())).toMatchObject({
    unsignedXdr: second,
    summary: { title: requestInput()['title'] },
  });
  expect(service.asked).toHaveLength(2);
});

test('neither hands out nor sends an offer that was swapped with its hash and address', async () => {
  const [first, second] = [deployOf({}, 3), deployOf({}, 4)] as const;
  const swapped = deployOf({ roles: { ...(requestInput().roles as object), receiver: signerKey.publicKey() } }, 5);
  const read = readTransaction(swapped, sandbox.passphrase);
  const address = escrowAt(new Uint8Array(32).fill(5));
  const { desk, service, change } = await openOn(first, second);
  const { id } = await desk.prepare('deploy', requestInput());
  change('UPDATE offer SET unsigned_xdr = ?, hash = ?, contract_id = ?', swapped, read.hashHex, address);
  const signedXdr = sign(swapped, [signerKey], () => read.hash);
  await expect(desk.submit({ signedXdr, id })).rejects.toMatchObject({ code: 'RECORD_DAMAGED' });
  expect(service.asked.map(({ url }) => url)).toEqual([expect.stringContaining('deployer')]);
  // Asked for again, the request is prepared again.
  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(second);
});

test('hands out the transaction that was compared, not the stored one that was swapped under its hash', async () => {
  const first = deployOf({}, 3);
  const { desk, change } = await openOn(first, first);
  await desk.prepare('deploy', requestInput());
  const receiver = { roles: { ...(requestInput().roles as object), receiver: signerKey.publicKey() } };
  change('UPDATE offer SET unsigned_xdr = ?', deployOf(receiver, 3));
  // The service builds the same transaction again, so the row under its hash stays.
  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(first);
});

test('hands out a stored transaction in canonical form, to the caller and to the page', async () => {
  const first = deployOf({}, 3);
  const { desk, change } = await openOn(first);
  const { signUrl } = await desk.prepare('deploy', requestInput());
  change('UPDATE offer SET unsigned_xdr = ?', `${first.slice(0, 40)}\n${first.slice(40)}`);
  expect((await desk.prepare('deploy', requestInput())).unsignedXdr).toBe(first);
  expect((await desk.page(String(signUrl)).view()).offer.unsignedXdr).toBe(first);
});
