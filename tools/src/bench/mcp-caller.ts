/** Tool calls over bare HTTP. */
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
