/** What one piece of work opens: all of it is closed afterwards, the last first, also after an error. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Resources = {
  readonly defer: (close: () => unknown) => void;
  /** @returns its argument, and closes it at the end */
  readonly use: <T extends { close(): unknown }>(opened: T) => T;
  /** An empty folder, which is removed. */
  readonly folder: () => Promise<string>;
};

export async function withResources<T>(work: (resources: Resources) => Promise<T>): Promise<T> {
  const closes: (() => unknown)[] = [];
  const defer: Resources['defer'] = (close) => void closes.push(close);
  const use: Resources['use'] = (opened) => {
    defer(() => opened.close());
    return opened;
  };
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'countersign-'));
    defer(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
    return path;
  };
  try {
    return await work({ defer, use, folder });
  } finally {
    for (const close of closes.toReversed()) await close();
  }
}
