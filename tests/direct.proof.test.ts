/**
 * Whole lives of escrows without an escrow service, and with one that dies, lies or lags at each step while Countersign
 * may go on without it: the same outcome, and nothing done twice.
 */

import { type Desk, openSqliteStore, type Prepared } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { directNetwork, NETWORKS, networkWith, type Release } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { ledgerApp, openLedger as openSandboxLedger } from '@countersign/sandbox-ledger';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { counted, sampled } from '@countersign/testkit/proof/share';
import {
  BUILD_STUMBLES,
  SEND_STUMBLES,
  type Stumble,
  startFaultyService,
} from '@countersign/testkit/service/faulty-service';
import { forward, initOf, startStandIn } from '@countersign/testkit/service/stand-in';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

const RELEASES = ['multi', 'single'] as const satisfies readonly Release[];
const V1 = networkWith('sandbox', 'v1');
const PATIENCE = {
  alignMs: 200,
  acceptedMs: 200,
  unknownMs: 100,
  askEveryMs: 20,
  followEveryMs: 4_000,
  leaseMs: 5_000,
};
const { approver, serviceProvider, receiver } = REQUEST.roles;

/** An action of a life, by its name there, and whose wallet signs it. */
type Act = readonly [name: string, by: string, input: (escrow: string) => object];

/** Reported, approved and paid; then the rest disputed and decided. A single release is paid at once. */
function lifeOf(release: Release): readonly Act[] {
  const report = (milestone: number): Act => [
    'change-status',
    'provider',
    (escrow) => ({ escrow, milestone, status: 'done', evidence: 'a file' }),
  ];
  const approve = (milestone: number): Act => ['approve', 'client', (escrow) => ({ escrow, milestone })];
  const begin: readonly Act[] = [
    ['deploy', 'client', () => ({ ...REQUEST, ...(release === 'single' ? { kind: 'single' } : {}) })],
    ['fund', 'client', (escrow) => ({ escrow, signer: REQUEST.signer })],
    report(1),
    approve(1),
  ];
  if (release === 'single') return [...begin, report(2), approve(2), ['release', 'client', (escrow) => ({ escrow })]];
  const distributions = [
    { address: approver, amount: 5 },
    { address: receiver, amount: 15 },
  ];
  return [
    ...begin,
    ['release', 'client', (escrow) => ({ escrow, milestone: 1 })],
    ['dispute', 'provider', (escrow) => ({ escrow, signer: serviceProvider, milestone: 2 })],
    ['resolve', 'arbiter', (escrow) => ({ escrow, milestone: 2, distributions })],
  ];
}

function signed({ unsignedXdr }: { readonly unsignedXdr?: string | undefined }, by: string): string {
  return signWith(sandboxKeypair(by), unsignedXdr);
}

type Taken = { readonly escrow: string; readonly verified: number };

/** Takes an escrow through its life. @param around what is done before and after each action, by its place */
async function live(
  desk: Desk,
  acts: readonly Act[],
  around: (place: number, take: () => Promise<Prepared<'deploy'>>) => Promise<Prepared<'deploy'>>,
): Promise<Taken> {
  let escrow = '';
  let verified = 0;
  for (const [place, [name, by, input]] of acts.entries()) {
    const prepared = await around(place, async () => {
      const made = (await desk.prepare(name as 'deploy', input(escrow) as never)) as Prepared<'deploy'>;
      const settlement = await desk.submit({ id: made.id, signedXdr: signed(made, by) });
      expect(settlement, `${place} ${name}`).toMatchObject({ status: 'settled', by: 'ledger' });
      return made;
    });
    if (prepared.checked === 'verified') verified += 1;
    if (name === 'deploy') escrow = prepared.contractId;
  }
  return { escrow, verified };
}

const WALLETS = ['client', 'provider', 'platform', 'arbiter'].map((name) => sandboxKeypair(name).publicKey());

/** What an escrow's contract stores, what it and the people hold, and how many transactions they signed. */
async function outcomeOf(rpcUrl: string, escrow: string) {
  const ledger = openLedger([rpcUrl], V1.passphrase);
  const token = NETWORKS.sandbox.tokens[0].address;
  const snapshot = await ledger.lookAt({ contracts: [escrow] });
  const held = await ledger.balancesOf([{ holder: escrow, token }]);
  if (snapshot.kind !== 'seen') throw new Error('the ledger did not answer');
  return {
    state: snapshot.contracts.get(escrow)?.escrow?.toXdr('base64'),
    held: held.map((each) => each?.units),
    signed: (await sequencesAt(rpcUrl)).map((sequence) => sequence & 0xffffffffn),
  };
}

