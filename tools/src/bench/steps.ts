/** What preparing a step costs without HTTP: the time in which no request is pending. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDesk, createEscrowClient, createSecretScanner, type Desk, openSqliteStore } from '@countersign/core';
import { transactionHash } from '@countersign/core/internal/envelope/read-transaction';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { startCli } from '@countersign/testkit/escrow-service/child';
import { sign } from '@countersign/testkit/fixtures/deploy-fixture';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { atMost, type Bench, type Figure, median } from './figure.ts';

/** As many as an escrow of the sandbox may have, each approved once. */
const MILESTONES = 10;
const AIM_MS = 3;

export const stepsBench: Bench = {
  title: 'Preparing a step, beside its HTTP',
  run: () => measureSteps({ escrows: 12, warm: 4 }),
};

/** @param escrows each gives as many prepared steps as it has milestones; the steps of the first `warm` do not count */
export async function measureSteps({
  escrows,
  warm,
}: {
  readonly escrows: number;
  readonly warm: number;
}): Promise<readonly Figure[]> {
  // In a separate process, so that its work is not measured.
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const service = await startCli([], { COUNTERSIGN_DATA_DIR: folder });
  const store = openSqliteStore(undefined, 'sandbox');
  try {
    const desk = openDesk(service, store);
    const own: number[] = [];
    const whole: number[] = [];
    for (let index = 0; index < escrows; index++) {
      const escrow = await deploy(desk, `bench-${index}`);
      for (let milestone = 1; milestone <= MILESTONES; milestone++) {
        const { beside, total } = await besideHttp(() => desk.prepare('approve', { escrow, milestone }));
        if (index < warm) continue;
        own.push(beside);
        whole.push(total);
      }
    }
    const value = median(own);
    return [
      {
        name: 'an approval, with its escrow read from the ledger',
        value,
        unit: 'ms',
        against: { name: 'with its requests', value: median(whole) },
        aim: atMost(value, AIM_MS, 'ms'),
      },
    ];
  } finally {
    await store.close();
    service.process.kill();
    await service.exited;
    await rm(folder, { recursive: true });
  }
}

function openDesk(
  { url: baseUrl, rpcUrl }: { readonly url: string; readonly rpcUrl: string },
  store: Parameters<typeof createDesk>[0]['store'],
): Desk {
  return createDesk({
    service: createEscrowClient({ baseUrl, ...SANDBOX_CREDENTIALS, requestsPerMinute: 100_000 }),
    store,
    network: NETWORKS.sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner(),
    now: Date.now,
    ledger: openLedger([rpcUrl], NETWORKS.sandbox.passphrase),
  });
}

async function deploy(desk: Desk, engagementId: string): Promise<string> {
  const milestones = Array.from({ length: MILESTONES }, (_, index) => ({
    description: `Part ${index + 1}`,
    amount: '1',
  }));
  const { id, unsignedXdr, contractId } = await desk.prepare('deploy', { ...REQUEST, engagementId, milestones });
  const signedXdr = sign(unsignedXdr as string, [sandboxKeypair('client')], digestOf);
  await desk.submit({ id, signedXdr });
  return contractId;
}

const digestOf = (transaction: Parameters<typeof transactionHash>[0]): Uint8Array =>
  transactionHash(transaction, NETWORKS.sandbox.passphrase);

/** In milliseconds. Requests that overlap count once. */
async function besideHttp(work: () => Promise<unknown>): Promise<{ readonly beside: number; readonly total: number }> {
  let running = 0;
  let since = 0;
  let inHttp = 0;
  const begins = () => {
    if (running++ === 0) since = performance.now();
  };
  const ends = () => {
    if (--running === 0) inHttp += performance.now() - since;
  };
  const channels = [
    ['undici:request:create', begins],
    ['undici:request:trailers', ends],
    ['undici:request:error', ends],
  ] as const;
  for (const [channel, listener] of channels) subscribe(channel, listener);
  const begun = performance.now();
  await work();
  const total = performance.now() - begun;
  for (const [channel, listener] of channels) unsubscribe(channel, listener);
  return { beside: total - inHttp, total };
}
