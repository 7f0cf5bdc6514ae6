/** One process of the scale bench: whole lives, from request to outcome, begun at a fixed rate. */
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import { postgresSlots } from '@countersign/core/internal/service/quota/postgres-slots';
import { createSharedQuota } from '@countersign/core/internal/service/quota/shared-quota';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { Keypair } from '@stellar/stellar-sdk/base';
import { reportToParent, taskOfChild } from './children.ts';
import { openBenchDesk } from './desk.ts';
import { openLoop } from './open-loop.ts';

export type ScaleTask = {
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

/** `latencies` of the finished lives, in milliseconds from when each was due. */
export type ScaleReport = { readonly started: number; readonly latencies: readonly number[]; readonly cpuMs: number };

const QUOTA = 50;
const WARM_AT_ONCE = 16;
const WARM_ROUNDS = 6;
const task = taskOfChild<ScaleTask>();
const database = await openDatabase(task.databaseUrl);
const store = await openPostgresStore(database, 'sandbox', Date.now);
const desks = Array.from({ length: task.tenants }, (_, tenant) => {
  const quota = createSharedQuota(QUOTA, postgresSlots(database, `${task.name} ${tenant}`, QUOTA));
  const desk = openBenchDesk({ baseUrl: task.serviceUrl, quota }, { store });
  return desk.for({ tenant: `tenant ${tenant}`, id: task.name });
});
let lives = 0;

async function live(): Promise<void> {
  lives += 1;
  const key = Keypair.random();
  const desk = desks[lives % desks.length] as (typeof desks)[number];
  const changes = { signer: key.publicKey(), engagementId: `${task.name}-${lives}` };
  const { id, unsignedXdr = '' } = await desk.prepare('deploy', requestInput(changes));
  await desk.submit({ id, signedXdr: signWith(key, unsignedXdr) });
}

/** A process runs for days, so the cost of its first connections is not part of a life. */
async function warmUp(): Promise<void> {
  for (let round = 0; round < WARM_ROUNDS; round++) await Promise.all(Array.from({ length: WARM_AT_ONCE }, live));
  await openLoop(task.perSecond, task.warmSeconds, live);
}

async function measure(): Promise<ScaleReport> {
  const before = process.cpuUsage();
  const loop = await openLoop(task.perSecond, task.seconds, live);
  const { user, system } = process.cpuUsage(before);
  return { ...loop, cpuMs: (user + system) / 1_000 };
}

await reportToParent({ warmUp, measure, close: async () => store.close() });
