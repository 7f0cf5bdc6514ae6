/** Tool calls over bare HTTP, and calls that begin on time whether or not the ones before have ended. */
import { randomUUID } from 'node:crypto';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { Keypair } from '@stellar/stellar-sdk/base';

export type LoadTask = {
  readonly url: string;
  readonly token: string;
  readonly perSecond: number;
  readonly seconds: number;
};

/** @returns a call that prepares a new escrow each time, and returns whether it did */
export function callerOf(url: string, token: string): () => Promise<boolean> {
  const signer = Keypair.random().publicKey();
  return async () => {
    const input = { ...requestInput({ signer, engagementId: randomUUID() }), includeXdr: true };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'deploy_escrow', arguments: input },
      }),
    });
    const text = await response.text();
    return response.ok && text.includes('"transactionHash"');
  };
}

/** Work that begins when it is due, even if earlier work is late. */

/** @returns for each finished one, the milliseconds from when it was due until it was over */
export async function openLoop(
  perSecond: number,
  seconds: number,
  work: (number: number) => Promise<unknown>,
): Promise<{ readonly started: number; readonly latencies: readonly number[] }> {
  const latencies: number[] = [];
  const running: Promise<unknown>[] = [];
  const begun = performance.now();
  const started = Math.round(seconds * perSecond);
  for (let number = 0; number < started; number++) {
    const due = begun + (number * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(due - performance.now(), 0)));
    running.push(
      work(number).then(
        () => latencies.push(performance.now() - due),
        () => {},
      ),
    );
  }
  await Promise.all(running);
  return { started, latencies };
}
