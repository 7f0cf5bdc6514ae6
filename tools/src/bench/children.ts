/** Processes that are measured together: each warms up, all begin, and each reports what it measured. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

type Children<Task, Report, Result> = {
  /** What each child runs; it calls `reportToParent`. */
  readonly script: URL;
  /** One for each child. */
  readonly tasks: readonly Task[];
  /** Called once all are warm; `measure` lets them begin. */
  readonly around: (measure: () => Promise<readonly Report[]>) => Promise<Result>;
  /** Between the beginning of one and of the next. */
  readonly staggerMs?: number;
};

export async function measureChildren<Task, Report, Result>({
  script,
  tasks,
  around,
  staggerMs = 0,
}: Children<Task, Report, Result>): Promise<Result> {
  const children = tasks.map((task) => fork(script, [JSON.stringify(task)]));
  const messages = () => Promise.all(children.map(nextMessage));
  try {
    await messages();
    const result = await around(async () => {
      const reports = messages();
      for (const child of children) {
        child.send('begin');
        await sleep(staggerMs);
      }
      return await reports;
    });
    for (const child of children) child.send('end');
    await Promise.all(children.map(async (child) => child.exitCode ?? (await once(child, 'close'))));
    return result;
  } finally {
    // After a failure they would wait for ever, and the bench with them.
    for (const child of children) child.kill();
  }
}

/** @throws Error if the child ends before it sends one */
async function nextMessage(child: ChildProcess) {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the bench ended with exit code ${code}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}

export const taskOfChild = <Task>(): Task => JSON.parse(process.argv[2] ?? '{}') as Task;

/** In a child. @param close whose cost is not measured, however the parent counts */
export async function reportToParent(work: {
  readonly warmUp: () => Promise<unknown>;
  readonly measure: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}): Promise<void> {
  await work.warmUp();
  process.send?.('warm');
  await once(process, 'message');
  process.send?.(await work.measure());
  await once(process, 'message');
  process.disconnect();
  await work.close();
}
