/** What a person reads of an outcome, the buttons of an escrow, and cards of what is to be signed: each condition on both sides. */
import type { EscrowView, Prepared, Settlement, TransactionStatus } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import { readIn } from '@countersign/testkit/discord/transcript';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Message } from '../discord/answers.ts';
import { wordsOf } from '../words/index.ts';
import { cardMessage } from './card.ts';
import { escrowButtons, type Following, targetIn } from './escrow-buttons.ts';
import { givenUpMessage, settlementMessage, sharedMessage, statusMessage } from './outcome.ts';
import { wholeMessage } from './prepared.ts';
import { shortMessage } from './short-card.ts';
import { stepMessage } from './step.ts';

beforeEach(restartClock);
afterEach(endClock);

const WORDS = wordsOf('en');
const [BEFORE, AFTER] = ['2026-01-15T12:00:00Z', '2026-01-15T12:00:01Z'];

/** Long lines by their beginning and length. */
const cut = (text: string) => text.replaceAll(/^.{201,}$/gm, (line) => `${line.slice(0, 60)}… (${line.length})`);
const shown = (message: Message): string => cut(readIn(message).join('\n'));

const ROLES = {
  ...{ approver: 'ANA', releaseSigner: 'ANA', serviceProvider: 'BEN', platformAddress: 'PIA' },
  ...{ disputeResolver: 'CLEO', receiver: 'BEN' },
};
const ESCROW: EscrowView = {
  ...{ status: 'settled', by: 'ledger', network: 'sandbox', contractId: 'C', kind: 'multi', generation: 'B' },
  ...{ engagementId: 'E', title: 'Logo', description: 'A logo', platformFeePercent: '2', asset: 'USDC', token: 'T' },
  ...{ total: '30.5', held: '30.5', state: 'working', roles: ROLES, message: '', next: '' },
  milestones: [
    { description: 'Sketches', amount: '10.5', state: 'open' },
    { description: 'Drafts', amount: '20', state: 'approved', receiver: 'DAN' },
  ],
  turn: [
    { role: 'releaseSigner', address: 'ANA', action: 'release', milestone: 2 },
    { role: 'serviceProvider', address: 'BEN', action: 'change-status', milestone: 1 },
  ],
};
const STATUS: TransactionStatus = {
  ...{ id: 'r', status: 'settled', by: 'ledger', network: 'sandbox', contractId: 'C', transactionHash: 'h' },
  ...{ expiresAt: BEFORE, message: 'A sentence.', next: '' },
};
const STATES = [
  ...([
    'prepared',
    'to-confirm',
    'expired',
    'displaced',
    'sending',
    'settled',
    'taken',
    'rejected',
    'accepted',
  ] as const),
  ...(['unknown', 'superseded', 'declined', 'discarded'] as const),
];

