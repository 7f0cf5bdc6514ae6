/** An escrow service on loopback that answers as one far away does, and builds a deploy for each request. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildDeploy, request, sandbox, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { answer, type StandIn, startStandIn } from '@countersign/testkit/service/stand-in';

const SERVICE_MS = 200;
/** Of a transaction. */
const LIFE_S = 500;
const { passphrase, factory, wasmHash, single } = sandbox;

export function startFarService(): Promise<StandIn> {
  return startStandIn(async (response, received) => {
    const { url, body } = received;
    const reply = (status: number, value: unknown) => answer(status, value)(response, received);
    if (url === '/sandbox') return reply(200, { networkPassphrase: passphrase, factory, wasmHash, single });
    await sleep(SERVICE_MS);
    if (!url.includes('deployer')) return reply(200, { status: 'SUCCESS', message: 'ok' });
    return reply(201, { status: 'SUCCESS', unsignedTransaction: build(JSON.parse(body)) });
  });
}

/** No two requests share an address. */
function build({ signer, engagementId }: { readonly signer: string; readonly engagementId: string }): string {
  const salt = new Uint8Array(createHash('sha256').update(engagementId).digest());
  const condition = time(0, Math.floor(Date.now() / 1_000) + LIFE_S);
  return buildDeploy(request({ signer, engagementId }), { salt, condition });
}
