/** Outcomes that no one looks at: one of the processes decides them automatically and reports them to all who wait. */

import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { buildDeploy, NOW, request, requestInput, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../../ledger/ledger.ts';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';

const END = NOW + 100;
const QUICK = { everyMs: 30, againMs: 200, longestMs: 100_000 };

const PLACES = [['files', temporaryFolder], ...(hasPostgres ? ([['PostgreSQL', newDatabase]] as const) : [])] as const;

async function start(place: () => string | Promise<string>) {
  const at = await place();
  const clock = { now: NOW * 1_000 };
  const now = () => clock.now;
  const { ledger, state } = stateLedger();
  const looks: number[] = [];
  const counting: Ledger = {
    ...ledger,
    lookAt: async (...args) => {
      looks.push(performance.now());
      return await ledger.lookAt(...args);
    },
  };
  const unsignedTransaction = buildDeploy(request(), { condition: time(0, END) });
  const deploy = answer(201, { status: 'SUCCESS', unsignedTransaction });
  const send = answer(200, { status: 'SUCCESS', message: 'ok' });
  const service = await startScriptedService((response, received) =>
    (received.url.includes('deployer') ? deploy : send)(response, received),
  );
  let rounds = 0;
  /** A process of its own on the same store. */
  const open = async (has: { ledger?: Ledger } = { ledger: counting }) => {
    const store = at.startsWith('postgres:')
      ? await openPostgresStore(await openDatabase(at), 'sandbox', now)
      : openSqliteStore(at, 'sandbox', now);
    return openDeskOfTest({
      service: service.client({ now }),
      store: {
        ...store,
        takeOutcomes: async (...args) => {
          const taken = await store.takeOutcomes(...args);
          rounds += 1;
          return taken;
        },
      },
      patience: HURRY,
      now,
      ...has,
    });
  };
  /** Four that ask about what is due. */
  const keep = async () => {
    for (let count = 0; count < 4; count += 1) onTestFinished((await open()).keepSettling(QUICK));
  };
  /** Waits until they have asked what is due some more times. */
  const askAgain = async () => {
    const before = rounds;
    await expect.poll(() => rounds - before).toBeGreaterThanOrEqual(16);
  };
  /** Ledgers close as time goes on. */
  const pass = (ms: number) => {
    clock.now += ms;
    state.closed = clock.now;
    state.latest += 1;
  };
  return { open, keep, askAgain, pass, state, looks };
}

describe.each(PLACES)('with %s', (_, place) => {
  test('decides a transaction that a wallet sent soon after its time, and reports it to a process that asks no ledger', async () => {
    const { open, keep, askAgain, pass, state, looks } = await start(place);
    const waiting = await open({});
    const { id, transactionHash } = await (await open()).prepare('deploy', requestInput());
    include(state, transactionHash);
    await keep();
    let reports = 0;
    waiting.onChange(id, () => {
      reports += 1;
    });
    await expect.poll(() => reports).toBe(1);
    const before = looks.length;
    // Its time is over, and the margin is not.
    pass(105_000);
    await askAgain();
    expect(looks.length).toBe(before);
    pass(6_000);
    await expect.poll(() => reports).toBeGreaterThan(1);
    expect(await waiting.status(id)).toMatchObject({ status: 'settled', by: 'ledger' });
    expect(looks.length - before).toBe(1);
  });

  test('lets one process ask again after growing pauses when the ledger cannot decide', async () => {
    const { open, keep, pass, looks, state } = await start(place);
    await (await open()).prepare('deploy', requestInput());
    const before = looks.length;
    pass(120_000);
    // No ledger that closed after its time is known.
    state.closed = 0;
    const begun = performance.now();
    await keep();
    await expect.poll(() => looks.length - before).toBe(4);
    // After 200, 400 and 800 ms.
    expect(performance.now() - begun).toBeGreaterThan(1_350);
  });
});