test('writes the outcome of each state, action and source', async () => {
  const part = createPart();
  type Extras = Parameters<typeof statusMessage>[1];
  const say = (title: string, changes: Partial<TransactionStatus>, extras: Extras = {}) =>
    part.note(title, shown(statusMessage({ ...STATUS, ...changes }, extras, WORDS)));
  const settled = (title: string, changes: Partial<TransactionStatus>, extras: Extras = {}) =>
    say(title, changes, { escrow: ESCROW, ...extras });
  for (const status of STATES) say(status, { status });
  for (const action of ['fund', 'approve', 'trust'] as const)
    for (const status of ['prepared', 'settled', 'rejected', 'unknown'] as const)
      say(`${action}, ${status}`, { status, action }, action === 'fund' ? { escrow: ESCROW } : {});
  const whole = { length: 'whole' } as const;
  for (const status of ['prepared', 'settled', 'taken', 'expired'] as const)
    settled(`${status}, whole`, { status }, whole);
  for (const action of ['fund', 'approve'] as const) settled(`${action} settled, whole`, { action }, whole);
  say('trust settled, whole', { action: 'trust', contractId: undefined }, whole);
  say('never sent', { status: 'unknown', neverSent: true });
  say('unknown, not over', { status: 'unknown', expiresAt: AFTER });
  part.note('given up', shown(givenUpMessage({ ...STATUS, status: 'unknown' }, {}, WORDS)));
  part.note('given up, though it was refused', shown(givenUpMessage({ ...STATUS, status: 'rejected' }, {}, WORDS)));
  part.note('shared', shown(sharedMessage({ ...STATUS, status: 'prepared' }, { escrow: ESCROW }, WORDS)));
  const signUrl = 'https://sign.example/s/1';
  say('with a page', { status: 'prepared', signUrl });
  say('with a page on this computer', { status: 'prepared', signUrl: 'http://127.0.0.1:1/s' }, { note: 'A note.' });
  say('with a page on another computer', { status: 'prepared', network: 'testnet', signUrl: 'http://127.0.0.1:1/s' });
  say('replaced, with its page', { status: 'superseded', newerVersion: { id: 'n', signUrl } });
  const differences = [
    { field: 'title', asked: 'Logo', found: 'Other' },
    { field: 'roles.receiver', asked: 'BEN', found: 'DAN' },
  ];
  say('taken, with differences', { status: 'taken', differences });
  say('replaced, with differences', { status: 'superseded', differences });
  say('changed since', { changedSince: differences });
  settled('changed since, as of now', {}, { escrow: { ...ESCROW, changedSince: differences } });
  settled('changed then, and no longer', { changedSince: differences });
  settled('a payment, changed since', { action: 'fund', changedSince: differences });
  settled(
    'of a changed escrow, not settled',
    { status: 'unknown' },
    { escrow: { ...ESCROW, changedSince: differences } },
  );
  const { turn: _, total: _total, ...terms } = ESCROW;
  settled('turn and total not known', {}, { escrow: terms });
  settled(
    'nothing to do, one milestone',
    {},
    { escrow: { ...ESCROW, turn: [], milestones: ESCROW.milestones.slice(0, 1) } },
  );
  const named = [{ field: 'roles.releaseSigner', name: 'Ana', address: 'ANA', from: 'sandbox' }] as const;
  settled(
    'named',
    { action: 'release' },
    { escrow: { ...ESCROW, names: named, pageUrl: 'https://sign.example/C' }, ...whole },
  );
  for (const by of ['here', 'service'] as const) say(`by ${by}`, { by, detail: 'a <word>' });
  say('by the ledger, with a detail', { detail: 'a word' });
  say('by a host', { ledger: 'rpc.example', message: '' }, whole);
  say('not settled by the ledger, with a detail', { status: 'rejected', detail: 'a word' });
  say('declined for a reason', { status: 'declined', by: 'here', detail: 'too much' });
  const displacedBy = { status: 'settled', transactionHash: 'x' } as const;
  say('displaced', { status: 'displaced', displacedBy });
  say('displaced by a payment', {
    status: 'displaced',
    displacedBy: { ...displacedBy, action: 'fund', title: 'Logo' },
  });
  say('displaced by a version', { status: 'displaced', displacedBy: { ...displacedBy, earlierVersion: true } });
  const of30 = Array.from({ length: 30 }, (__, at) => ({ description: `Poster ${at + 1}`, amount: '1' }));
  for (const count of [10, 11])
    settled(`of ${count}, whole`, {}, { escrow: { ...ESCROW, milestones: of30.slice(0, count) }, ...whole });
  settled('without amounts, whole', {}, { escrow: { ...ESCROW, milestones: [{ description: 'All' }] }, ...whole });
  const settle = (title: string, changes: Partial<Settlement>, id?: string) => {
    const of: Settlement = {
      status: 'settled',
      by: 'ledger',
      transactionHash: 'h',
      message: 'M.',
      next: '',
      ...changes,
    };
    part.note(`sent: ${title}`, shown(settlementMessage(of, id, { escrow: ESCROW }, WORDS)));
  };
  settle('settled', { contractId: 'C' }, 'r');
  settle('settled, not prepared here', { contractId: 'C', preparedHere: false });
  for (const status of ['accepted', 'unknown', 'rejected'] as const) {
    settle(status, { status });
    settle(`${status}, of a request`, { status }, 'r');
  }
  const signers = [
    { address: 'ANA', weight: 1, signed: true },
    { address: 'BEN', weight: 2, signed: false },
  ];
  settle('partly', { status: 'partly-signed', by: 'here', expiresAt: AFTER, signers: { needed: 3, have: 1, signers } });
  await expect(part.text()).toMatchFileSnapshot('recorded/outcomes.txt');
});

