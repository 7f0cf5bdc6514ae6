/** The desks of a schedule: two on one data folder, which can be killed and restored, and one on a folder of its own. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Desk } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import type { Quota } from '@countersign/core/internal/service/quota/quota';
import type { Step } from '@countersign/core/internal/workflow/context';
import { readDeploy } from '@countersign/core/kinds';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { policy } from '@countersign/testkit/desk/test-desk';
import { startAnswerer } from '@countersign/testkit/service/stand-in';
import { createLyingService } from './lying-service.ts';
import type { Product } from './product.ts';
import { answerRpc, honestFace } from './rpc-face.ts';
import { NETWORK, type World } from './world.ts';

const SEATS = [0, 1, 2] as const;
export type SeatNumber = (typeof SEATS)[number];

export type Seats = Awaited<ReturnType<typeof openSeats>>;

const isShared = (seat: SeatNumber) => seat !== 2;

/** Without waiting for a disk where the machine has one in memory. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const FREE: Quota = {
  take: async () => () => {},
  pause: async () => {},
  callersChanged: () => {},
  state: () => ({ tokensLeft: 1_000, pausedForMs: 0, waiting: 0, refusals: 0 }),
};

const PATIENCE = { alignMs: 4, acceptedMs: 0, unknownMs: 0, askEveryMs: 1, followEveryMs: 1_000, leaseMs: 50 };

export async function openSeats(world: World, product: Product) {
  const root = mkdtempSync(path.join(ROOM, 'countersign-seats-'));
  const face = honestFace();
  const service = createLyingService(world);
  const answer = answerRpc(world, face);
  /** Addresses of a life of a seat; a dead one reaches no one. */
  const dead = new Set<string>();
  const door = await startAnswerer((received) => {
    const [, life = '', kind, ...rest] = received.url.split('/');
    if (dead.has(life)) return 'reset';
    return kind === 'rpc' ? answer(received) : service.answer({ ...received, url: `/${rest.join('/')}` });
  });
  const clocks: Record<SeatNumber, number> = { 0: 0, 1: 0, 2: 0 };
  const scanner = product.createSecretScanner();
  let folders = 0;
  let lives = 0;
  const newFolder = () => {
    const folder = path.join(root, `${folders++}`);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  };
  const copyOf = (folder: string) => {
    const copy = newFolder();
    // What SQLite shares between processes in memory is made again.
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('-shm')) copyFileSync(path.join(folder, file), path.join(copy, file));
    }
    return copy;
  };
  let shared = newFolder();
  const own = newFolder();
  let backup: string | undefined;
  const open = new Map<SeatNumber, { readonly desk: Desk; readonly life: string }>();
  let order: { readonly seat: SeatNumber; readonly step: Step } | undefined;
  /** What was on the disk when a seat was killed. */
  let left: string | undefined;

  function reached(seat: SeatNumber, life: string, step: Step): void {
    if (order?.seat !== seat || order.step !== step) return;
    order = undefined;
    dead.add(life);
    left = copyOf(isShared(seat) ? shared : own);
  }

  function openDesk(seat: SeatNumber): Desk {
    const life = `${lives++}`;
    const now = () => world.clock.now + clocks[seat];
    const desk = product.createDesk({
      service: product.createEscrowClient({
        baseUrl: `${door.url}/${life}/service`,
        ...SANDBOX_CREDENTIALS,
        requestsPerMinute: 1_000,
        quota: FREE,
        now,
      }),
      store: product.openSqliteStore(isShared(seat) ? shared : own, 'sandbox', now),
      ledger: product.openLedger([`${door.url}/${life}/rpc`], NETWORK.passphrase),
      network: NETWORK,
      policy,
      patience: PATIENCE,
      scanner,
      now,
      signUrl: (pageId) => `page:${pageId}`,
      onCheckpoint: (step) => reached(seat, life, step),
    });
    open.set(seat, { desk, life });
    return desk;
  }

  async function closeShared(): Promise<void> {
    for (const seat of SEATS.filter(isShared)) {
      await open.get(seat)?.desk.close();
      open.delete(seat);
    }
  }

  return {
    face,
    service,
    desk: (seat: SeatNumber): Desk => open.get(seat)?.desk ?? openDesk(seat),
    /** How far a seat's clock is from the world's, in milliseconds. */
    clocks,
    /** The next call of this seat that comes to `step` ends there, and nothing of it is written or sent afterwards. */
    killAt(seat: SeatNumber, step: Step) {
      // The third has a folder of its own, and is never restored.
      if (isShared(seat)) order = { seat, step };
    },
    spare() {
      order = undefined;
    },
    /** Ends what was killed, and goes on with what was on the disk then. @returns whether it was */
    async bury() {
      order = undefined;
      if (left === undefined) return false;
      await closeShared();
      shared = left;
      left = undefined;
      return true;
    },
    /** Changes an transaction's row in the shared store's file: another transaction, its hash and its address. */
    tamper(hash: string, unsignedXdr: string) {
      const read = readTransaction(unsignedXdr, NETWORK.passphrase);
      const deploy = readDeploy(read, NETWORK.passphrase);
      const file = readdirSync(shared).find((name) => name.endsWith('.sqlite'));
      if ('unreadable' in deploy || file === undefined) return;
      const db = new DatabaseSync(path.join(shared, file));
      const statement = db.prepare('UPDATE offer SET unsigned_xdr = ?, hash = ?, contract_id = ? WHERE hash = ?');
      statement.run(unsignedXdr, read.hashHex, deploy.contractId, hash);
      db.close();
    },
    backUp() {
      backup = copyOf(shared);
    },
    /** @returns whether there was a backup */
    async restore() {
      if (backup === undefined) return false;
      await closeShared();
      shared = copyOf(backup);
      return true;
    },
    async close() {
      for (const { desk } of open.values()) await desk.close();
      await door.close();
      rmSync(root, { recursive: true });
    },
  };
}
