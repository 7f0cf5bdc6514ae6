/** The messages about one escrow that a channel reads, whole, for escrows and cards that try each condition on both sides. */
import type { EscrowView } from '@countersign/core';
import { ROLE_NAMES, STEP_NAMES } from '@countersign/core/escrow';
import { type EscrowChange, LANGUAGES } from '@countersign/core/words';
import { allParts } from '@countersign/testkit/discord/rules';
import { readIn } from '@countersign/testkit/discord/transcript';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { announcement, calledOn, pinged } from '../background/announcement.ts';
import type { QueuedPost } from '../background/happenings.ts';
import type { Message } from '../discord/answers.ts';
import type { TeamCard } from '../state/team-rows.ts';
import type { Holders } from '../state/wallet-holders.ts';
import type { Watched } from '../state/watch-rows.ts';
import { wordsOf } from '../words/index.ts';
import type { Stage } from '../words/keys.ts';
import { walletsNamed } from './living-message.ts';
import { keptOf, stageOf, teamMessage } from './team-card.ts';

const WORDS = wordsOf('en');
type Turn = NonNullable<EscrowView['turn']>[number];
type Milestone = EscrowView['milestones'][number];

const turn = (action: Turn['action'], milestone?: number, more: Partial<Turn> = {}): Turn => ({
  ...{ action, ...WHO[action], ...(milestone === undefined ? {} : { milestone }) },
  ...more,
});
const WHO: Readonly<Record<Turn['action'], Pick<Turn, 'role' | 'address'>>> = {
  ...{ fund: { role: 'anyone' }, extend: { role: 'anyone' } },
  ...{ approve: { role: 'approver', address: 'ANA' }, release: { role: 'releaseSigner', address: 'ANA' } },
  'change-status': { role: 'serviceProvider', address: 'BEN' },
  ...{ dispute: { role: 'approver', address: 'ANA' }, resolve: { role: 'disputeResolver', address: 'CLEO' } },
  ...{ withdraw: { role: 'disputeResolver', address: 'CLEO' }, update: { role: 'platformAddress', address: 'PIA' } },
};
const sketches: Milestone = { description: 'Sketches', amount: '150', state: 'open' };
const MILESTONES: readonly Milestone[] = [
  sketches,
  { description: 'Final logo', amount: '200', state: 'open', receiver: 'DAN' },
  { description: 'Guide', amount: '100', state: 'open' },
];
const paid = (count: number, state: Milestone['state'] = 'released') =>
  MILESTONES.map((each, at) => (at < count ? { ...each, state } : each));
const VIEW: EscrowView = {
  ...{ status: 'settled', by: 'ledger', network: 'sandbox', contractId: 'C', kind: 'multi', generation: 'B' },
  ...{ codeIs: 'pinned', engagementId: 'E', title: 'Logo', description: 'A logo', platformFeePercent: '2' },
  ...{ asset: 'USDC', token: 'T', total: '450', needed: '450', held: '450', funded: 'fully', message: '', next: '' },
  roles: {
    ...{ approver: 'ANA', releaseSigner: 'ANA', serviceProvider: 'BEN', platformAddress: 'PIA' },
    ...{ disputeResolver: 'CLEO', receiver: 'BEN' },
  },
  milestones: [...MILESTONES],
};
const single: Partial<EscrowView> = {
  ...{ kind: 'single', milestones: MILESTONES.map(({ description, state }) => ({ description, state })) },
};
const held = (isProven: boolean, ...members: string[]): Holders => ({ members, isProven });
const HOLDERS = new Map([
  ['ANA', held(false, '1')],
  ['BEN', held(true, '2')],
  ['CLEO', held(false)],
  ['DAN', held(false, '4', '5', '6')],
  ['EVE', held(true, '7', '8', '9', '10')],
]);
const SINCE = Date.UTC(2026, 0, 15, 12);
const WATCHED: Watched = {
  ...{ guildId: 'g', channelId: 'c', escrow: 'C', number: 3, follower: 'f', changed: SINCE, reminded: 0, due: null },
  ...{ message: null, called: '', shown: null },
};