test('gives an escrow the buttons of each viewer and place', async () => {
  const part = createPart();
  const say = (title: string, changes: Partial<EscrowView>, wallet?: string, following: Following = 'impossible') => {
    const rows = escrowButtons({ ...ESCROW, ...changes }, wallet, WORDS, following);
    const shownRows = rows.map((row) => shown({ components: row as never }).replaceAll('\n', ' · '));
    part.note(title, shownRows.join('\n'));
  };
  for (const following of ['followed', 'possible', 'impossible', 'alone'] as const) {
    say(`to a stranger, ${following}`, {}, undefined, following);
    say(`to the approver, ${following}`, { id: 'r' }, 'ANA', following);
  }
  for (const wallet of ['BEN', 'PIA', 'CLEO', 'DAN', 'X']) say(`to ${wallet}`, {}, wallet);
  say('not on the ledger', { state: undefined, turn: undefined }, 'ANA');
  say('of unknown code', { codeIs: 'unknown' }, 'ANA');
  const over = [{ description: 'A', amount: '1', state: 'released' as const }];
  say('finished', { state: 'finished', turn: [], milestones: over }, 'ANA');
  say('without money', { held: '0' }, 'ANA');
  say('of unknown balance', { held: undefined }, 'ANA');
  const states = (...all: ('open' | 'approved' | 'disputed' | 'released' | 'resolved')[]) => ({
    ...{ turn: [], milestones: all.map((state) => ({ description: 'A', amount: '1', state })) },
  });
  say('nothing to dispute', states('disputed', 'released', 'resolved'), 'ANA');
  say('one to dispute', states('released', 'approved'), 'ANA');
  say('one amount', { ...states('open', 'open'), kind: 'single' }, 'ANA');
  type Turns = NonNullable<EscrowView['turn']>;
  const many = (count: number, action: 'approve' | 'release' | 'resolve' = 'approve'): Turns =>
    Array.from({ length: count }, (_, at) => ({ role: 'approver', address: 'ANA', action, milestone: at + 1 }));
  say('to fund', { turn: [{ role: 'anyone', action: 'fund' }, ...many(1)] }, 'ANA');
  say('to fund, of a stranger', { turn: [{ role: 'anyone', action: 'fund' }] }, 'X');
  for (const action of ['approve', 'release', 'resolve'] as const)
    say(`two to ${action}`, { turn: many(2, action) }, 'ANA');
  for (const count of [15, 16]) say(`${count} to approve`, { turn: many(count) }, 'ANA');
  for (const count of [4, 5]) say(`13 and ${count}`, { turn: [...many(13), ...many(count, 'release')] }, 'ANA');
  const contract = NETWORKS.sandbox.tokens[0].address;
  for (const id of ['', contract, `${contract}.1`, `${contract}.which`, `${contract}.123`])
    part.note(`target ${id}: ${JSON.stringify(targetIn(id))}`);
  await expect(part.text()).toMatchFileSnapshot('recorded/escrow-buttons.txt');
});

const COST = { paid: '30.5', platform: '0.61', service: '0.0915', receiver: '29.7985' };
const CARD: Omit<Prepared, 'summary'> = {
  ...{ id: 'r', status: 'prepared', network: 'sandbox', contractId: 'C', transactionHash: 'h', expiresAt: AFTER },
  ...{ unsignedXdr: 'AAAA', checked: 'verified', next: '', signUrl: 'https://sign.example/s/1' },
  judgement: { key: 'k', stops: [], warnings: [], facts: [] },
};
type Common = 'network' | 'networkPassphrase' | 'signer' | 'title' | 'feeXlm' | 'expiresAt' | 'token';
const COMMON: Pick<Prepared['summary'], Common> = {
  ...{ network: 'sandbox', networkPassphrase: 'p', signer: 'ANA', title: 'Logo', feeXlm: '0.01', expiresAt: AFTER },
  token: { address: 'T', code: 'USDC' },
};
const DEPLOY: Prepared = {
  ...CARD,
  summary: {
    ...COMMON,
    ...{ contractId: 'C', engagementId: 'E', description: 'A logo', roles: ROLES, platformFeePercent: '2' },
    milestones: [{ description: 'Sketches', amount: '30.5' }],
    costs: { milestones: [COST], total: COST },
    total: '30.5',
  },
};
const STEP: Prepared<'approve'> = {
  ...CARD,
  summary: {
    ...COMMON,
    ...{
      escrow: 'C',
      step: 'approve',
      role: 'approver',
      does: 'Approver: approve milestone 1, https://example.org/a.',
    },
    changes: [{ what: 'Milestone 1', before: 'open', after: 'approved' }],
    ...{ pays: [], amount: '0', left: '30.5', leftFor: { amount: '0', milestones: [] } },
    ...{ doesNot: ['It moves no money.', 'It is final.'], warnings: [], turn: ESCROW.turn ?? [] },
  },
};
const unconfirmed = <Of extends Prepared | typeof STEP>({ unsignedXdr: _, ...rest }: Of) => ({
  ...rest,
  status: 'to-confirm' as const,
});

