/** What a store that was restored cannot know, where the history of the network does not reach back that far. */
import { openDesk } from '@countersign/testkit/desk/scripted-desk';
import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  signerKey,
  storedEscrow,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { HURRY, stateLedger } from '@countersign/testkit/ledger/stated-ledger';
import { createPart, json } from '@countersign/testkit/record/part';
import { answer } from '@countersign/testkit/service/scripted-service';
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { kindOfRequest } from '../../kinds/escrow-of-request.ts';
import type { History } from '../../ledger/ledger.ts';
import { createDesk } from '../create-desk.ts';

const at = NOW * 1_000;
const GAP = { madeAt: at, restoredAt: at, ledger: 3, escrows: {}, isRead: false };

const MARGIN = 15 * 60_000;
const FOUND = StrKey.encodeContract(new Uint8Array(32).fill(5));
const created = (changes: Record<string, unknown> = {}) => {
  const asked = request(changes);
  return xdr.ScVal.scvVec([kindOfRequest(asked).encode(storedEscrow(asked))]);
};
const event = (value: xdr.ScVal) => ({ contract: FOUND, ledger: 7, topics: [], value });

type Row = {
  readonly gap?: object;
  readonly history?: Partial<History>;
  readonly upTo?: number;
  readonly events?: readonly xdr.ScVal[];
  /** Of the contract that the event names. */
  readonly code?: string;
  readonly sequence?: bigint;
  /** What became of another transaction of the signer, with the number 42. */
  readonly other?: 'settled' | 'rejected' | 'dead';
};
const equal = { events: [created()] };
const unread = { history: { oldestLedger: 6 } };
const ROWS: Readonly<Record<string, Row>> = {
  'nothing was created': {},
  'an equal escrow was created': equal,
  'an equal escrow was created, with another code': { ...equal, code: 'ab'.repeat(32) },
  'an equal escrow was created, with the same code': { ...equal, code: sandbox.wasmHash as string },
  'another escrow was created': { events: [created({ title: 'Other' })] },
  'an event says nothing of an escrow': {
    events: [xdr.ScVal.scvVec([]), xdr.ScVal.scvU32(1), xdr.ScVal.scvVec([xdr.ScVal.scvU32(1)])],
  },
  'an earlier reading found it': { gap: { escrows: { [FOUND]: 'ab' } }, ...equal },
  'everything was read before': { gap: { isRead: true, sequences: {} }, ...equal },
  'the history ends as late as the margin': { history: { latest: at + MARGIN } },
  'the history ends later than the margin': { history: { latest: at + MARGIN + 1 } },
  'the events end before the history': { history: { latest: at + MARGIN + 1, latestLedger: 10 } },
  'the events end after the history': { history: { latest: at + MARGIN + 1, latestLedger: 8 } },
  'the events cannot be read': { upTo: 0 },
  'the history begins with the ledger of the backup': { history: { oldestLedger: 5 } },
  'the history begins a ledger later': unread,
  'no ledger is known, and the history is complete': {
    gap: { ledger: undefined },
    history: { oldestLedger: 1, oldest: at },
  },
  'no ledger is known, and the history begins in time': {
    gap: { ledger: undefined },
    history: { oldestLedger: 2, oldest: at - MARGIN - 1 },
  },
  'no ledger is known, and the history begins late': {
    gap: { ledger: undefined },
    history: { oldestLedger: 2, oldest: at - MARGIN },
  },
  'no number is known': { ...unread, gap: { sequences: {} } },
  'no number is known, and the account is new': { ...unread, gap: { sequences: {} }, sequence: 5n << 32n },
  'the number is known': { ...unread, sequence: 43n },
  'the number went back': { ...unread, sequence: 40n },
  'one more is known here': { ...unread, sequence: 42n, other: 'settled' },
  'one more is known here as dead': { ...unread, sequence: 42n, other: 'dead' },
  'of two more one is known here': { ...unread, sequence: 43n, other: 'settled' },
  'one is known that is not used': { ...unread, sequence: 41n, other: 'settled' },
};

test('warns of what may have been signed since the backup, and keeps what it read', async () => {
  const part = createPart();
  for (const [title, { gap, history, upTo = 9, events = [], code, sequence = 41n, other }] of Object.entries(ROWS)) {
    const { ledger, state } = stateLedger();
    const known = { oldestLedger: 3, latestLedger: 9, oldest: 0, latest: at, ...history };
    const reading = {
      ...ledger,
      historyOf: async () => known,
      eventsNamed: async (name: string, from: number) => {
        part.note(`reads ${name} from ${from}`);
        return upTo === 0 ? undefined : { events: events.map(event), upTo };
      },
    };
    const build = (engagementId: string, own: bigint, salt: number) =>
      buildDeploy(request({ engagementId }), {
        ...{ condition: time(0, NOW + 100), sequence: own, salt: new Uint8Array(32).fill(salt) },
      });
    const reply = (engagementId: string, own: bigint, salt: number) =>
      answer(201, { status: 'SUCCESS', unsignedTransaction: build(engagementId, own, salt) });
    const others = other === undefined ? [] : [reply('other', 42n, 4)];
    const { parts } = await openDesk({}, ...others, reply('engagement-1', sequence + 1n, 3));
    const { store } = parts;
    const desk = createDesk({ ...parts, ledger: reading, patience: HURRY });
    if (other !== undefined) {
      const { transactionHash } = await desk.prepare('deploy', requestInput({ engagementId: 'other' }));
      await store.decide(transactionHash, { state: other });
    }
    state.sequence = sequence;
    if (code !== undefined) state.contracts.set(FOUND, { code });
    const sequences = { [signerKey.publicKey()]: '41', [otherKey.publicKey()]: '7' };
    await store.setGap({ ...GAP, ledger: 5, sequences, ...gap } as never);
    part.note(title);
    const { judgement } = await desk.prepare('deploy', requestInput());
    part.note(`  stops: ${json(judgement.stops)}`);
    const { escrows = {}, sequences: left = {}, ...kept } = (await store.gap()) ?? {};
    part.note(
      `  kept: ${json({ ...kept, escrows: Object.keys(escrows).length, sequences: Object.keys(left).length })}`,
    );
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/since-backup.txt');
});
