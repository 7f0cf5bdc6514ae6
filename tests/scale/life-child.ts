/**
 * One process of many that prepare, sign and send the same requests, over and over, as hosts and bots on one database
 * do. It writes a byte for each step, and ends itself without a warning at a step by chance.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { createEscrowClient } from '@countersign/core/internal/service/index';
import type { Step } from '@countersign/core/internal/workflow/context';
import { openShared } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { NETWORKS } from '@countersign/core/network';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { Keypair } from '@stellar/stellar-sdk/base';

type Task = {
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  readonly rpcUrl: string;
  readonly accessToken: string;
  readonly apiKey: string;
  /** Secrets of made-up accounts of the sandbox; each has one escrow to deploy. */
  readonly signers: readonly string[];
  /** Of each step, how often it is the last one. */
  readonly deathRate: number;
};

const STEPS: readonly Step[] = ['before-build', 'built', 'stored', 'claimed', 'sent', 'recorded'];
const task = JSON.parse(process.argv[2] ?? '{}') as Task;
const network = NETWORKS.sandbox;
const requestsPerMinute = 5_000;
const { store, quotaOf } = await openShared({ network, settledKeptMs: 864e5 }, task.databaseUrl);
const { serviceUrl: baseUrl, accessToken, apiKey } = task;
const desk = createTestDesk({
  service: createEscrowClient({
    baseUrl,
    accessToken,
    apiKey,
    requestsPerMinute,
    quota: quotaOf([baseUrl], requestsPerMinute),
  }),
  store,
  ledger: openLedger([task.rpcUrl], network.passphrase),
  patience: { alignMs: 40, acceptedMs: 400, unknownMs: 100, askEveryMs: 50, followEveryMs: 100, leaseMs: 2_000 },
  onCheckpoint: (step) => {
    if (!STEPS.includes(step)) return;
    writeSync(1, '.');
    if (Math.random() < task.deathRate) process.kill(process.pid, 'SIGKILL');
  },
});

for (;;) {
  const at = Math.floor(Math.random() * task.signers.length);
  const key = Keypair.fromSecret(task.signers[at] ?? '');
  const request = { ...REQUEST, signer: key.publicKey(), engagementId: `life-${at}` };
  try {
    const { id, unsignedXdr } = await desk.prepare('deploy', request);
    if (unsignedXdr !== undefined) await desk.submit({ id, signedXdr: signWith(key, unsignedXdr) });
  } catch {
    // Refused since another process is at it, or the database is away: the next turn shows what became of it.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await desk.settleAll().catch(() => {});
}
