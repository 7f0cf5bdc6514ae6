/** One process of the folder bench: as many lives (add, claim, settle) as its store can take, and its longest stall. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqliteStore } from '@countersign/core';
import { reportToParent, taskOfChild } from './children.ts';
import { addTransaction, settle } from './store.ts';

export type FolderTask = {
  readonly folder: string;
  /** Makes each process's transactions different. */
  readonly name: string;
  readonly seconds: number;
  /** Concurrent lives. */
  readonly atOnce: number;
};

export type FolderReport = { readonly lives: number; readonly longestStallMs: number; readonly errors: number };

const RESOLUTION_MS = 1;
const WARM_SHARE = 0.2;
const { folder, name, seconds, atOnce } = taskOfChild<FolderTask>();
const store = openSqliteStore(folder, 'sandbox');
let made = 0;

async function live(): Promise<void> {
  made += 1;
  await settle(store, await addTransaction(store, `${name}-${made}`));
}

async function run(share: number): Promise<FolderReport> {
  const end = performance.now() + share * seconds * 1_000;
  const stalls = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let [lives, errors] = [0, 0];
  const worker = async () => {
    while (performance.now() < end) {
      const isDone = await live().then(
        () => true,
        () => false,
      );
      if (isDone) lives += 1;
      else errors += 1;
      // A store whose work is all synchronous would never let the loop turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  stalls.enable();
  await Promise.all(Array.from({ length: atOnce }, worker));
  stalls.disable();
  return { lives, errors, longestStallMs: stalls.max / 1e6 };
}

await reportToParent({ warmUp: () => run(WARM_SHARE), measure: () => run(1), close: async () => store.close() });
