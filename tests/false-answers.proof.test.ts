/**
 * One answer of Stellar RPC that is false, lost or behind, at each request in turn: nothing is paid twice, no second
 * escrow is made and no step is taken twice, unless a person confirms it. Without an escrow service, with one RPC and two.
 */

import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { openTestLedger, type TestLedger } from '@countersign/testkit/ledger/ledger-client';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { counted, isWhole, sampled } from '@countersign/testkit/proof/share';
import { httpAnswer, isHttpAnswer, type RpcProxy, startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';

const network = { ...networkWith('sandbox', 'v1'), isDirect: true };
const client = sandboxKeypair('client');

// biome-ignore lint/suspicious/noExplicitAny: an answer is what a lie makes of it
type Result = any;
type Lie = (result: Result, params: Result) => unknown;

const hidden: Lie = ({ latestLedger, latestLedgerCloseTime, oldestLedger, oldestLedgerCloseTime }) => ({
  ...{ status: 'NOT_FOUND', latestLedger, latestLedgerCloseTime, oldestLedger, oldestLedgerCloseTime },
});
const later: Lie = (result) => ({
  ...result,
  latestLedger: result.latestLedger + 100,
  latestLedgerCloseTime: String(Number(result.latestLedgerCloseTime) + 900),
});
/** @param by how much an account's sequence number is off */
const sequenceOff =
  (by: bigint): Lie =>
  (result) => ({
    ...result,
    entries: result.entries.map((entry: { xdr: string }) => {
      const data = xdr.LedgerEntryData.fromXdr(entry.xdr, 'base64');
      if (data.type !== 'account') return entry;
      const account = new xdr.AccountEntry({ ...data.account, seqNum: data.account.seqNum + by });
      return { ...entry, xdr: xdr.LedgerEntryData.account(account).toXdr('base64') };
    }),
  });

const LOST: Lie = () => httpAnswer(502);
const LIES: Readonly<Record<string, Readonly<Record<string, Lie>>>> = {
  getNetwork: { 'another network': (result) => ({ ...result, passphrase: 'Another Network ; 2026' }) },
  getTransaction: {
    hidden,
    failed: (result) => ({ ...result, status: 'FAILED', ledger: result.latestLedger }),
    'later than it is': (result) => later(hidden(result, {}), {}),
  },
  getLedgerEntries: {
    'nothing listed': (result) => ({ ...result, entries: [] }),
    'a sequence number ahead': sequenceOff(1n),
    'a sequence number behind': sequenceOff(-1n),
    'a later ledger': (result) => ({ ...result, latestLedger: result.latestLedger + 100 }),
  },
  simulateTransaction: {
    failing: ({ latestLedger }) => ({ latestLedger, error: 'HostError: Error(Contract, #1)' }),
    occupied: ({ latestLedger }) => ({ latestLedger, error: 'HostError: Error(Storage, ExistingValue)' }),
    free: ({ latestLedger }) => ({ latestLedger: latestLedger + 100, results: [{ auth: [], xdr: 'AAAAAQ==' }] }),
  },
  sendTransaction: {
    refused: (result) => ({ ...result, status: 'ERROR' }),
    'not sent': () => httpAnswer(429),
    'busy, as it says': (result) => ({ ...result, status: 'TRY_AGAIN_LATER' }),
  },
  getEvents: { 'no events': (result) => ({ ...result, events: [] }) },
};

type LyingSetup = { readonly one: TestLedger; readonly rpcs: readonly RpcProxy[]; readonly desk: Desk };

/** Which answers of one RPC are false: that to the n-th request of a method, or all while the person acts. */
type When = {
  readonly rpc: number;
  readonly method: string;
  readonly name: string;
  readonly lie: Lie;
  /** `ledgers`: also in the next ledger, so that what is dead by this RPC is read twice. */
  readonly at: number | 'call' | 'ledgers';
  /** Until the person asks again: within the life of the transaction, or after it. */
  readonly waitS: number;
};

async function openScene(rpcCount: number): Promise<LyingSetup> {
  const one = openTestLedger();
  const rpcs = await Promise.all(Array.from({ length: rpcCount }, () => startRpcProxy(one.ask)));
  const now = () => one.clock.now;
  const urls = rpcs.map(({ url }) => url);
  const desk = createTestDesk({
    network,
    patience: HURRY,
    now,
    ledger: openLedger(urls, network.passphrase, { now, retryMs: 1 }),
  });
  return { one, rpcs, desk };
}

type Prepared = Awaited<ReturnType<Desk['prepareStep']>> | Awaited<ReturnType<Desk['prepare']>>;

type Act = {
  readonly name: string;
  /** @returns how the person asks for it */
  setUp(scene: LyingSetup): Promise<() => Promise<Prepared>>;
};

const sign = (unsignedXdr: string) => signWith(client, unsignedXdr);

async function deployed({ desk }: LyingSetup): Promise<string> {
  const { id, unsignedXdr, contractId } = await desk.prepare('deploy', REQUEST);
  expect(await desk.submit({ id, signedXdr: sign(unsignedXdr as string) })).toMatchObject({ status: 'settled' });
  return contractId;
}

const ACTS: readonly Act[] = [
  {
    name: 'a deploy',
    setUp:
      async ({ desk }) =>
      () =>
        desk.prepare('deploy', REQUEST),
  },
  {
    name: 'a payment',
    setUp: async (scene) => {
      const escrow = await deployed(scene);
      const { signer, trustline } = REQUEST;
      return () => scene.desk.prepare('fund', { escrow, signer, amount: '10', way: 'transfer', trustline });
    },
  },
  {
    name: 'a step',
    setUp: async (scene) => {
      const escrow = await deployed(scene);
      const request = { action: 'approve', escrow, milestone: 1, signer: REQUEST.signer };
      return () => scene.desk.prepareStep(['approve'], request);
    },
  },
];

function lieTo({ rpcs }: LyingSetup, when: When | undefined): void {
  for (const [index, rpc] of rpcs.entries()) {
    let asked = 0;
    rpc.answer = async ({ method, params }, pass) => {
      const reply = await pass();
      const isIt = when !== undefined && when.rpc === index && when.method === method && reply.result !== undefined;
      if (!isIt || (typeof when.at === 'number' && asked++ !== when.at)) return reply;
      const lied = when.lie(reply.result, params);
      return isHttpAnswer(lied) ? lied : { ...reply, result: lied };
    };
  }
}

/** A refusal is an answer; anything else is a fault of the desk. */
const unlessRefused = async <T>(call: Promise<T>): Promise<T | undefined> =>
  await call.catch((error: unknown) => {
    if (!(error instanceof CountersignError) || error.code === 'INTERNAL') throw error;
    return undefined;
  });

const pass = ({ one }: LyingSetup, seconds: number) => {
  one.clock.now += seconds * 1_000;
  one.ledger.closeEmpty();
};

/** Asks, signs and submits like somebody who wants it done and confirms nothing. */
async function attempt(scene: LyingSetup, ask: () => Promise<Prepared>): Promise<string | undefined> {
  const prepared = await unlessRefused(ask());
  if (prepared?.unsignedXdr === undefined) return prepared?.id;
  const { id, unsignedXdr } = prepared;
  await unlessRefused(
    scene.desk.submit({ id, signedXdr: sign(unsignedXdr) }, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  );
  return id;
}

/** For an outcome that the RPC hides. */
const PATIENCE_MS = 700;

async function play(rpcCount: 1 | 2, act: Act, when?: When) {
  const scene = await openScene(rpcCount);
  const { one, rpcs, desk } = scene;
  try {
    const ask = await act.setUp(scene);
    const from = one.ledger.view(({ latest }) => latest.sequence) + 1;
    const before = rpcs.map(({ asked }) => asked.length);
    lieTo(scene, when);
    const id = await attempt(scene, ask);
    const asked = rpcs.map((rpc, index) => rpc.asked.slice(before[index]));
    for (let looks = 0; looks < 2 && id !== undefined && when !== undefined; looks += 1) {
      if (when.at === 'ledgers') pass(scene, 6);
      await unlessRefused(desk.status(id));
    }
    lieTo(scene, undefined);
    for (let round = 0; round < 3; round += 1) {
      pass(scene, when?.waitS ?? 6);
      await attempt(scene, ask);
    }
    const settled = one.ledger.view((view) => view.transactions(from, 200)).filter(({ success }) => success).length;
    return { asked, settled };
  } finally {
    await desk.close();
    one.ledger.close();
  }
}

/** @param asked by method, of each RPC, when all answers are true */
function* casesOf(asked: readonly (readonly string[])[]): Generator<When> {
  for (const [rpc, methods] of asked.entries()) {
    for (const method of new Set(methods)) {
      const requests = methods.filter((each) => each === method).length;
      for (const [name, lie] of Object.entries({ ...LIES[method], lost: LOST })) {
        for (let at = 0; at < requests; at += 1) yield { rpc, method, name, lie, at, waitS: 6 };
        for (const at of ['call', 'ledgers'] as const) {
          for (const waitS of [6, 400]) yield { rpc, method, name, lie, at, waitS };
        }
      }
    }
  }
}

/** Requests to all RPCs, when every answer is true: only a dead transaction costs more than before (decision 107). */
const MOST_REQUESTS: Readonly<Record<string, readonly [one: number, two: number]>> = {
  'a deploy': [13, 27],
  'a payment': [21, 39],
  'a step': [17, 31],
};

let count = 0;
/** While a death is doubted, nothing is done until the transaction has expired. */
let done = 0;

describe.each([1, 2] as const)('with %i RPC', (rpcCount) => {
  test.each(ACTS)('does $name once, whatever answer of one RPC is false', async (act) => {
    const honest = await play(rpcCount, act);
    expect(honest.settled).toBe(1);
    expect(honest.asked.flat().length).toBeLessThanOrEqual(MOST_REQUESTS[act.name]?.[rpcCount - 1] as number);
    const wrong: unknown[] = [];
    for (const when of sampled(casesOf(honest.asked))) {
      const { settled } = await play(rpcCount, act, when);
      count += 1;
      done += settled;
      if (settled > 1) wrong.push({ ...when, settled });
    }
    expect(wrong).toEqual([]);
  });
});

test('counts what it tried', ({ task }) => {
  expect(done).toBeGreaterThan(count * 0.8);
  // How often the ledger is read until it has closed depends on the machine.
  if (isWhole) expect(count).toBeGreaterThan(1_100);
  task.meta.figures = {
    proof: 'False answers of Stellar RPC',
    rows: {
      'deploys, payments and steps, each with a false, lost or late answer': counted('over 1,100'),
      'second escrows, second payments and second steps without a confirmation': 0,
    },
  };
});
