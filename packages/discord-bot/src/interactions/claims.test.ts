/** Whether a lost interaction went to a process on the same data, or to another bot with the same token. */
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { openState } from '../state/state.ts';
import { createClaims } from './claims.ts';

const HOUR_MS = 60 * 60_000;

/** Two processes, each with the data folder that it is given. */
function twoProcesses(folders: readonly [string, string]) {
  const clock = { now: 0 };
  const warnings: unknown[] = [];
  const looked: string[] = [];
  const [one, other] = folders.map((folder) => {
    const state = openState(folder, 'sandbox');
    onTestFinished(() => state.close());
    const rows: typeof state.claims = {
      ...state.claims,
      has: async (id) => {
        const has = await state.claims.has(id);
        looked.push(id);
        return has;
      },
    };
    const log = (_: string, message: string) => void warnings.push(message);
    return createClaims(rows, log, { now: () => clock.now, lookAfterMs: 1 });
  }) as [ReturnType<typeof createClaims>, ReturnType<typeof createClaims>];
  /** The one took it and wrote that down; the other lost it, and has looked whose it is. */
  const lost = async (id: string) => {
    one.took(id);
    await one.close();
    other.wasTaken(id);
    await expect.poll(() => looked).toContain(id);
  };
  return { lost, other, warnings, looked, clock };
}

test('reports another bot once an hour when interactions went to a process on other data', async () => {
  const { lost, other, warnings, looked, clock } = twoProcesses([temporaryFolder(), temporaryFolder()]);
  // A process of ours that was killed leaves one behind.
  await lost('first');
  expect(warnings).toEqual([]);
  await lost('second');
  await expect.poll(() => warnings).toEqual([expect.stringContaining('another bot with this token answers here')]);
  other.wasTaken('third');
  clock.now += HOUR_MS - 1;
  other.wasTaken('fourth');
  expect(looked).toEqual(['first', 'second']);
});

test('reports no other bot when a process on the same data took the interactions', async () => {
  const folder = temporaryFolder();
  const { lost, warnings } = twoProcesses([folder, folder]);
  for (const id of ['first', 'second', 'third']) await lost(id);
  expect(warnings).toEqual([]);
});