async function sequencesAt(rpcUrl: string): Promise<readonly bigint[]> {
  const sequences = await openLedger([rpcUrl], V1.passphrase).sequencesOf(WALLETS);
  return WALLETS.map((wallet) => sequences?.sequences.get(wallet) ?? 0n);
}

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, each) => total + each, 0n);

const alone = (_: number, take: () => Promise<Prepared<'deploy'>>) => take();

describe('with no escrow service', () => {
  const done = { lives: 0, verified: 0 };
  afterAll(() => expect(done).toEqual({ lives: RELEASES.length, verified: 14 }));

  test.each(RELEASES)('a %s-release escrow lives its whole life', async (release) => {
    const { rpcUrl, close } = await startLedgerAlone();
    const network = directNetwork('sandbox');
    const ledger = openLedger([rpcUrl], network.passphrase);
    const desk = createTestDesk({ network, patience: PATIENCE, ledger });
    onTestFinished(async () => {
      await desk.close();
      await close();
    });
    const acts = lifeOf(release);
    const { escrow, verified } = await live(desk, acts, alone);
    expect(await outcomeOf(rpcUrl, escrow)).toEqual((await honestLife(release)).outcome);
    done.lives += 1;
    done.verified += verified;
  });
});

async function startLedgerAlone() {
  const ledger = openSandboxLedger({ now: Date.now });
  const app = ledgerApp(
    ledger,
    () => '',
    () => {},
  );
  const { url, close } = await startStandIn(async (response, received) =>
    forward(response, await app.request(`http://127.0.0.1${received.url}`, initOf(received))),
  );
  return {
    rpcUrl: `${url}/rpc`,
    close: async () => {
      await close();
      ledger.close();
    },
  };
}

async function startDesk(goesDirect: boolean, now: () => number = Date.now) {
  const sandbox = await startSandbox({ rateLimit: 0, network: V1, now });
  const service = await startFaultyService(sandbox.url);
  const store = openSqliteStore(undefined, 'sandbox');
  const desk = createTestDesk({
    on: { ...sandbox, url: service.url },
    ...{ store, network: V1, patience: PATIENCE, now },
    policy: { ...policy, goesDirect },
    ledger: openLedger([sandbox.rpcUrl], V1.passphrase, { now }),
  });
  const close = async () => {
    await desk.close();
    await service.close();
    await sandbox.close();
  };
  return { sandbox, service, store, desk, close };
}

const honest = new Map<Release, Promise<{ readonly outcome: Awaited<ReturnType<typeof outcomeOf>> }>>();

/** The same life by a service that does its part. */
function honestLife(release: Release) {
  const known = honest.get(release);
  if (known !== undefined) return known;
  const living = (async () => {
    const { desk, sandbox, service, close } = await startDesk(false);
    const acts = lifeOf(release);
    const { escrow } = await live(desk, acts, alone);
    const outcome = await outcomeOf(sandbox.rpcUrl, escrow);
    expect(service.built()).toBe(acts.length);
    await close();
    return { outcome };
  })();
  honest.set(release, living);
  return living;
}

type Case = { readonly release: Release; readonly place: number; readonly act: string; readonly stumble: Stumble };

/** What the two kinds do alike is tried with one of them. */
const OF_EACH_KIND = ['deploy', 'fund', 'release'];
const ALL: readonly Case[] = RELEASES.flatMap((release) =>
  lifeOf(release).flatMap(([act], place) =>
    (release === 'multi' || OF_EACH_KIND.includes(act) ? [...BUILD_STUMBLES, ...SEND_STUMBLES] : []).map((stumble) => ({
      ...{ release, place, act, stumble },
    })),
  ),
);
/** Which of two signed transactions of one request reaches the ledger first. */
const TWO = [0, 1, 3, 4].flatMap((place) =>
  (['the service’s', 'the other'] as const).map((first) => ({ place, first, act: lifeOf('multi')[place]?.[0] })),
);