const shown = (message: Pick<Message, 'components'>): string => readIn(message).join('\n');

type Rest = { readonly changes?: readonly Partial<EscrowChange>[]; queued?: QueuedPost; outside?: readonly string[] };

test('writes the message of an escrow for each of its states, turns and changes', async () => {
  const part = createPart();
  const say = (title: string, changes: Partial<EscrowView>, { changes: of = [], queued, outside = [] }: Rest = {}) => {
    const view = { ...VIEW, ...changes };
    const all = of.map((each): EscrowChange => ({ escrow: 'C', ledger: 7, kind: 'approved', ...each }));
    const last = all.at(-1);
    const post: QueuedPost = queued ?? (last === undefined ? { kind: 'began' } : { kind: 'change', change: last });
    const about = { watched: WATCHED, holders: HOLDERS, outside, changes: all };
    part.note(title, shown(announcement(post, view, about, WORDS)));
    const { paid: payees, next } = pinged(post, view, all);
    part.note(`  wallets ${walletsNamed(view, all)}; turn of ${calledOn(view)}; pings ${payees} | ${next}`);
  };

  say('unknown code', { codeIs: 'unknown', turn: [turn('approve', 1)] });
  say('turn not known', {});
  say('no turn', { turn: [] });
  const [fund, report, second] = [turn('fund'), turn('change-status', 1), turn('change-status', 2)];
  say('to fund, missing a part', { held: '0', funded: 'none', missing: '449', turn: [fund, report, second] });
  say('to fund, all of what is needed', { held: '0', needed: '448', turn: [report, fund] });
  say('not funded, only to report', { held: '0', turn: [report, second] });
  say('partly funded', { held: '1', funded: 'partly', missing: '449', turn: [fund, report, second] });
  say('of unknown balance', { held: undefined, turn: [fund, report] });
  say('to report next', { milestones: paid(1), needed: '300', turn: [second] });
  say('to report after a decision', { milestones: paid(1, 'resolved'), turn: [second] });
  say('to report, one approved', { milestones: paid(1, 'approved'), turn: [second] });
  const reported = (status?: string, evidence?: string) => ({
    milestones: [
      { ...sketches, ...(status === undefined ? {} : { status }), ...(evidence === undefined ? {} : { evidence }) },
    ],
    turn: [turn('approve', 1)],
  });
  say('reported without words', reported());
  say('reported without evidence', reported('done', ''));
  say('reported with evidence', reported('d'.repeat(61), 'see https://example.org/a, **now**'));
  say('reported with long evidence', reported('d'.repeat(60), 'e'.repeat(301)));
  const other = { ...VIEW.roles, releaseSigner: 'EVE' };
  say('approved by one, released by another', { ...reported('done'), roles: other });
  say('approved without a fee', { ...reported('done'), platformFeePercent: '0' });
  say('approved with a fee in fractions', { ...reported('done'), platformFeePercent: '2.55' });
  say('paid at once, to approve the second of three', { ...single, turn: [turn('approve', 2)] });
  say('paid at once, to report', { ...single, turn: [second] });
  say('paid at once, to approve the only one', {
    ...single,
    milestones: [{ description: 'All', state: 'open' }],
    turn: [turn('approve', 1)],
  });
  say('paid at once, to release', { ...single, turn: [turn('release')] });
  say('to release to another', { turn: [turn('release', 2)] });
  say('to release to four', {
    roles: { ...VIEW.roles, receiver: 'EVE' },
    turn: [turn('release', 3, { address: 'EVE' })],
  });
  say('to release without a receiver', { roles: { ...VIEW.roles, receiver: undefined }, turn: [turn('release', 1)] });
  say('in dispute', { turn: [turn('resolve', 2)] });
  say('in dispute, with a page', { pageUrl: 'https://sign.example/C', turn: [turn('resolve', 2)] });
  say('in dispute of strangers', {
    roles: { ...VIEW.roles, approver: 'X', serviceProvider: 'Y' },
    turn: [turn('resolve')],
  });
  say('to withdraw', { held: '3', turn: [turn('withdraw')] });
  say('two: to approve, to release', { turn: [turn('approve', 1), turn('release', 2), report] });
  say('two: to report, to fund', { held: '1', missing: '449', turn: [fund, second, turn('change-status', 3)] });
  say('two: to fund what is needed', { held: '1', needed: '447', turn: [fund, second] });
  const approvals = [turn('approve', 1), turn('approve', 2), turn('approve', 3)];
  say('three', { turn: approvals });
  say('three, the last of the whole escrow', { turn: [...approvals.slice(0, 2), turn('withdraw')] });
  const named = (...names: string[]) => names.map((description) => ({ ...sketches, description }));
  say('of equal names', { milestones: named('Draft', 'Draft', 'A'), turn: [turn('approve', 2), turn('approve', 3)] });
  say('of empty names', { milestones: named('', 'x'.repeat(60), 'x'.repeat(61)), turn: approvals });
  say('of names that are equal on a button', {
    milestones: named('x'.repeat(41), 'x'.repeat(42)),
    turn: [turn('release', 2)],
  });
  say('of a missing milestone', { turn: [turn('release', 9)] });
  say('with a page', { pageUrl: 'https://sign.example/C', turn: [report, turn('approve', 2)] });
  for (const count of [1, 10, 11]) {
    const milestones = Array.from({ length: count }, (_, at) =>
      at < count - 1 ? { ...sketches, state: 'released' as const } : sketches,
    );
    say(`${count} milestones`, { milestones, needed: '150.5', turn: [] });
  }
  say('of unknown total', { total: undefined, turn: [] });
  say('of unknown need', { needed: undefined, turn: [] });
  say('title of 100', { title: 't'.repeat(100), asset: 'u'.repeat(61), turn: [] });
  say('title of 101', { title: 't'.repeat(101), turn: [] });

  const after = (
    title: string,
    changes: readonly Partial<EscrowChange>[],
    view: Partial<EscrowView> = { turn: [second] },
  ) => say(`after ${title}`, view, { changes });
  const got = { kind: 'released', milestone: 2, amount: '196', to: 'DAN' } as const;
  after('a payment', [got]);
  after('a payment in another token', [{ ...got, token: 'EURC', to: 'BEN' }]);
  after('a payment to no member', [{ ...got, to: 'CLEO' }]);
  after('a payment of all', [{ kind: 'released', amount: '441', to: 'ANA' }]);
  after('a payment to no one known', [{ kind: 'released', milestone: 2, amount: '196', token: 'USDC' }]);
  after('a payment of unknown amount', [{ kind: 'released', milestone: 2, to: 'DAN' }]);
  after('a report that waits', [{ kind: 'status', milestone: 1, after: 'done' }], reported('done'));
  after(
    'a report of another',
    [{ kind: 'status', milestone: 2, after: 'done', evidence: 'https://example.org/a' }],
    reported('done'),
  );
  after('a report that waits second', [{ kind: 'status', milestone: 2, after: 'done' }], { turn: approvals });
  after('a report that waits for no approval', [{ kind: 'status', milestone: 2, before: 'no', after: 'half' }]);
  for (const kind of ['approved', 'disputed'] as const) {
    const action = kind === 'approved' ? 'release' : 'resolve';
    after(`${kind}, next`, [{ kind, milestone: 2 }], { turn: [turn(action, 2)] });
    after(`${kind}, next but one`, [{ kind, milestone: 2 }], { turn: [turn('approve', 1), turn(action, 2)] });
    after(`${kind}, later`, [{ kind, milestone: 3 }], { turn: [...approvals.slice(0, 2), turn(action, 3)] });
  }
  const funded = [{ kind: 'funded', amount: '450', token: 'USDC', by: 'BEN' }] as const;
  for (const each of ['none', 'partly', 'fully', 'over'] as const)
    after(`money: ${each}`, funded, { funded: each, turn: [report] });
  after('money, to approve', funded, { turn: [turn('approve', 1)] });
  after('the first look', [{ kind: 'deployed' }]);
  after('a decision', [{ kind: 'resolved', milestone: 1, payees: ['ANA', 'BEN', 'CLEO', 'X'] }]);
  after('a withdrawal', [{ kind: 'withdrawn', amount: '3', token: 'USDC', payees: ['X'] }], { turn: [] });
  for (const kind of ['updated', 'archived', 'restored'] as const) after(kind, [{ kind }]);
  after('four things', [{ kind: 'updated' }, { kind: 'archived' }, got, { kind: 'restored' }]);
  after('its own act', [{ kind: 'status', milestone: 1 }], { turn: [report, turn('approve', 2)] });

  const notes = { turn: [turn('approve', 1), turn('resolve', 2), turn('approve', 3)] };
  say('a reminder', notes, { queued: { kind: 'reminder', since: SINCE + 1_000 } });
  say('an interruption', notes, { queued: { kind: 'interrupted' } });
  say('an interruption, of unknown balance', { ...notes, held: undefined }, { queued: { kind: 'interrupted' } });
  say('outside the thread', notes, { outside: ['1', '2', '3', '4'] });
  say('begun without money', { ...notes, held: '0' });
  say('begun with unknown money', { ...notes, held: undefined });
  await expect(part.text()).toMatchFileSnapshot('recorded/living.txt');
});

