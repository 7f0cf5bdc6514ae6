/**
 * For each range of shards, one process on a database is connected to Discord; the others stand by, and one of them
 * takes over when it ends. Discord lets only one process answer an interaction, so two that receive it do no harm.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import type { Leases } from '../state/process-rows.ts';
import type { Connection } from './client.ts';

const LEASE_MS = 10_000;
const EVERY_MS = 2_000;
/** By then a process that stands by has noticed that it is its turn. */
const TAKEN_MS = EVERY_MS + 500;
/** By then it is also connected. The process that ends has little more time. */
const CONNECTED_MS = 4_500;
const POLL_MS = 100;

export type Turns = Connection & {
  /** Another process is connected to Discord; this one can take over. */
  readonly standsBy: () => boolean;
};

/**
 * @param shards whose turns they are: an application, and a range of its shards
 * @throws CountersignError as `connect`, where it is this process's turn at once; STORE_UNUSABLE
 */
export async function takeTurns(
  rows: Leases,
  shards: string,
  connect: () => Promise<Connection>,
  log: Log,
): Promise<Turns> {
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let opening: Promise<Connection> | undefined;
  let connection: Connection | undefined;
  let listensUntil = Number.NEGATIVE_INFINITY;
  let isStandby = false;

  const isOurs = async () => {
    const from = performance.now();
    if (!(await rows.take(shards, holder, LEASE_MS))) return false;
    listensUntil = from + LEASE_MS;
    return true;
  };
  /** Set briefly by the process that has connected, for the one whose turn it was. */
  const connected = `${shards} connected`;
  const resign = () =>
    Promise.all([rows.resign(shards, holder), rows.resign(connected, holder)]).catch((thrown) => {
      log('warn', 'another process hears Discord only after a while', { cause: describeThrown(thrown) });
    });
  const end = async () => {
    const ending = opening;
    opening = undefined;
    connection = undefined;
    const opened = await ending?.catch(() => undefined);
    await opened?.close();
  };
  /** Many shards take a while to connect, and the turn is kept in the meantime. */
  const begin = async () => {
    const own = connect();
    opening = own;
    try {
      const opened = await own;
      // Its turn may have ended before it was connected.
      if (opening !== own) return;
      connection = opened;
      await rows.take(connected, holder, LEASE_MS).catch(() => false);
      log('info', 'this process hears Discord', { shards });
    } catch (thrown) {
      if (opening === own) opening = undefined;
      await resign();
      throw thrown;
    }
  };
  /** @returns the beginning of this process's turn */
  const look = async (): Promise<{ readonly begun: Promise<void> } | undefined> => {
    const ours = await isOurs();
    if (!ours && !isStandby) log('info', 'another process hears Discord; this one stands by', { shards });
    isStandby = !ours;
    if (ours && opening === undefined) return { begun: begin() };
    if (!ours && opening !== undefined) await end();
    return undefined;
  };
  const lookAgain = async () => {
    try {
      const turn = await look();
      turn?.begun.catch((thrown) =>
        log('warn', 'Discord could not be reached', { shards, cause: describeThrown(thrown) }),
      );
    } catch (thrown) {
      log('warn', 'whose turn it is to hear Discord could not be settled', { cause: describeThrown(thrown) });
      // Another process may have taken over, which this one cannot see.
      if (performance.now() > listensUntil) await end();
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await lookAgain();
    }
  };

  /** Discord sends events only to connected processes, so the old one stays until the next one is connected. */
  const untilSucceeded = async () => {
    const from = performance.now();
    const within = (ms: number) => performance.now() - from < ms;
    const held = (what: string) => rows.isHeld(what).catch(() => false);
    while (within(TAKEN_MS) && !(await held(shards))) await sleep(POLL_MS);
    if (!(await held(shards))) return;
    while (within(CONNECTED_MS) && !(await held(connected))) await sleep(POLL_MS);
  };

  const turn = await look();
  const running = run();
  try {
    await turn?.begun;
  } catch (thrown) {
    stopping.abort();
    throw thrown;
  }
  return {
    isReady: () => !signal.aborted && (connection?.isReady() ?? false),
    standsBy: () => !signal.aborted && isStandby,
    close: async () => {
      stopping.abort();
      await running;
      await resign();
      if (connection !== undefined) await untilSucceeded();
      await end();
    },
  };
}
