/** Processes that share a data folder: how many lives SQLite can take, and how long it blocks a process. */
import { withResources } from '../command-line/resources.ts';
import { measureChildren } from './children.ts';
import { type Bench, type Figure, figure } from './figure.ts';
import type { FolderReport, FolderTask } from './folder-child.ts';

const PROCESSES = [1, 4] as const;
const LIVES_AIM = 1_000;
const STALL_AIM_MS = 50;

type Size = Pick<FolderTask, 'seconds' | 'atOnce'>;

export const folderBench: Bench<Size> = {
  title: 'Processes on one data folder',
  measure: async (size = { seconds: 5, atOnce: 8 }) => {
    const figures: Figure[] = [];
    let failed = 0;
    for (const processes of PROCESSES) {
      const reports = await runOn(processes, size);
      const sum = (count: (report: FolderReport) => number) => reports.reduce((all, each) => all + count(each), 0);
      const name = processes === 1 ? 'alone' : `${processes} processes`;
      const perSecond = sum(({ lives }) => lives) / size.seconds;
      figures.push(figure(`${name}: lives`, perSecond, '/s', processes === 1 ? { atLeast: LIVES_AIM } : {}));
      failed += sum(({ errors }) => errors);
      if (processes === 1) continue;
      const stall = Math.max(...reports.map(({ longestStallMs }) => longestStallMs));
      figures.push(figure(`${name}: longest stall`, stall, 'ms', { atMost: STALL_AIM_MS }));
    }
    return [...figures, figure('failed calls', failed, '', { atMost: 0 })];
  },
};

const runOn = (processes: number, size: Size) =>
  withResources(async (resources) => {
    const folder = await resources.folder();
    return await measureChildren({
      script: new URL('folder-child.ts', import.meta.url),
      tasks: Array.from({ length: processes }, (_, index): FolderTask => ({ ...size, folder, name: `p${index}` })),
      around: (measure: () => Promise<readonly FolderReport[]>) => measure(),
    });
  });
