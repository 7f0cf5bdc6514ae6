/** Processes that share a data folder: how many lives SQLite can take, and how long it blocks a process. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atLeast, atMost, type Bench, type Figure } from './figure.ts';
import type { FolderReport, FolderTask } from './folder-process.ts';

const PROCESSES = [1, 2, 4] as const;
const LIVES_AIM = 1_000;
const STALL_AIM_MS = 50;

type Load = Pick<FolderTask, 'seconds' | 'atOnce'>;

export const folderBench: Bench = {
  title: 'Processes on one data folder, each with eight lives (add, claim, settle) at once',
  run: () => measureFolder({ seconds: 5, atOnce: 8 }),
};

export async function measureFolder(load: Load): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const processes of PROCESSES) {
    const reports = await runOn(processes, load);
    const perSecond = reports.reduce((sum, { lives }) => sum + lives, 0) / load.seconds;
    const stall = Math.max(...reports.map(({ longestStallMs }) => longestStallMs));
    const errors = reports.reduce((sum, report) => sum + report.errors, 0);
    const name = processes === 1 ? 'alone' : `${processes} processes`;
    const livesAim = processes === 1 ? { aim: atLeast(perSecond, LIVES_AIM, '/s') } : {};
    const stallAim = processes === 4 ? { aim: atMost(stall, STALL_AIM_MS, 'ms') } : {};
    figures.push(
      { name: `${name}: lives in all`, value: perSecond, unit: '/s', ...livesAim },
      { name: `${name}: longest time that one stands still`, value: stall, unit: 'ms', ...stallAim },
      { name: `${name}: calls that failed`, value: errors, unit: '', aim: atMost(errors, 0, '') },
    );
  }
  return figures;
}

async function runOn(processes: number, load: Load): Promise<readonly FolderReport[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-folder-'));
  try {
    const children = Array.from({ length: processes }, (_, index) => start({ ...load, folder, name: `p${index}` }));
    await Promise.all(children.map((child) => once(child, 'message')));
    const reports = children.map(async (child) => (await once(child, 'message'))[0] as FolderReport);
    for (const child of children) child.send('go');
    const all = await Promise.all(reports);
    await Promise.all(children.map(async (child) => child.exitCode ?? (await once(child, 'close'))));
    return all;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function start(task: FolderTask): ChildProcess {
  return fork(new URL('folder-process.ts', import.meta.url).pathname, [JSON.stringify(task)]);
}
