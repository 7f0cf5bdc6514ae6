import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { postgresRequestCounts } from '@countersign/core/internal/workflow/store/postgres/request-counts';
import { openDatabase } from '@countersign/core/platform/postgres/database';
import { codeOf } from '@countersign/testkit/desk/failure';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFairShare } from './fair-share.ts';

const MOST = 10;

/** Two bots on one database. */
async function startTwo() {
  const url = await newDatabase();
  const store = await openPostgresStore(await openDatabase(url), 'sandbox');
  const databases = [await openDatabase(url), await openDatabase(url)];
  onTestFinished(async () => {
    await Promise.all(databases.map(({ close }) => close()));
    await store.close();
  });
  const quotaOf = () => ({
    key: 'all',
    name: 'all',
    personRequests: MOST,
    serverRequests: 1_000,
    requestsLeft: () => 1_000,
  });
  const lines: string[] = [];
  const log = (_: string, message: string) => void lines.push(message);
  const bots = databases.map((database) => createFairShare({ quotaOf, counts: postgresRequestCounts(database), log }));
  const ask = async (bot: number, userId: string, made = 1) => {
    const slot = await bots[bot]?.acquire({ userId, serverId: 'one', workMs: 1, mostRequests: Math.max(made, 1) });
    for (let count = 0; count < made; count++) slot?.onRequest(1);
    slot?.release();
  };
  return { ask, lines, close: async () => void (await Promise.all(databases.map(({ close }) => close()))) };
}

describe.runIf(hasPostgres)('two bots on one database', () => {
  test('a member has one share at both', async () => {
    const { ask } = await startTwo();
    // Each bot gives half of it at once, so neither would refuse.
    for (let count = 0; count < 5; count++)
      expect([await codeOf(ask(0, 'ada')), await codeOf(ask(1, 'ada'))]).toEqual(['done', 'done']);
    expect([await codeOf(ask(0, 'ada')), await codeOf(ask(1, 'ada'))]).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect(await codeOf(ask(1, 'ben'))).toBe('done');
  });

  test('charge nothing for a command without a request, and count alone while the database is away', async () => {
    const { ask, lines, close } = await startTwo();
    for (let count = 0; count < 2 * MOST; count++) await ask(count % 2, 'ada', 0);
    await close();
    expect(await codeOf(ask(0, 'ada'))).toBe('done');
    expect(lines[0]).toBe('the database that counts what people ask for could not be asked');
  });
});
