/** One schedule: desks, people, wallet and ledger, and the invariants after each thing that happens. */
import { randomBytes } from 'node:crypto';
import type { PersonalDesk } from '@countersign/core/desk';
import { readTransaction, transactionHash } from '@countersign/core/envelope';
import { type DeployInput, parseDeployRequest } from '@countersign/core/escrow';
import type { Prepared, Settlement, TransactionStatus } from '@countersign/core/results';
import { Account, Asset, type Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { sign } from '../fixtures/deploy-fixture.ts';
import { REQUEST } from '../fixtures/sandbox-request.ts';
import { buildDeployOf } from './build-deploy.ts';
import {
  Broken,
  checkClaim,
  checkClaims,
  checkComplete,
  checkHandedOut,
  checkOnce,
  checkPlace,
  deployTerms,
  must,
} from './invariants.ts';
import { type LedgerRecord, readLedger } from './ledger-record.ts';
import {
  groupOf,
  isDisturbed,
  type KnownHandle,
  type KnownOffer,
  type Memory,
  PEOPLE,
  type PersonNumber,
  pickOf,
} from './memory.ts';
import type { Product } from './product.ts';
import { openSeats, type SeatNumber, type Seats } from './seats.ts';
import type { Happening } from './step.ts';
import { NETWORK, type World } from './world.ts';

export type Schedule = {
  readonly memory: Memory;
  /** @throws Broken */
  happen(what: Happening): Promise<void>;
  /** Lets all be as it should, and time pass: everything must come to an end. @throws Broken */
  end(): Promise<void>;
  close(): Promise<void>;
};

export async function beginSchedule(world: World, product: Product): Promise<Schedule> {
  const signer = world.fresh();
  const seats = await openSeats(world, product);
  world.freeze();
  const memory: Memory = {
    signer,
    requests: requestsOf(signer.publicKey()),
    handles: [],
    offers: [],
    claims: [],
    confirmed: new Map(),
    occupied: new Set(),
    isForgetful: false,
    wasKilled: false,
    isTampered: false,
    shown: new Set(),
    isAtOnce: false,
    told: new Set(),
  };
  const run = { world, seats, memory, record: readLedger(world) };
  await perform(run, { does: 'prepare', seat: 0, person: 0, request: 0, another: false });
  return {
    memory,
    async happen(what) {
      await perform(run, what);
      checkOnce(memory, run.record);
    },
    end: () => finish(run),
    close: () => seats.close(),
  };
}

type Run = { readonly world: World; readonly seats: Seats; readonly memory: Memory; readonly record: LedgerRecord };

/** Two versions of one escrow, and another one. */
function requestsOf(signer: string): readonly DeployInput[] {
  const roles = { ...REQUEST.roles, approver: signer, release: signer };
  const first = { ...REQUEST, signer, roles, title: 'Website (tx_failed)' };
  return [
    first,
    { ...first, milestones: [{ description: 'All', amount: '100' }] },
    { ...first, engagementId: 'ENG-2' },
  ];
}

const TOTALS = ['30.5', '100', '30.5'];
const ENDS = ['settled', 'taken', 'rejected', 'expired', 'superseded', 'declined', 'discarded'];

async function perform(run: Run, what: Happening): Promise<void> {
  const { world, seats, memory, record } = run;
  const { face, service } = seats;
  switch (what.does) {
    case 'prepare': {
      // Two offers of one second would be one transaction.
      world.pass(1);
      service.next.deploy = what.lie ?? service.next.deploy;
      const input = memory.requests[what.request] as DeployInput;
      const terms = deployTerms(input);
      const series = `${groupOf(what.seat)} ${input.engagementId}`;
      const known = { action: 'deploy', terms, series, amount: TOTALS[what.request] as string } as const;
      return await prepared(run, what, known, (desk) => desk.prepare('deploy', input, { another: what.another }));
    }
    case 'fund': {
      const escrow = pickOf(record.created(), what.escrow)?.contractId;
      if (escrow === undefined || memory.isForgetful) return;
      world.pass(1);
      const { amount } = what;
      const input = { signer: memory.signer.publicKey(), escrow, amount, trustline: REQUEST.trustline };
      const known = { action: 'fund', terms: `${escrow} ${amount}`, series: `${escrow} ${amount}`, amount } as const;
      return await prepared(run, what, known, (desk) => desk.prepare('fund', input));
    }
    case 'renew':
    case 'confirm':
    case 'open page':
    case 'decline':
    case 'discard':
    case 'declare failed':
    case 'status':
    case 'send again':
    case 'let the other read':
      return await ofHandle(run, what);
    case 'submit':
      return await submit(run, what);
    case 'at once':
      seats.spare();
      memory.isAtOnce = true;
      await Promise.all([perform(run, what.one), perform(run, what.other)]);
      memory.isAtOnce = false;
      return;
    case 'look by hash': {
      const offer = pickOf(
        memory.offers.filter(({ handle }) => handle.group === groupOf(what.seat)),
        what.offer,
      );
      if (offer === undefined) return;
      const { handle } = offer;
      const isSeen = what.person === handle.owner || memory.shown.has(handle);
      const code = await call(
        run,
        what.seat,
        what.person,
        (desk) => desk.status(offer.hash),
        (told) => checkClaim(memory, record, handle, told),
      );
      return must(isSeen || code === 'HANDLE_NOT_FOUND' || code === 'killed', 'a hash alone shows nothing', code);
    }
    case 'list': {
      const judge = (ids: readonly string[]) => {
        const strange = memory.handles.find(({ id, owner }) => owner !== what.person && ids.includes(id));
        must(strange === undefined, 'everybody has a list of their own', strange?.id);
      };
      await call(run, what.seat, what.person, (desk) => desk.handles(), judge);
      return;
    }
    case 'settle all':
      await call(
        run,
        what.seat,
        0,
        (_, desk) => desk.settleAll(),
        () => {},
      );
      return;
    case 'wallet sends': {
      const offer = pickOf(memory.offers, what.offer);
      if (offer !== undefined) world.ledger.send(signed(memory.signer, offer));
      return;
    }
    case 'other transaction':
      return void world.ledger.send(payment(world, memory.signer));
    case 'pass':
      return world.pass(what.seconds);
    case 'lie about building':
      service.next.deploy = what.lie;
      return;
    case 'release':
      return await service.release();
    case 'freeze':
      world.freeze();
      face.nodes = what.nodes;
      face.turn = 0;
      return;
    case 'silence':
      face.isSilent = true;
      return;
    case 'heal':
      return heal(run);
    case 'prune':
      // What it forgets is before the latest ledger.
      world.pass(1);
      face.oldest = world.ledger.view(({ latest }) => latest.sequence);
      return;
    case 'archive':
      for (const { contractId } of record.created()) face.archived.add(contractId);
      return;
    case 'clock':
      seats.clocks[what.seat] = what.hours * 3_600_000;
      return;
    case 'kill':
      seats.killAt(what.seat, what.step);
      return;
    case 'back up':
      return seats.backUp();
    case 'restore':
      memory.isForgetful ||= await seats.restore();
      return;
    case 'live on': {
      const escrow = pickOf(record.created(), what.escrow);
      if (escrow !== undefined) record.change(escrow.contractId, what.how);
      return;
    }
    case 'tamper': {
      const offer = pickOf(memory.offers, what.offer);
      const input = memory.requests.find((each) => deployTerms(each) === offer?.handle.terms);
      if (offer === undefined || input === undefined) return;
      const isOpen = offer.handle.offers.every(({ hash }) => record.outcomeOf(hash) === 'none');
      if (!isOpen) return;
      const request = parseDeployRequest(input, NETWORK);
      const receiver = NETWORK.tokens[0].issuer;
      const stolen = { ...request, roles: { ...request.roles, receiver } };
      const unsignedXdr = await buildDeployOf(world, stolen, randomBytes(32));
      if (unsignedXdr !== undefined) seats.tamper(offer.hash, unsignedXdr);
      memory.isTampered = true;
      return;
    }
    case 'occupy': {
      const offer = pickOf(memory.offers, what.offer);
      if (offer === undefined || offer.handle.action === 'fund' || record.stands(offer.contractId)) return;
      memory.occupied.add(offer.contractId);
      return record.change(offer.contractId, 'other code');
    }
  }
}

type Asking = { readonly seat: SeatNumber; readonly person: PersonNumber };

/** Calls a desk, and lets what it says be judged, unless it was killed meanwhile. An error must be one of ours. */
async function call<T>(
  run: Run,
  seat: SeatNumber,
  person: PersonNumber,
  ask: (desk: PersonalDesk, whole: ReturnType<Seats['desk']>) => Promise<T>,
  judge: (answer: T) => void,
): Promise<string | undefined> {
  const whole = run.seats.desk(seat);
  if (seat === 2) run.memory.isForgetful = true;
  const result = await ask(whole.for(PEOPLE[person]), whole).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if (await run.seats.bury()) {
    run.memory.wasKilled = true;
    return 'killed';
  }
  if ('answer' in result) {
    mustNotTell(run.memory, person, result.answer);
    judge(result.answer);
    return undefined;
  }
  const { error } = result;
  if (error instanceof Broken || !(error instanceof Error)) throw error;
  const code = 'code' in error ? String(error.code) : undefined;
  must(
    error.name === 'CountersignError' && code !== 'INTERNAL',
    'an error is one of ours',
    error.stack,
    String(error.cause),
  );
  mustNotTell(run.memory, person, { ...error, message: error.message });
  return code;
}

/** Of two owners neither sees anything of the other. */
function mustNotTell({ handles, shown }: Memory, person: PersonNumber, answer: unknown): void {
  const text = JSON.stringify(answer) ?? '';
  for (const handle of handles) {
    const { id, pageId, owner } = handle;
    if (owner === person || shown.has(handle)) continue;
    must(
      !text.includes(id) && (pageId === undefined || !text.includes(pageId)),
      'another’s handle stays theirs',
      answer,
    );
  }
}

async function prepared(
  run: Run,
  { seat, person }: Asking,
  known: Pick<KnownHandle, 'action' | 'terms' | 'series' | 'amount'>,
  ask: (desk: PersonalDesk) => Promise<Prepared<'deploy'> | Prepared<'fund'>>,
): Promise<void> {
  await call(run, seat, person, ask, (answer) => note(run, answer, { ...known, owner: person, group: groupOf(seat) }));
}

type Made = Pick<KnownHandle, 'action' | 'terms' | 'series' | 'amount' | 'owner' | 'group'>;

function note(run: Run, answer: Prepared<'deploy'> | Prepared<'fund'>, made: Made): void {
  const { memory } = run;
  const pageId = 'signUrl' in answer ? answer.signUrl?.replace('page:', '') : undefined;
  let handle = memory.handles.find(({ id }) => id === answer.id);
  if (handle === undefined) {
    handle = { ...made, id: answer.id, pageId, stops: [], offers: [] };
    memory.handles.push(handle);
  }
  must(handle.owner === made.owner && handle.terms === made.terms, 'a handle is of one owner and request', answer.id);
  handle.stops = answer.judgement.stops;
  checkHandedOut(memory, handle, answer);
  const { unsignedXdr, transactionHash: hash, contractId } = answer;
  if (unsignedXdr === undefined) return;
  if (isHealthy(run) && !memory.isAtOnce) {
    const { seqNum } = readTransaction(unsignedXdr, NETWORK.passphrase).transaction;
    const next = run.world.sequenceOf(memory.signer.publicKey()) + 1n;
    must(seqNum === next, 'what is offered is the account’s next transaction', `${seqNum}`, `${next}`);
  }
  if (handle.offers.some((offer) => offer.hash === hash)) return;
  const offer: KnownOffer = { hash, contractId, unsignedXdr, handle, isDelivered: false };
  checkPlace(memory, offer);
  handle.offers.push(offer);
  memory.offers.push(offer);
}

async function ofHandle(run: Run, what: Extract<Happening, { readonly handle: number }>): Promise<void> {
  const { memory, record, world } = run;
  const handle = pickOf(
    memory.handles.filter(({ group }) => group === groupOf(what.seat)),
    what.handle,
  );
  if (handle === undefined) return;
  const { seat, person } = what;
  const { id, amount, pageId = '' } = handle;
  const isOwner = person === handle.owner;
  // Who may see a handle may look at it, and no more.
  const isShown = memory.shown.has(handle) && ['status', 'open page'].includes(what.does);
  const tell = (told: Settlement | TransactionStatus) => {
    checkClaim(memory, record, handle, told);
    if (isHealthy(run)) checkComplete(record, handle, told);
  };
  const noted = (answer: Prepared<'deploy'> | Prepared<'fund'>) => {
    if (answer.id === id) note(run, answer, handle);
  };
  const asked = await call(
    run,
    seat,
    // On the page it is whoever has its address.
    person,
    async (desk, whole): Promise<unknown> => {
      switch (what.does) {
        case 'renew':
          world.pass(1);
          return noted(await desk.prepare(handle.action, { id }));
        case 'confirm': {
          world.pass(1);
          const { stops } = handle;
          const answer = await desk.confirm(id, amount);
          const confirmed = memory.confirmed.get(handle) ?? new Set();
          for (const stop of stops) confirmed.add(`${stop.code} ${JSON.stringify(stop.params)}`);
          memory.confirmed.set(handle, confirmed);
          return noted(answer as Prepared<'deploy'>);
        }
        case 'open page':
          return isOwner ? await whole.page(pageId).opened() : await desk.status(id).then(tell);
        case 'decline':
          return tell(isOwner ? await whole.page(pageId).decline('no') : await desk.discard(id));
        case 'discard':
          return tell(await desk.discard(id));
        case 'declare failed': {
          const told = await desk.declareFailed(id);
          const confirmed = memory.confirmed.get(handle) ?? new Set();
          memory.confirmed.set(handle, confirmed.add(`declared failed ${handle.offers.length}`));
          return tell(told);
        }
        case 'send again':
          return tell(await desk.submit({ id }));
        case 'status':
          return tell(await desk.status(id));
        case 'let the other read':
          await desk.grant(id, PEOPLE[person === 0 ? 1 : 0], 'read');
          return void memory.shown.add(handle);
      }
    },
    () => must(isOwner || isShown, 'another’s handle is not found', what),
  );
  if (!isOwner && !isShown && asked !== 'killed')
    must(asked === 'HANDLE_NOT_FOUND', 'another’s handle is not found', what, asked);
}

async function submit(
  run: Run,
  { seat, person, offer: number, way, lie }: Extract<Happening, { readonly does: 'submit' }>,
): Promise<void> {
  const { memory, record } = run;
  const offer = pickOf(
    memory.offers.filter(({ handle }) => handle.group === groupOf(seat)),
    number,
  );
  if (offer === undefined) return;
  const { handle } = offer;
  const signedXdr = signed(memory.signer, offer);
  run.seats.service.next.send = lie;
  const isPage = way === 'page' && handle.pageId !== undefined && person === handle.owner;
  const code = await call(
    run,
    seat,
    person,
    (desk, whole) =>
      isPage
        ? whole.page(handle.pageId ?? '').submit(signedXdr)
        : desk.submit(way === 'with id' && person === handle.owner ? { signedXdr, id: handle.id } : { signedXdr }),
    (told) => checkClaim(memory, record, handle, told),
  );
  if (code === undefined) offer.isDelivered = true;
  // Of which offer was sent only its owner is told.
  if (person !== handle.owner) return;
  // A page of what was forgotten leads nowhere, and a clock that was set back makes every time bound strange.
  const isForgotten = isPage && code === 'HANDLE_NOT_FOUND';
  mustBeKnown(
    memory,
    isForgotten || (code === 'STORE_UNUSABLE' && run.seats.clocks[seat] !== 0) ? undefined : code,
    handle,
  );
}

/** Nothing that was handed out and signed is strange to the desk afterwards, unless its memory was taken from it. */
function mustBeKnown(memory: Memory, code: string | undefined, handle: KnownHandle): void {
  if (isDisturbed(memory)) return;
  const isStrange = ['NOT_PREPARED_HERE', 'TRANSACTION_CHANGED', 'HANDLE_NOT_FOUND', 'STORE_UNUSABLE'].includes(
    code ?? '',
  );
  must(!isStrange, 'what was signed can be told about', code, handle.id);
}

function heal({ world, seats: { face } }: Run): void {
  face.nodes = 'H';
  face.isSilent = false;
  face.archived.clear();
  world.freeze();
}

function isHealthy({ memory, seats: { face } }: Run): boolean {
  if (memory.isTampered || memory.isForgetful) return false;
  return face.nodes === 'H' && !face.isSilent && face.oldest === 1 && face.archived.size === 0;
}

async function finish(run: Run): Promise<void> {
  const { world, seats, memory, record } = run;
  heal(run);
  for (const seat of [0, 1, 2] as const) seats.clocks[seat] = 0;
  seats.service.next.send = undefined;
  seats.service.next.deploy = undefined;
  await seats.bury();
  world.pass(600);
  await seats.service.release();
  world.pass(259_200);
  for (const handle of memory.handles) {
    const seat = handle.group === 'own' ? 2 : 0;
    const code = await call(
      run,
      seat,
      handle.owner,
      (desk) => desk.status(handle.id),
      (told) => {
        checkClaim(memory, record, handle, told);
        if (isHealthy(run)) checkComplete(record, handle, told);
        // Of a payment nothing but the history tells.
        const isGone = handle.action === 'fund' && seats.face.oldest > 1;
        must(isGone || memory.isTampered || ENDS.includes(told.status), 'every handle reaches an end', told);
      },
    );
    // One of which nothing can settle is forgotten after a day.
    const isKept = handle.offers.some(({ hash }) => record.outcomeOf(hash) === 'succeeded');
    must(code === undefined || !isKept || isDisturbed(memory), 'a handle is not lost', code, handle.id);
  }
  for (const offer of memory.offers) {
    if (!offer.isDelivered) continue;
    const { handle } = offer;
    const signedXdr = signed(memory.signer, offer);
    const isOnLedger = record.outcomeOf(offer.hash) === 'succeeded';
    const code = await call(
      run,
      handle.group === 'own' ? 2 : 0,
      handle.owner,
      (desk) => desk.submit({ signedXdr }),
      (told) => {
        checkClaim(memory, record, handle, told);
        must(!isOnLedger || told.status === 'settled', 'what was signed and settled is told so', told);
      },
    );
    mustBeKnown(memory, code, handle);
    const isLost = isOnLedger && code !== undefined;
    must(!isLost || isDisturbed(memory), 'what settled is told so', code);
  }
  checkOnce(memory, record);
  checkClaims(memory.claims, record);
}

function signed(key: Keypair, { unsignedXdr }: Pick<KnownOffer, 'unsignedXdr'>): string {
  return sign(unsignedXdr, [key], (transaction) => transactionHash(transaction, NETWORK.passphrase));
}

/** Something else that the account does, which takes its next sequence number. */
function payment(world: World, source: Keypair): string {
  const account = new Account(source.publicKey(), world.sequenceOf(source.publicKey()).toString());
  const transaction = new TransactionBuilder(account, { fee: '100', networkPassphrase: NETWORK.passphrase })
    .addOperation(Operation.payment({ destination: REQUEST.roles.receiver, asset: Asset.native(), amount: '1' }))
    .setTimeout(0)
    .build();
  transaction.sign(source);
  return transaction.toXdr();
}
