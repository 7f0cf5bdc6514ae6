/**
 * The database becomes unreachable in the middle of calls, as on a network cut: each call ends in time with a clear
 * error, nothing is sent that was not recorded first, and everything continues afterwards.
 */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { transactionHash } from '@countersign/core/envelope';
import { openDatabase } from '@countersign/core/internal/platform/postgres/database';
import type { Step } from '@countersign/core/internal/workflow/context';
import { openPostgresStore } from '@countersign/core/internal/workflow/store/postgres/postgres-store';
import { codeOf } from '@countersign/testkit/desk/failure';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { answer, type Responder, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, type TestContext, test } from 'vitest';

/** A connection to a database that can be cut as a network is: nothing arrives, and neither end is closed. */
async function openDatabaseRoad(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    if (isCut) socket.pause();
    return socket;
  };
  const server = createServer((caller) => {
    const database = keep(connect(Number(port), hostname));
    keep(caller)
      .on('data', (data) => database.write(data))
      .on('end', () => database.end());
    database.on('data', (data) => caller.write(data)).on('end', () => caller.end());
    caller.on('close', () => database.destroy());
    database.on('close', () => caller.destroy());
    if (isCut) for (const socket of [caller, database]) socket.pause();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    /** What was held goes on its way. */
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A host of MCP gives up after 60 s. */
const MOMENTS: readonly Step[] = ['claimed', 'sent'];
const LONGEST_CALL_MS = 45_000;
/** A submission whose process heard nothing more is taken over. */
const TAKEN_OVER_MS = 61_000;

const honest: Responder = (response, received) => {
  const condition = time(0, Math.floor(Date.now() / 1_000) + 300);
  const isDeploy = received.url.includes('deployer');
  const reply = isDeploy
    ? answer(201, { status: 'SUCCESS', unsignedTransaction: buildDeploy(request(), { condition }) })
    : answer(200, { status: 'SUCCESS', message: 'ok' });
  reply(response, received);
};

async function open(onTestFinished: TestContext['onTestFinished'], onCheckpoint: (step: Step) => void = () => {}) {
  const road = await openDatabaseRoad(await newDatabase());
  onTestFinished(() => road.close());
  const service = await startScriptedService(honest);
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const desk = createTestDesk({
    service: service.client(),
    store: await openPostgresStore(await openDatabase(road.url), 'sandbox', now),
    now,
    onCheckpoint,
  });
  onTestFinished(async () => {
    road.mend();
    await desk.close();
  });
  const sent = () => service.asked.filter(({ url }) => url.includes('send-transaction')).length;
  const signed = (unsignedXdr: string) =>
    sign(unsignedXdr, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
  return { road, desk, clock, sent, signed };
}

/** What a call came to, and when. */
async function timed(call: Promise<unknown>) {
  const begun = performance.now();
  const code = await codeOf(call);
  return { code, ms: performance.now() - begun };
}

// Side by side, since most of their time is waiting until a call gives up.
describe.runIf(hasPostgres)('a database out of reach', { concurrent: true }, () => {
  test('before a call: it ends in time, nothing is sent, and the same call works afterwards', async ({
    onTestFinished,
    task,
  }) => {
    const { road, desk, sent, signed } = await open(onTestFinished);
    const { id, unsignedXdr = '' } = await desk.prepare('deploy', requestInput());
    road.cut();
    const calls = await Promise.all([
      timed(desk.prepare('deploy', requestInput())),
      timed(desk.submit({ id, signedXdr: signed(unsignedXdr) })),
      timed(desk.status({ id } as never)),
      timed(desk.find({})),
    ]);
    expect(calls.map(({ code }) => code)).toEqual(Array.from({ length: calls.length }, () => 'STORE_UNREACHABLE'));
    for (const { ms } of calls) expect(ms).toBeLessThan(LONGEST_CALL_MS);
    expect(sent()).toBe(0);
    road.mend();
    expect((await desk.submit({ id, signedXdr: signed(unsignedXdr) })).status).toBe('accepted');
    expect(sent()).toBe(1);
    task.meta.figures = {
      proof: 'A database out of reach',
      rows: {
        'calls that ended in their time, with an error that says so': calls.length,
        'moments of a sending at which it goes away': MOMENTS.length,
        'sent without being written down, or under a second hash': 0,
      },
    };
  });

  test.for(MOMENTS)(
    'asks for the outcome of a transaction recorded before "%s", and does not send it under another hash',
    async (step, { onTestFinished }) => {
      let isArmed = false;
      const parts = await open(onTestFinished, (onCheckpoint) => {
        if (isArmed && onCheckpoint === step) parts.road.cut();
      });
      const { road, desk, clock, sent, signed } = parts;
      const { id, unsignedXdr = '', transactionHash: hash } = await desk.prepare('deploy', requestInput());
      isArmed = true;
      const { code, ms } = await timed(desk.submit({ id, signedXdr: signed(unsignedXdr) }));
      isArmed = false;
      // The caller gets the service's answer, although it could not be stored.
      expect(['done', 'STORE_UNREACHABLE']).toContain(code);
      expect(ms).toBeLessThan(LONGEST_CALL_MS);
      road.mend();
      // Known or not, the request gets no second transaction.
      const again = await timed(desk.prepare('deploy', requestInput()));
      expect(['OUTCOME_UNKNOWN', 'ALREADY_SETTLED']).toContain(again.code);
      clock.ahead += TAKEN_OVER_MS;
      const settled = await desk.submit({ id });
      expect(settled).toMatchObject({ status: 'accepted', transactionHash: hash });
      expect(sent()).toBeLessThanOrEqual(2);
    },
  );
});
