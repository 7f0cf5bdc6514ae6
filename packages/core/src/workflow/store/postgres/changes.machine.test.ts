/** The feed of changes when transactions overlap: reports a change that began earlier and ends later. */
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { offer, put } from '@countersign/testkit/specifications/store-scene';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { openPostgresStore } from './postgres-store.ts';

async function start() {
  const url = await newDatabase();
  const store = await openPostgresStore(await openDatabase(url), 'sandbox');
  onTestFinished(() => store.close());
  for (const id of ['one', 'two', 'three']) await put(store, id, id, offer(id));
  /** A transaction of another process, by hand. */
  const begin = async () => {
    const client = new pg.Client({ connectionString: url, options: '-c search_path=countersign' });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    return {
      change: (id: string) => client.query('UPDATE handle SET names = names || $2 WHERE id = $1', [id, ' ']),
      end: (how: 'COMMIT' | 'ROLLBACK' = 'COMMIT') => client.query(how),
    };
  };
  let { cursor } = await store.changedSince(undefined);
  /** The requests that changed since the last call. */
  const changedRequests = async () => {
    const changed = await store.changedSince(cursor);
    cursor = changed.cursor;
    return changed.requestIds;
  };
  return { begin, changedRequests };
}

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('does not skip a change that wrote first and commits last', async () => {
    const { begin, changedRequests } = await start();
    const [early, late] = [await begin(), await begin()];
    await early.change('one');
    await late.change('two');
    await late.end();
    // Reported only once no earlier change can still appear.
    expect(await changedRequests()).toEqual([]);
    expect(await changedRequests()).toEqual([]);
    await early.end();
    expect(await changedRequests()).toEqual(['one', 'two']);
    expect(await changedRequests()).toEqual([]);
  });

  test('reports a change that began first and wrote last, although it reported a later one before', async () => {
    const { begin, changedRequests } = await start();
    const [early, late] = [await begin(), await begin()];
    await late.change('two');
    await late.end();
    expect(await changedRequests()).toEqual(['two']);
    await early.change('one');
    expect(await changedRequests()).toEqual([]);
    await early.end();
    expect(await changedRequests()).toEqual(['one']);
  });

  test('neither waits for nor reports a change that is rolled back', async () => {
    const { begin, changedRequests } = await start();
    const [early, late] = [await begin(), await begin()];
    await early.change('one');
    await late.change('two');
    await late.end();
    await early.end('ROLLBACK');
    expect(await changedRequests()).toEqual(['two']);
  });

  test('misses no change when many commit at once in any order and a follower asks all the time', async () => {
    const { begin, changedRequests } = await start();
    const heard = new Set<string>();
    let isOver = false;
    const follower = (async () => {
      while (!isOver) for (const id of await changedRequests()) heard.add(id);
      for (const id of await changedRequests()) heard.add(id);
    })();
    for (let round = 0; round < 20; round += 1) {
      heard.clear();
      const open = await Promise.all([begin(), begin(), begin()]);
      const ids = ['one', 'two', 'three'];
      for (const [at, each] of open.entries()) await each.change(ids[at] as string);
      for (const each of open.toSorted(() => Math.random() - 0.5)) await each.end();
      await expect.poll(() => [...heard].toSorted(), { interval: 5 }).toEqual(['one', 'three', 'two']);
    }
    isOver = true;
    await follower;
  });
});
