/**
 * What is pasted on the page, over HTTP. All that people paste is tested in core: find-xdr.test.ts and
 * signed-xdr.proof.test.ts.
 */
import { type ErrorName, type ErrorView, errorName } from '@countersign/core/errors';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { deployInput, openScene, type Scene } from '@countersign/testkit/page/scene';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, beforeAll, expect, test } from 'vitest';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

async function newPage() {
  const offer = await scene.desk.prepare('deploy', deployInput());
  const transaction = TransactionBuilder.fromXDR(offer.unsignedXdr as string, NETWORKS.sandbox.passphrase);
  transaction.sign(sandboxKeypair('client'));
  const paste = async (signedXdr: string) => {
    const reply = await fetch(`${offer.signUrl}/submit`, {
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
  return { offer, signed: transaction.toXDR(), paste };
}

test.each<[string, (given: { signed: string; unsigned: string; url: string }) => string, ErrorName]>([
  ['the unsigned one', ({ unsigned }) => unsigned, 'XDR_NOT_SIGNED'],
  ['a cut one', ({ signed }) => signed.slice(0, 4_000), 'XDR_UNREADABLE (truncated)'],
  ['its own address', ({ url }) => url, 'XDR_UNREADABLE (link)'],
])('%s is refused as %s', async (_, make, name) => {
  const { offer, signed, paste } = await newPage();
  const sendings = scene.road.asked.length;
  const { unsignedXdr: unsigned = '', signUrl } = offer;
  const { error } = await paste(make({ signed, unsigned, url: signUrl as string }));
  expect(error && errorName(error)).toBe(name);
  expect(error?.remedy).not.toMatch(/_escrow|_xdr|get_/);
  expect(scene.road.asked).toHaveLength(sendings);
});

test('one in quotes settles', async () => {
  const { signed, paste } = await newPage();
  expect((await paste(`“${signed}”`)).status?.status).toBe('settled');
});

test('a transaction that is delivered many times, even at once, is sent once; each delivery returns the outcome', async () => {
  const { offer, signed, paste } = await newPage();
  const before = scene.road.asked.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.road.faults.push({ until: promise });
  const first = paste(signed);
  await expect.poll(() => scene.road.asked.length).toBe(before + 1);
  for (const { submitted } of await Promise.all([paste(signed), paste(signed)])) {
    expect(submitted).toMatchObject({ status: 'unknown', transactionHash: offer.transactionHash });
  }
  resolve();
  for (const reply of [await first, await paste(signed)]) {
    expect(reply).toMatchObject({ status: { status: 'settled' }, submitted: { status: 'settled' } });
  }
  expect(scene.road.asked.length).toBe(before + 1);
});
