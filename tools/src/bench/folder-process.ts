/** One process of the folder bench: as many lives (add, claim, settle) as its store can take, and its longest stall. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqliteStore } from '@countersign/core';
import { buildDeploy, request } from '@countersign/testkit/fixtures/deploy-fixture';

export type FolderTask = {
  readonly folder: string;
  readonly name: string;
  readonly seconds: number;
  /** Concurrent lives. */
  readonly atOnce: number;
};

export type FolderReport = { readonly lives: number; readonly longestStallMs: number; readonly errors: number };

const RESOLUTION_MS = 1;
const WARM_SHARE = 0.2;
const MINUTE_MS = 60_000;
const task = JSON.parse(process.argv[2] ?? '{}') as FolderTask;
const store = openSqliteStore(task.folder, 'sandbox');
const asked = request();
const unsignedXdr = buildDeploy(asked);
let count = 0;

async function live(): Promise<void> {
  count += 1;
  const hash = `${task.name}-${count}`;
  const handle = {
    action: 'deploy',
    id: `id-${hash}`,
    pageId: `page-${hash}`,
    owner: { tenant: task.name, id: 'local' },
    request: asked,
    requestKey: hash,
    round: 0,
    series: hash,
    terms: hash,
  } as const;
  const offer = { hash, unsignedXdr, contractId: `C${hash}`, sequence: '1', expiresAt: Date.now(), reasons: [] };
  await store.add(handle, offer, { judged: { stops: [], warnings: [], facts: [] } });
  const claim = await store.claim(hash, unsignedXdr, MINUTE_MS);
  if (claim.kind !== 'granted') throw new Error('an offer of the bench cannot be sent');
  const said = { by: 'ledger', transactionHash: hash, message: 'settled', next: 'nothing' } as const;
  await store.decide(hash, { state: 'settled', settlement: { status: 'settled', ...said } });
}

async function run(seconds: number): Promise<FolderReport> {
  const [end, stalls] = [performance.now() + seconds * 1_000, monitorEventLoopDelay({ resolution: RESOLUTION_MS })];
  let [lives, errors] = [0, 0];
  const worker = async () => {
    while (performance.now() < end) {
      await live().then(
        () => {
          lives += 1;
        },
        () => {
          errors += 1;
        },
      );
      // A store whose work is all synchronous would never let the loop turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  stalls.enable();
  await Promise.all(Array.from({ length: task.atOnce }, worker));
  stalls.disable();
  return { lives, errors, longestStallMs: stalls.max / 1e6 };
}

await run(task.seconds * WARM_SHARE);
process.send?.('warm');
await new Promise((resolve) => process.once('message', resolve));
process.send?.(await run(task.seconds));
process.disconnect();
await store.close();
