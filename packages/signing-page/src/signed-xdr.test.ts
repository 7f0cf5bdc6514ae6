/** A signed transaction that is delivered over HTTP; what people paste is in core. */
import type { ErrorView } from '@countersign/core/errors';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { held } from '@countersign/testkit/service/faulty-service';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';

const scene = await openScene();
afterAll(() => scene.close());

async function newPage() {
  const prepared = await scene.desk.prepare('deploy', deployInput());
  const transaction = TransactionBuilder.fromXDR(prepared.unsignedXdr as string, NETWORKS.sandbox.passphrase);
  transaction.sign(sandboxKeypair('client'));
  const paste = async (signedXdr: string) => {
    const reply = await fetch(`${prepared.signUrl}/submit`, {
      method: 'POST',
      headers: { Origin: scene.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ signedXdr }),
    });
    return (await reply.json()) as {
      error?: ErrorView;
      status?: { status: string };
      submitted?: { status: string; transactionHash: string };
    };
  };
  return { prepared, signed: transaction.toXDR(), paste };
}

test('a transaction that is delivered many times, even at once, is sent once; each delivery returns the outcome', async () => {
  const { prepared, signed, paste } = await newPage();
  const before = scene.road.asked.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.road.faults.push(held(promise));
  const first = paste(signed);
  await expect.poll(() => scene.road.asked.length).toBe(before + 1);
  for (const { submitted } of await Promise.all([paste(signed), paste(signed)])) {
    expect(submitted).toMatchObject({ status: 'unknown', transactionHash: prepared.transactionHash });
  }
  resolve();
  for (const reply of [await first, await paste(signed)]) {
    expect(reply).toMatchObject({ status: { status: 'settled' }, submitted: { status: 'settled' } });
  }
  expect(scene.road.asked.length).toBe(before + 1);
});