const STATUS: Omit<Parameters<typeof stageOf>[0], 'status'> = {
  ...{ id: 'r', by: 'ledger', network: 'sandbox', transactionHash: 'h', expiresAt: '2026-01-15T12:00:00Z' },
  ...{ message: '', next: '' },
};
const CARD: TeamCard = {
  ...{ handle: 'r', guild: 'g', channel: 'c', thread: null, message: 'm', asker: '11', asked: null },
  ...{ signer: 'ANA', contract: 'C', title: 'Logo', role: '', shown: 'waiting' },
};

test('writes the card of a team for each stage, signer and deal', async () => {
  const part = createPart();
  const say = (title: string, changes: Partial<TeamCard>, stage: Stage = 'waiting', view?: Partial<EscrowView>) => {
    const deal = view && {
      view: { ...VIEW, signer: 'ANA', preparedAt: '2026-01-15T12:00:00Z', ...view },
      holders: HOLDERS,
    };
    part.note(title, shown(teamMessage({ ...CARD, ...changes }, stage, WORDS, deal)));
  };
  for (const stage of ['waiting', ...(Object.keys(WORDS.team.sentences) as Stage[])] as const) say(stage, {}, stage);
  say('of a member', { asked: '12' });
  say('without a title', { title: '' });
  say('title of 100', { title: 't'.repeat(100) });
  say('title of 101', { title: 't'.repeat(101) });
  const roles = [
    ...STEP_NAMES.map((step) => keptOf({ step, role: undefined })),
    ...ROLE_NAMES.map((role) => keptOf({ step: 'release', role })),
    ...['fund.approver', 'approve.none', 'approve', 'approve.approver.x'],
  ];
  const headed = (role: string) => shown(teamMessage({ ...CARD, role }, 'waiting', WORDS)).split('\n')[1];
  for (const role of roles) part.note(`${role} → ${headed(role)}`);
  const own = {
    ...{ total: '250', roles: { ...VIEW.roles, receiver: 'DAN' }, milestones: paid(0).filter((_, at) => at !== 1) },
  };
  say('deal: two receivers', {}, 'waiting', {});
  say('deal: one receiver', {}, 'waiting', own);
  say('deal: of a member', { asked: '12' }, 'waiting', own);
  say('deal: another approver', {}, 'waiting', { ...own, roles: { ...own.roles, approver: 'EVE' } });
  say('deal: at once', {}, 'waiting', single);
  say('deal: at once, another approver', {}, 'waiting', { ...single, roles: { ...VIEW.roles, approver: 'X' } });
  say('deal: no member signs', { signer: 'CLEO' }, 'waiting', own);
  say('deal: several members, not the asker', { signer: 'DAN' }, 'waiting', own);
  say('deal: several members, one of them asks', { signer: 'DAN', asker: '5' }, 'waiting', own);
  say('deal: an unknown wallet', { signer: 'X' }, 'waiting', own);
  say('deal: no fee', {}, 'waiting', { ...own, platformFeePercent: '0' });
  const statuses = ['prepared', 'to-confirm', 'expired', 'sending', 'accepted', 'unknown', 'settled'] as const;
  for (const status of statuses) {
    const of = (more: object) => stageOf({ ...STATUS, status, ...more });
    part.note(`${status}: ${of({})}, never sent: ${of({ neverSent: true })}`);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/team-cards.txt');
});

const NAMES = {
  en: ['Logo and brand guide', 'Sketches', 'Final logo', 'Brand guide'],
  es: ['Logo y guía de marca', 'Bocetos', 'Logo final', 'Guía de marca'],
} as const;
/** A moment reads like “24 November 2026 10:00”. */
const wordsIn = (text: string): number =>
  text
    .replaceAll(/<t:\d+:f>/g, '24 November 2026 10:00')
    .replaceAll(/<t:\d+:t>/g, '10:00')
    .split(/\s+/).length;

test.each(LANGUAGES)('has in at most 45 words what the design has of each state (%s)', async (language) => {
  const part = createPart();
  const words = wordsOf(language);
  const [title, ...names] = NAMES[language];
  const holders = new Map([...HOLDERS, ['CLEO', held(false, '3')]]);
  const milestones = (...changed: readonly Partial<Milestone>[]): Milestone[] =>
    names.map((description, at) => ({ description, amount: '150', state: 'open', ...changed[at] }));
  const write = (heading: string, { components }: Pick<Message, 'components'>) => {
    const parts = allParts(components).flatMap(({ content, label }) => content ?? (label ? `[${label}]` : []));
    const text = parts.join('\n').replaceAll('\\', '');
    part.note(heading, text);
    expect(wordsIn(text)).toBeLessThanOrEqual(45);
  };
  const say = (heading: string, changes: Partial<EscrowView>, of?: Partial<EscrowChange>) => {
    const change: EscrowChange[] = of === undefined ? [] : [{ escrow: 'C', ledger: 7, kind: 'approved', ...of }];
    const post: QueuedPost = change[0] === undefined ? { kind: 'began' } : { kind: 'change', change: change[0] };
    const about = { watched: WATCHED, holders, outside: [], changes: change };
    write(heading, announcement(post, { ...VIEW, title, milestones: milestones(), ...changes }, about, words));
  };
  const [first, second, third] = [1, 2, 3].map((at) => turn('change-status', at)) as [Turn, Turn, Turn];
  const money = { amount: '450', token: 'USDC' };
  const evidence = 'https://files.example/logo-v1.pdf';
  const left = { needed: '300', held: '300' };
  say('not funded', { held: '0', funded: 'none', missing: '450', turn: [turn('fund'), first] });
  say('funded', { turn: [first, second, third] }, { kind: 'funded', ...money });
  const reported = { milestones: milestones({ status: 'done', evidence }), turn: [turn('approve', 1), second] };
  say('reported', reported, { kind: 'status', milestone: 1, after: 'done', evidence });
  const paidFor = { kind: 'released', milestone: 1, ...money, amount: '146.55', to: 'BEN' } as const;
  say('paid', { ...left, turn: [second, third], milestones: milestones({ state: 'released' }) }, paidFor);
  const disputed = { milestones: milestones({ state: 'released' }, { state: 'disputed' }), turn: [turn('resolve', 2)] };
  say('disputed', { ...left, ...disputed }, { kind: 'disputed', milestone: 2 });
  const view = { ...VIEW, title, milestones: milestones(), signer: 'ANA', preparedAt: '2026-11-24T10:00:00Z' };
  write('before its signature', teamMessage({ ...CARD, asked: '1' }, 'waiting', words, { view, holders }));
  await expect(part.text()).toMatchFileSnapshot(`recorded/design-${language}.txt`);
});