/** The service sends it all the same, whatever it says. */
const SENT_BY_SERVICE: readonly Stumble[] = ['dies after it sent', 'refuses and sends'];
const CASES = sampled(ALL);

describe('with a service that stumbles, where Countersign may go on without it', () => {
  const done = { same: 0, doubled: 0, direct: 0, two: 0 };
  beforeAll(() => {
    // The random part of the waits between tries at its shortest.
    vi.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterAll(() => void vi.restoreAllMocks());

  test.for(CASES)('$stumble at $act ($release, $place)', async ({ release, place, stumble }) => {
    const { desk, sandbox, service, store, close } = await startDesk(true);
    onTestFinished(close);
    const { escrow } = await live(desk, lifeOf(release), async (at, take) => {
      service.stumble = at === place ? stumble : undefined;
      const prepared = await take();
      if (at !== place) return prepared;
      const transaction = await store.findByHash(prepared.transactionHash);
      const isBuiltHere = (BUILD_STUMBLES as readonly string[]).includes(stumble);
      expect(transaction).toMatchObject({
        builtBy: isBuiltHere ? 'direct' : 'service',
        sentBy: SENT_BY_SERVICE.includes(stumble) ? 'service' : 'direct',
      });
      const facts = prepared.judgement.facts.map(({ code }) => code as string);
      expect(facts.includes('BUILT_DIRECTLY')).toBe(isBuiltHere);
      if (transaction?.sentBy === 'direct') done.direct += 1;
      // What the service held back arrives when the same was settled without it.
      service.stumble = undefined;
      await service.release();
      return prepared;
    });
    const [found, wanted] = [await outcomeOf(sandbox.rpcUrl, escrow), (await honestLife(release)).outcome];
    expect(found).toEqual(wanted);
    done.same += 1;
    if (found.signed.some((count, index) => count !== wanted.signed[index])) done.doubled += 1;
  });

  // Where the service built one, it was signed, and the service is gone when it is prepared again.
  test.for(TWO)('a $act of the service’s and one without it: $first first', async ({ place, first }) => {
    let shift = 0;
    const { desk, sandbox, service, store, close } = await startDesk(true, () => Date.now() + shift);
    onTestFinished(close);
    const acts = lifeOf('multi');
    const [name, by, input] = acts[place] as Act;
    const { escrow } = await live(desk, acts.slice(0, place), alone);
    const before = await sequencesAt(sandbox.rpcUrl);
    const handed = await desk.prepare(name as 'deploy', input(escrow) as never);
    // A signature would soon be late, so that it is built again.
    shift = 75_000;
    service.stumble = 'refuses';
    const renewed = await desk.prepare(name as 'deploy', { id: handed.id });
    const [one, other] = await Promise.all([handed, renewed].map((made) => store.findByHash(made.transactionHash)));
    expect([one?.builtBy, other?.builtBy]).toEqual(['service', 'direct']);
    expect(other?.sequence).toBe(one?.sequence);
    const ledger = openLedger([sandbox.rpcUrl], V1.passphrase);
    const byWallet = () => ledger.send(signed(handed, by), {});
    const byDesk = () => desk.submit({ id: renewed.id, signedXdr: signed(renewed, by) }).catch(() => undefined);
    for (const send of first === 'the service’s' ? [byWallet, byDesk] : [byDesk, byWallet]) await send();
    const hashes = [handed.transactionHash, renewed.transactionHash];
    const outcomes = await Promise.all(hashes.map((hash) => ledger.outcomeOf(hash)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['not-found', 'settled']);
    expect(sum(await sequencesAt(sandbox.rpcUrl)) - sum(before)).toBe(1n);
    expect(await desk.status(handed.id)).toMatchObject({ status: 'settled', by: 'ledger' });
    done.two += 1;
  });

  test('are as many as are stated', ({ task }) => {
    expect([done.same, done.two]).toEqual([CASES.length, TWO.length]);
    task.meta.figures = {
      proof: 'Lives without the escrow service',
      rows: {
        'whole lives with no service running, each transaction built here and verified': RELEASES.length,
        'ways in which a service dies, lies or lags, at each step of a life': counted(ALL.length),
        'of them with the same outcome on the ledger': counted(done.same),
        'of them sent without the service': counted(done.direct),
        'of a transaction by the service and one without it, both signed and sent: one settled': done.two,
        'actions that were done twice': done.doubled,
      },
    };
  });
});
