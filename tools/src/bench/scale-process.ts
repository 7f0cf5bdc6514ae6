/** One process of the scale bench: whole lives, from request to outcome, begun at a fixed rate. */
import { createDesk, createEscrowClient, createSecretScanner } from '@countersign/core';
import { transactionHash } from '@countersign/core/envelope';
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { postgresSlots } from '@countersign/core/internal/service/quota/postgres-slots';
import { createSharedQuota } from '@countersign/core/internal/service/quota/shared-quota';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { requestInput, sandbox, sign } from '@countersign/testkit/fixtures/deploy-fixture';
import { Keypair } from '@stellar/stellar-sdk/base';
import { openLoop } from './mcp-caller.ts';

export type ProcessTask = {
  readonly databaseUrl: string;
  readonly serviceUrl: string;
  /** Makes each process's requests different. */
  readonly name: string;
  readonly perSecond: number;
  readonly warmSeconds: number;
  readonly seconds: number;
  /** Each has its own credential at the service, and so its own quota. */
  readonly tenants: number;
};

export type ProcessReport = {
  readonly started: number;
  /** Of the finished ones, in milliseconds from when each was due. */
  readonly latencies: readonly number[];
  readonly cpuMs: number;
};

const QUOTA = 50;
const WARM_AT_ONCE = 16;
const WARM_ROUNDS = 6;
const task = JSON.parse(process.argv[2] ?? '{}') as ProcessTask;
const database = await openDatabase(task.databaseUrl);
const store = await openPostgresStore(database, 'sandbox', Date.now);
const desks = Array.from({ length: task.tenants }, (_, tenant) =>
  createDesk({
    service: createEscrowClient({
      baseUrl: task.serviceUrl,
      accessToken: 'bench-access-token-1',
      apiKey: 'bench-api-key-12345',
      requestsPerMinute: QUOTA,
      quota: createSharedQuota(QUOTA, postgresSlots(database, `${task.name} ${tenant}`, QUOTA)),
    }),
    store,
    network: sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner(),
    now: Date.now,
  }).for({ tenant: `tenant ${tenant}`, id: task.name }),
);

let count = 0;

async function live(): Promise<void> {
  count += 1;
  const key = Keypair.random();
  const desk = desks[count % desks.length] as (typeof desks)[number];
  const changes = { signer: key.publicKey(), engagementId: `${task.name}-${count}` };
  const { id, unsignedXdr = '' } = await desk.prepare('deploy', requestInput(changes));
  const signedXdr = sign(unsignedXdr, [key], (transaction) => transactionHash(transaction, sandbox.passphrase));
  await desk.submit({ id, signedXdr });
}

async function run(seconds: number): Promise<ProcessReport> {
  const used = process.cpuUsage();
  const loop = await openLoop(task.perSecond, seconds, live);
  const { user, system } = process.cpuUsage(used);
  return { ...loop, cpuMs: (user + system) / 1_000 };
}

function told(): Promise<unknown> {
  return new Promise((resolve) => process.once('message', resolve));
}

// A process runs for days, so the one-time cost of its connections is not part of a life.
for (let round = 0; round < WARM_ROUNDS; round++) await Promise.all(Array.from({ length: WARM_AT_ONCE }, live));
await run(task.warmSeconds);
process.send?.('warm');
await told();
process.send?.(await run(task.seconds));
// The end of its connections costs the database as much as some lives, and is none.
await told();
process.disconnect();
await store.close();