test('writes the cards of a new escrow and of a step', async () => {
  const part = createPart();
  type Summary = Prepared['summary'];
  const say = (title: string, changes: Partial<Summary>, more: Partial<Prepared> = {}, of: Prepared = DEPLOY) => {
    const prepared: Prepared = { ...of, ...more, summary: { ...of.summary, ...changes } };
    const note = of === DEPLOY ? undefined : 'A note.';
    part.note(title, shown(cardMessage(prepared, note, WORDS)));
    part.note('  short', shown(shortMessage(prepared, note, WORDS)));
  };
  say('an escrow', {});
  say('to confirm', {}, {}, unconfirmed(DEPLOY));
  say('without a code', { token: { address: 'T' }, signer: 'X', receiverMemo: '7' }, { checked: 'one-source' });
  say('of two texts to check', { warnings: ['One.', 'Two.'] });
  const texts = (size: number) => 'word '.repeat(size / 5);
  for (const size of [15, 16])
    say(`${size} lines`, { description: Array.from({ length: size }, () => 'a').join('\n') });
  const milestones = (count: number, size: number) => {
    const all = Array.from({ length: count }, () => ({ description: texts(size), amount: '1' }));
    return { milestones: all, costs: { milestones: all.map(() => COST), total: COST } };
  };
  for (const [count, size] of [
    [10, 10],
    [11, 10],
    [10, 200],
    [10, 500],
  ] as const)
    say(`${count} milestones of ${size}`, { ...milestones(count, size), description: texts(size), title: texts(size) });
  const step = (title: string, changes: Partial<typeof STEP.summary>, of = STEP) => {
    const prepared: typeof STEP = { ...of, summary: { ...of.summary, ...changes } };
    part.note(`step: ${title}`, shown(stepMessage(prepared, undefined, WORDS)));
    part.note('  short', shown(shortMessage(prepared, undefined, WORDS)));
  };
  step('an approval', {});
  step('to confirm, of no role', { role: undefined, token: { address: 'T' } }, unconfirmed(STEP));
  const pays: typeof STEP.summary.pays = [
    ...(['receiver', 'platform', 'service'] as const).map((as, at) => ({ as, to: `P${at}`, amount: `${at + 1}` })),
    { as: 'share', to: 'ANA', amount: '4', about: true, roles: ['approver', 'releaseSigner'] },
    { as: 'share', to: 'X', amount: '5' },
  ];
  const paying = { pays, amount: '15', about: 'About that.', doesNot: [] };
  const does = 'Release signer: pay out milestone 1.';
  step('a payout', { ...paying, does, step: 'release', warnings: ['Look at it.'] });
  step('an extension', { step: 'extend', does: 'Keep it alive.', changes: [] });
  step('a payout to confirm', { ...paying, does, step: 'release', left: '0' }, unconfirmed(STEP));
  step('a report', {
    step: 'change-status',
    does: 'Report milestone 1.',
    role: 'serviceProvider',
    changes: STEP.summary.changes,
  });
  const whole = (title: string, of: object) =>
    part.note(`whole: ${title}`, shown(wholeMessage(of as Prepared, 'A note.', WORDS)));
  const of = {
    ...CARD,
    names: [
      { field: 'signer', name: 'Ana', address: 'ANA', from: 'address-book' },
      { field: 'receiver', name: 'Ben', address: 'BEN', from: 'address-book' },
    ],
  } as Prepared;
  const payment = { ...COMMON, escrow: 'C', amount: '5.5', way: 'escrow', warnings: ['Look at it.'] };
  const plainly = { ...payment, token: { address: 'T' }, way: 'transfer', warnings: [] };
  const trustline = { ...payment, token: { ...COMMON.token, issuer: 'BEN' }, reserveXlm: '0.5', means: '' };
  whole('a payment', { ...of, summary: payment });
  whole('a payment to confirm', { ...unconfirmed(of), names: undefined, summary: plainly });
  whole('a trustline', { ...of, summary: trustline });
  whole('a trustline to confirm', { ...unconfirmed(of), summary: trustline });
  await expect(part.text()).toMatchFileSnapshot('recorded/cards.txt');
});
