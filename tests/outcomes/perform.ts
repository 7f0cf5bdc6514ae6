/** One thing that happens. */
import { randomBytes } from 'node:crypto';
import type { PersonalDesk } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import { type DeployInput, parseDeployRequest } from '@countersign/core/escrow';
import type { Prepared, Settlement, TransactionStatus } from '@countersign/core/results';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { Account, Asset, type Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { type Asking, call, heal, isHealthy, type Run, submit, transactionOf } from './call.ts';
import { checkClaim, checkComplete, checkHandedOut, checkPlace, deployTerms, must } from './invariants.ts';
import { buildDeployOf } from './lying-service.ts';
import { groupOf, isDisturbed, type KnownRequest, type KnownTransaction, PEOPLE, pickOf } from './memory.ts';
import type { Happening } from './step.ts';
import { NETWORK, type World } from './world.ts';

const TOTALS = ['30.5', '100', '30.5'];

export async function perform(run: Run, what: Happening): Promise<void> {
  const { world, seats, memory, record } = run;
  const { face, service } = seats;
  switch (what.does) {
    case 'prepare': {
      // Two transactions of one second would be one transaction.
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
      const transaction = transactionOf(run, what.seat, what.offer);
      if (transaction === undefined) return;
      const { prepared: preparedRequest } = transaction;
      const isSeen = what.person === preparedRequest.owner || memory.shown.has(preparedRequest);
      const judge = (report: TransactionStatus) => checkClaim(memory, record, preparedRequest, report);
      const code = await call(run, what, (desk) => desk.status(transaction.hash), judge);
      return must(isSeen || code === 'HANDLE_NOT_FOUND' || code === 'killed', 'a hash alone shows nothing', code);
    }
    case 'list': {
      const judge = (ids: readonly string[]) => {
        const strange = memory.handles.find(({ id, owner }) => owner !== what.person && ids.includes(id));
        must(strange === undefined, 'everybody has a list of their own', strange?.id);
      };
      return void (await call(run, what, (desk) => desk.handles(), judge));
    }
    case 'settle all':
      return void (await call(run, { seat: what.seat, person: 0 }, (_, desk) => desk.settleAll()));
    case 'wallet sends': {
      const transaction = pickOf(memory.offers, what.offer);
      if (transaction !== undefined) world.ledger.send(signWith(memory.signer, transaction.unsignedXdr));
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
      return void Object.assign(face, { nodes: what.nodes, turn: 0 });
    case 'silence':
      return void Object.assign(face, { isSilent: true });
    case 'mute':
      return void Object.assign(face, { isMute: true });
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
      if (escrow === undefined) return;
      if (what.how === 'update') memory.occupied.add(escrow.contractId);
      return record.change(escrow.contractId, what.how);
    }
    case 'tamper': {
      const transaction = pickOf(memory.offers, what.offer);
      const input = memory.requests.find((each) => deployTerms(each) === transaction?.prepared.terms);
      if (transaction === undefined || input === undefined) return;
      const isOpen = transaction.prepared.transactions.every(({ hash }) => record.outcomeOf(hash) === 'none');
      if (!isOpen) return;
      const request = parseDeployRequest(input, NETWORK);
      const receiver = request.roles.disputeResolver;
      const stolen = { ...request, roles: { ...request.roles, receiver } };
      const unsignedXdr = buildDeployOf(world, stolen, randomBytes(32));
      if (unsignedXdr !== undefined) seats.tamper(transaction.hash, unsignedXdr);
      memory.isTampered = true;
      return;
    }
    case 'occupy': {
      const transaction = pickOf(memory.offers, what.offer);
      if (transaction === undefined || transaction.prepared.action === 'fund' || record.exists(transaction.contractId))
        return;
      memory.occupied.add(transaction.contractId);
      return record.change(transaction.contractId, 'other code');
    }
  }
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

async function ofHandle(run: Run, what: Extract<Happening, { readonly handle: number }>): Promise<void> {
  const { memory, record, world } = run;
  const preparedRequest = pickOf(
    memory.handles.filter(({ group }) => group === groupOf(what.seat)),
    what.handle,
  );
  if (preparedRequest === undefined) return;
  const { person } = what;
  const { id, amount, pageId = '' } = preparedRequest;
  const isOwner = person === preparedRequest.owner;
  // A person with the right to read can only look.
  const isShown = memory.shown.has(preparedRequest) && ['status', 'open page'].includes(what.does);
  const tell = (report: Settlement | TransactionStatus) => {
    checkClaim(memory, record, preparedRequest, report);
    if (isHealthy(run)) checkComplete(record, preparedRequest, report);
  };
  const noted = (answer: Prepared<'deploy'> | Prepared<'fund'>) => {
    if (answer.id === id) note(run, answer, preparedRequest);
  };
  const asked = await call(
    run,
    what,
    async (desk, whole): Promise<unknown> => {
      switch (what.does) {
        case 'renew':
          world.pass(1);
          return noted(await desk.prepare(preparedRequest.action, { id }));
        case 'confirm': {
          world.pass(1);
          const { stops: blockers, shown } = preparedRequest;
          const answer = await desk.confirm(id, { amount, shown });
          const confirmed = memory.confirmed.get(preparedRequest) ?? new Set();
          for (const stop of blockers) confirmed.add(`${stop.code} ${JSON.stringify(stop.params)}`);
          memory.confirmed.set(preparedRequest, confirmed);
          return noted(answer as Prepared<'deploy'>);
        }
        case 'open page':
          // On the page it is anyone who has its address.
          return isOwner ? await whole.page(pageId).opened() : await desk.status(id).then(tell);
        case 'decline':
          return tell(isOwner ? await whole.page(pageId).decline('no') : await desk.discard(id));
        case 'discard':
          return tell(await desk.discard(id));
        case 'declare failed': {
          const report = await desk.declareFailed(id);
          const confirmed = memory.confirmed.get(preparedRequest) ?? new Set();
          memory.confirmed.set(
            preparedRequest,
            confirmed.add(`declared failed ${preparedRequest.transactions.length}`),
          );
          return tell(report);
        }
        case 'send again':
          return tell(await desk.submit({ id }));
        case 'status':
          return tell(await desk.status(id));
        case 'let the other read':
          await desk.grant(id, PEOPLE[person === 0 ? 1 : 0], 'read');
          return void memory.shown.add(preparedRequest);
      }
    },
    () => must(isOwner || isShown, 'another’s handle is not found', what),
  );
  if (!isOwner && !isShown && asked !== 'killed')
    must(asked === 'HANDLE_NOT_FOUND', 'another’s handle is not found', what, asked);
}

async function prepared(
  run: Run,
  asking: Asking,
  known: Omit<Made, 'owner' | 'group'>,
  ask: (desk: PersonalDesk) => Promise<Prepared<'deploy'> | Prepared<'fund'>>,
): Promise<void> {
  const made = { ...known, owner: asking.person, group: groupOf(asking.seat) };
  await call(run, asking, ask, (answer) => note(run, answer, made));
}

type Made = Pick<KnownRequest, 'action' | 'terms' | 'series' | 'amount' | 'owner' | 'group'>;

function note(run: Run, answer: Prepared<'deploy'> | Prepared<'fund'>, made: Made): void {
  const { memory } = run;
  const pageId = 'signUrl' in answer ? answer.signUrl?.replace('page:', '') : undefined;
  let preparedRequest = memory.handles.find(({ id }) => id === answer.id);
  if (preparedRequest === undefined) {
    preparedRequest = { ...made, id: answer.id, pageId, shown: '', stops: [], transactions: [] };
    memory.handles.push(preparedRequest);
  }
  must(
    preparedRequest.owner === made.owner && preparedRequest.terms === made.terms,
    'a handle is of one owner and request',
    answer.id,
  );
  preparedRequest.stops = answer.judgement.stops;
  preparedRequest.shown = answer.judgement.key;
  checkHandedOut(memory, preparedRequest, answer);
  const { unsignedXdr, transactionHash: hash, contractId } = answer;
  if (unsignedXdr === undefined) return;
  const confirmed = memory.confirmed.get(preparedRequest);
  const open = answer.judgement.stops.filter(
    ({ code, params }) => !confirmed?.has(`${code} ${JSON.stringify(params)}`),
  );
  must(open.length === 0 || isDisturbed(memory), 'nothing unconfirmed is handed out', open);
  if (isHealthy(run) && !memory.isAtOnce) {
    const { seqNum } = readTransaction(unsignedXdr, NETWORK.passphrase).transaction;
    const next = run.world.sequenceOf(memory.signer.publicKey()) + 1n;
    must(seqNum === next, 'what is offered is the account’s next transaction', `${seqNum}`, `${next}`);
  }
  if (preparedRequest.transactions.some((transaction) => transaction.hash === hash)) return;
  const transaction: KnownTransaction = {
    hash,
    contractId,
    unsignedXdr,
    prepared: preparedRequest,
    isDelivered: false,
  };
  checkPlace(memory, transaction);
  preparedRequest.transactions.push(transaction);
  memory.offers.push(transaction);
}
