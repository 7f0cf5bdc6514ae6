/** What each caller learns of a request in each state that it can be in, however they submit it, and what is sent. */
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { HURRY, include, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { answer, reset, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { toCountersignError } from '../../errors/errors.ts';
import { NETWORKS } from '../../escrow/network.ts';
import type { Person } from '../model/person.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

afterEach(endClock);

const [ADA, BOB, CLEO] = ['ada', 'bob', 'cleo'].map((id) => ({ tenant: 'guild', id })) as [Person, Person, Person];
const LIFE_MS = 100_000;
const DAY_MS = 24 * 3_600_000;
const FAILED = { kind: 'failed', code: 'txFailed', ledger: 7 } as const;
const SALTS: Readonly<Record<string, number>> = { 'engagement-1': 3, other: 4, elsewhere: 5 };
const wallet = (xdr: string | undefined) => signWith(signerKey, xdr);

async function openWorld(hasLedger: boolean) {
  restartClock();
  const clock = { now: NOW * 1_000 };
  const now = () => clock.now;
  const { ledger, state } = stateLedger();
  const sent: string[] = [];
  const world = { replies: 'honestly' };
  const build = (engagementId: string, changes: object = {}) => {
    const [salt, end] = [new Uint8Array(32).fill(SALTS[engagementId] ?? 0), (clock.now + LIFE_MS) / 1_000];
    const parts = { condition: time(0, end), sequence: state.sequence + 1n, salt };
    return buildDeploy(request({ engagementId, ...changes }), parts);
  };
  const replyTo = (url: string, { engagementId, signedXdr }: { engagementId: string; signedXdr: string }) => {
    if (url.includes('deployer')) return answer(201, { status: 'SUCCESS', unsignedTransaction: build(engagementId) });
    sent.push(signedXdr);
    if (world.replies === 'not at all') return reset;
    if (world.replies === 'no') return answer(400, { message: 'Transaction failed: txBadSeq', statusCode: 400 });
    include(state, readTransaction(signedXdr, NETWORKS.sandbox.passphrase).hashHex);
    return answer(200, { status: 'SUCCESS', message: 'ok' });
  };
  const service = await startScriptedService((response, received) =>
    replyTo(received.url, JSON.parse(received.body))(response, received),
  );
  const store = openSqliteStore(undefined, 'sandbox', now);
  onTestFinished(store.close);
  const parts = {
    service: service.client({ now }),
    store,
    patience: HURRY,
    now,
    signUrl: String,
    ...(hasLedger && { ledger }),
  };
  const desk = createTestDesk({ ...parts, policy: { ...policy, allowForeign: true } });
  const ada = desk.for(ADA);
  /** Ledgers close as time goes on. */
  const pass = (ms: number) => {
    clock.now += ms;
    state.closed = clock.now;
    state.latest += 1;
  };
  const first = await ada.prepare('deploy', requestInput());
  const elsewhere = build('elsewhere');
  const changed = build('engagement-1', { title: 'Another' });
  pass(1_000);
  return { world, sent, desk, parts, ada, state, store, pass, first, elsewhere, changed };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Only a ledger tells of them. */
const ON_LEDGER = [
  'sent by the wallet itself',
  'failed on the ledger',
  'displaced',
  'expired, while no RPC answers',
  'renewed, and sent in time by the wallet',
  'renewed, where the history begins after it',
  'renewed, while no RPC answers',
  'renewed unasked',
  'renewed, and failed on the ledger',
  'forgotten, and sent in time by the wallet',
  'sent without an answer, while no RPC answers',
  'sent without an answer, and settled',
  'sent without an answer, and failed on the ledger',
  'sent without an answer, and its time is over by our clock alone',
];
const statesOf = (hasLedger: boolean) =>
  Object.entries(STATES).filter(([title]) => hasLedger || !ON_LEDGER.includes(title));

type Reach = (world: World) => unknown;
const after =
  (earlier: string, then: Reach): Reach =>
  async (world) => {
    await STATES[earlier]?.(world);
    await then(world);
  };
const set =
  (changes: Partial<World['state']>): Reach =>
  ({ state }) =>
    Object.assign(state, changes);
const included: Reach = ({ state, first }) => include(state, first.transactionHash);
const failed: Reach = ({ state, first }) => include(state, first.transactionHash, FAILED);
const late: Reach = ({ pass }) => pass(LIFE_MS + 5_000);
const renew: Reach = ({ ada, first }) => ada.prepare('deploy', { id: first.id });
const submit: Reach = ({ ada, first }) => ada.submit({ signedXdr: wallet(first.unsignedXdr), id: first.id });
const replying =
  (replies: string): Reach =>
  (world) => {
    world.world.replies = replies;
    return submit(world);
  };

const STATES: Readonly<Record<string, Reach>> = {
  'just prepared': () => undefined,
  settled: ({ ada, first }) => ada.submit({ signedXdr: wallet(first.unsignedXdr) }),
  'sent without an answer': replying('not at all'),
  'refused by the service': replying('no'),
  'sent without an answer, and expired': after('sent without an answer', ({ pass }) => pass(200_000)),
  'sent without an answer, while no RPC answers': after('sent without an answer', set({ isUp: false })),
  'sent without an answer, and settled': after('sent without an answer', included),
  'sent without an answer, and failed on the ledger': after('sent without an answer', failed),
  'sent without an answer, and its time is over by our clock alone': after('sent without an answer', (world) => {
    const { closed } = world.state;
    world.pass(LIFE_MS);
    world.state.closed = closed;
  }),
  'sent by the wallet itself': included,
  'failed on the ledger': failed,
  displaced: ({ state }) => {
    state.sequence += 1n;
  },
  expired: late,
  'expired, while no RPC answers': after('expired', set({ isUp: false })),
  renewed: after('expired', renew),
  'renewed, and the newer one settled': after('renewed', async ({ ada, first }) =>
    ada.submit({ signedXdr: wallet((await ada.renew(first.id)).unsignedXdr) }),
  ),
  'renewed, where the history begins after it': after('renewed', ({ state }) =>
    Object.assign(state, { oldestClosed: state.closed }),
  ),
  'renewed, while no RPC answers': after('renewed', set({ isUp: false })),
  'renewed unasked': after('expired, while no RPC answers', async (world) => {
    await renew(world);
    world.state.isUp = true;
  }),
  'renewed, and sent in time by the wallet': after('renewed unasked', included),
  'renewed, and failed on the ledger': after('renewed unasked', failed),
  discarded: ({ ada, first }) => ada.discard(first.id),
  'discarded, and prepared again': after('discarded', ({ ada }) => ada.prepare('deploy', requestInput())),
  declined: ({ desk, first }) => desk.page(String(first.signUrl)).decline('No'),
  forgotten: after('renewed', async ({ pass, desk, store }) => {
    pass(15 * DAY_MS);
    await desk.settleAll();
    pass(1_000);
    await desk.settleAll();
    await store.sweep();
  }),
  'forgotten, and sent in time by the wallet': after('forgotten', included),
};

const textOf = (error: unknown): string => {
  const { code, reason, message, remedy, retryAfterMs, fields, differences, detail } = toCountersignError(error);
  const more = [retryAfterMs, fields, differences]
    .filter((each) => each !== undefined)
    .map((each) => JSON.stringify(each));
  return [code, reason, message, remedy, detail, ...more].filter(Boolean).join(' | ');
};
const shown = async (call: Promise<object>): Promise<string> => {
  const found = await call.catch(textOf);
  return typeof found === 'string' ? found : `answers ${JSON.stringify(found)}`;
};

const grouped = (answers: readonly (readonly [who: string, answer: string])[]) =>
  [...Map.groupBy(answers, ([, answer]) => answer)].map(
    ([answer, all]) => [answer, all.map(([who]) => who).join(', ')] as const,
  );

async function submissions(part: Part, { ada, desk, first, changed, elsewhere, sent, store }: World): Promise<void> {
  const { id } = await ada.prepare('deploy', requestInput({ engagementId: 'other' }));
  const bob = desk.for(BOB);
  const signedXdr = wallet(first.unsignedXdr);
  for (const [title, desks, input] of [
    ['its hash', [ada, bob], { signedXdr: first.transactionHash }],
    ['its address', [ada, bob], { signedXdr: first.contractId }],
    ['as it was handed out', [ada, bob], { signedXdr: first.unsignedXdr }],
    ['changed', [ada, bob], { signedXdr: wallet(changed) }],
    ['changed, with its id', [ada, bob], { signedXdr: wallet(changed), id: first.id }],
    ['with the id of another', [ada, bob], { signedXdr, id }],
    ['prepared elsewhere, with its id', [ada], { signedXdr: wallet(elsewhere), id: first.id }],
    ['signed by another', [bob], { signedXdr: signWith(otherKey, first.unsignedXdr) }],
    ['only its id', [bob, ada], { id: first.id }],
    ['with its id', [bob, ada], { signedXdr, id: first.id }],
    ['without its id', [bob, ada], { signedXdr }],
    ['only its id again', [ada], { id: first.id }],
  ] as const) {
    const answers: (readonly [who: string, answer: string])[] = [];
    for (const each of desks) answers.push([each === ada ? 'Ada' : 'Bob', await shown(each.submit(input))]);
    for (const [answer, who] of grouped(answers)) part.note(`${title}, by ${who}`, answer);
  }
  part.note('sent', `${sent.length}`);
  const rows = (await store.find(first.id))?.transactions ?? [];
  part.note(
    'kept',
    rows
      .map((row) => [row.state, row.isGivenUp, row.signedXdr !== undefined, row.settlement?.by].join(' '))
      .join(', ') || 'nothing',
  );
}

test.each([true, false])('answers each submission in each state, with a ledger: %s', async (hasLedger) => {
  const part = createPart();
  for (const [title, reach] of statesOf(hasLedger)) {
    const world = await openWorld(hasLedger);
    await Promise.resolve(reach(world)).catch((error: unknown) => part.note('fails', textOf(error)));
    part.note(`\n# ${title}`);
    await submissions(part, world);
  }
  const name = hasLedger ? 'submissions' : 'submissions-without-ledger';
  await expect(part.text()).toMatchFileSnapshot(`recorded/${name}.txt`);
});

/** What a page has for its reader, without what other records show. */
const OWN_FIELDS = ['canName', 'canDecline', 'canDeclareFailed', 'reader', 'wallets', 'replaces', 'signers'] as const;

async function viewed(world: World, title: string, on?: Pick<World['ada'], 'view'>, page: readonly unknown[] = []) {
  const call = on === undefined ? world.desk.page(...(page as [string])).view() : on.view(world.first.id);
  const line = await call
    .then((view) => {
      const { status, message, next } = view.status;
      const isGiven = view.offer.unsignedXdr !== undefined;
      const own = Object.fromEntries(OWN_FIELDS.map((name) => [name, view[name]]));
      const [stops, hasSummary] = [view.judgement.stops.length, view.summary !== undefined];
      return JSON.stringify({ isGiven, status, message, next, stops, hasSummary, ...own });
    })
    .catch(textOf);
  return [title, line] as const;
}

test.each([true, false])('shows each reader the page of each state, with a ledger: %s', async (hasLedger) => {
  const part = createPart();
  const [signer, other] = [signerKey.publicKey(), otherKey.publicKey()];
  for (const [title, reach] of statesOf(hasLedger)) {
    const world = await openWorld(hasLedger);
    const { ada, desk, parts, first, pass } = world;
    await ada.grant(first.id, BOB, 'sign');
    await ada.grant(first.id, CLEO, 'read');
    await Promise.resolve(reach(world)).catch(() => undefined);
    part.note(`\n# ${title}`, await shown(ada.status(first.id)));
    const page = String(first.signUrl);
    const readOnly = createTestDesk({ ...parts, policy: { ...policy, readOnly: true } }).for(ADA);
    const lines = [
      await viewed(world, 'its owner', ada),
      await viewed(world, 'Bob, who may sign', desk.for(BOB)),
      await viewed(world, 'Cleo, who may read', desk.for(CLEO)),
      await viewed(world, 'a desk that only reads', readOnly),
      await viewed(world, 'a caller who may not prepare', desk.for(ADA, { mayPrepare: false })),
      await viewed(world, 'its page, here', undefined, [page]),
      await viewed(world, 'a visitor', undefined, [page, 'v']),
      await viewed(world, 'the signer', undefined, [page, 'v', 'en', [other, signer]]),
      await viewed(world, 'another wallet', undefined, [page, 'v', 'en', [other]]),
    ];
    part.note(
      'seen by',
      grouped(lines)
        .map(([line, who]) => `${who}: ${line}`)
        .join('\n'),
    );
    const failed = async (when: string) => {
      for (const who of [BOB, ADA])
        part.note(`${who.id} says that it failed, ${when}`, await shown(desk.for(who).declareFailed(first.id)));
    };
    await failed('now');
    pass(LIFE_MS + 55_000);
    await failed('a minute after its end');
    pass(6_000);
    await failed('later');
  }
  const name = hasLedger ? 'pages' : 'pages-without-ledger';
  await expect(part.text()).toMatchFileSnapshot(`recorded/${name}-by-state.txt`);
});

test('reports in the unit that a person would use how late a signature is', async () => {
  const part = createPart();
  for (const seconds of [0, 1, 119, 120, 7_199, 7_200, 172_799, 172_800, 2_500_000]) {
    const { pass, first, ada } = await openWorld(true);
    pass(LIFE_MS - 1_000 + seconds * 1_000);
    part.note(`${seconds} s`, await shown(ada.submit({ signedXdr: wallet(first.unsignedXdr) })));
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/late-signatures.txt');
});
