/** What a channel reads of an escrow in each state, in both languages, and how long it is. */
import type { EscrowView } from '@countersign/core';
import type { EscrowChange } from '@countersign/core/words';
import { labels, plain } from '@countersign/testkit/discord/talk';
import { describe, expect, test } from 'vitest';
import { announcement } from '../background/announcement.ts';
import type { TeamCard } from '../state/team-rows.ts';
import type { Watched } from '../state/watch-rows.ts';
import { wordsOf } from '../words/index.ts';
import { openTurns } from './living-message.ts';
import { teamMessage } from './team-card.ts';

const MOST_WORDS = 45;
const [ANA, BEN, CLEO] = ['<@1>', '<@2>', '<@3>'];
const HOLDERS = new Map([
  ['ANA', { members: ['1'], isProven: false }],
  ['BEN', { members: ['2'], isProven: true }],
  ['CLEO', { members: ['3'], isProven: false }],
]);
const NAMES = {
  en: ['Logo and brand guide', 'Sketches', 'Final logo', 'Brand guide'],
  es: ['Logo y guía de marca', 'Bocetos', 'Logo final', 'Guía de marca'],
} as const;
const TURNS = {
  fund: { role: 'anyone', action: 'fund' },
  report: { role: 'serviceProvider', address: 'BEN', action: 'change-status' },
  approve: { role: 'approver', address: 'ANA', action: 'approve' },
  release: { role: 'releaseSigner', address: 'ANA', action: 'release' },
  resolve: { role: 'disputeResolver', address: 'CLEO', action: 'resolve' },
} as const;
type Milestones = readonly Partial<EscrowView['milestones'][number]>[];
const turn = (name: keyof typeof TURNS, milestone?: number) => ({
  ...TURNS[name],
  ...(milestone === undefined ? {} : { milestone }),
});

type Changes = Partial<Omit<EscrowView, 'milestones'>> & { readonly milestones?: Milestones };

function viewOf(language: 'en' | 'es', view: Changes): EscrowView {
  const [title, ...milestones] = NAMES[language];
  return {
    ...{ contractId: 'C', codeIs: 'pinned', title, asset: 'USDC', platformFeePercent: '2', total: '450' },
    ...{ needed: '450', held: '450', funded: 'fully' },
    roles: {
      ...{ approver: 'ANA', releaseSigner: 'ANA', serviceProvider: 'BEN', receiver: 'BEN' },
      ...{ disputeResolver: 'CLEO', platformAddress: 'PIA' },
    },
    ...view,
    milestones: milestones.map((description, at) => ({
      ...{ description, amount: '150', state: 'open' },
      ...view.milestones?.[at],
    })),
  } as unknown as EscrowView;
}

function shown(language: 'en' | 'es', view: Changes, change?: Partial<EscrowChange>) {
  const whole = viewOf(language, view);
  const queued =
    change === undefined ? ({ kind: 'began' } as const) : { kind: 'change' as const, change: change as EscrowChange };
  const watched = { escrow: 'C', changed: Date.parse('2026-11-24T10:00:00Z') } as Watched;
  const changes = 'change' in queued ? [queued.change] : [];
  const about = { watched, holders: HOLDERS, outside: [], changes };
  const { components } = announcement(queued, whole, about, wordsOf(language));
  return { components } as Parameters<typeof plain>[0];
}

const done = { state: 'released' } as const;
const link = 'https://files.example/logo-v1.pdf';

describe.each([
  {
    state: 'not funded',
    view: { held: '0', funded: 'none', missing: '450', turn: [turn('fund'), turn('report', 1)] },
    en: ['▱▱▱ 0 of 450 USDC paid', '450 USDC is missing in the escrow: pay it in before work begins.', 'Fund'],
    es: [
      '▱▱▱ 0 de 450 USDC pagados',
      'Faltan 450 USDC en el depósito: páguelos antes de que empiece el trabajo.',
      'Depositar',
    ],
  },
  {
    state: 'funded',
    view: { turn: [turn('report', 1), turn('report', 2), turn('report', 3)] },
    change: { kind: 'funded', amount: '450', token: 'USDC' },
    en: [
      '▱▱▱ 0 of 450 USDC paid',
      `The money is in the escrow.\n${BEN} ✓: do *Sketches* (150 USDC), then report it here.`,
      'Report Sketches',
      'Report without a link',
    ],
    es: [
      '▱▱▱ 0 de 450 USDC pagados',
      `El dinero está en el depósito.\n${BEN} ✓: haga *Bocetos* (150 USDC) y avise aquí.`,
      'Informar Bocetos',
      'Informar sin enlace',
    ],
  },
  {
    state: 'reported',
    view: {
      turn: [turn('approve', 1), turn('report', 2)],
      milestones: [{ status: 'done', evidence: link }],
    },
    change: { kind: 'status', milestone: 1, after: 'done', evidence: link },
    en: [
      '▱▱▱ 0 of 450 USDC paid',
      `${BEN} ✓ says *Sketches* is “done”: <${link}>\n${ANA}: look at it, then approve. ${BEN} ✓ then gets 146.55 USDC. Waiting since <t:1795514400:f>.`,
      'Approve Sketches',
    ],
    es: [
      '▱▱▱ 0 de 450 USDC pagados',
      `${BEN} ✓ dice que *Bocetos* está “done”: <${link}>\n${ANA}: mírelo y apruebe. ${BEN} ✓ cobra entonces 146.55 USDC. Espera desde: <t:1795514400:f>.`,
      'Aprobar Bocetos',
    ],
  },
  {
    state: 'paid',
    view: { needed: '300', held: '300', turn: [turn('report', 2), turn('report', 3)], milestones: [done] },
    change: { kind: 'released', milestone: 1, amount: '146.55', token: 'USDC', to: 'BEN' },
    en: [
      '▰▱▱ 150 of 450 USDC paid',
      `✓ ${BEN} ✓ got 146.55 USDC for *Sketches*.\n${BEN} ✓: next is *Final logo*, 150 USDC.`,
      'Report Final logo',
      'Report without a link',
    ],
    es: [
      '▰▱▱ 150 de 450 USDC pagados',
      `✓ ${BEN} ✓ cobró 146.55 USDC por *Bocetos*.\n${BEN} ✓: sigue *Logo final*, 150 USDC.`,
      'Informar Logo final',
      'Informar sin enlace',
    ],
  },
  {
    state: 'disputed',
    view: { needed: '300', held: '300', turn: [turn('resolve', 2)], milestones: [done, { state: 'disputed' }] },
    change: { kind: 'disputed', milestone: 2 },
    en: [
      '▰▱▱ 150 of 450 USDC paid',
      `*Final logo* is in dispute. Its 150 USDC stay in the escrow until ${CLEO} decides.\n${ANA}, ${BEN} ✓: say here what is fair. The ledger stores no reasons.`,
      'Decide Final logo',
      'Refund',
    ],
    es: [
      '▰▱▱ 150 de 450 USDC pagados',
      `*Logo final* está en disputa. Sus 150 USDC quedan depositados hasta que decida ${CLEO}.\n${ANA}, ${BEN} ✓: digan aquí qué es justo. El libro mayor no guarda razones.`,
      'Decidir Logo final',
      'Devolver',
    ],
  },
] as const)('an escrow that is $state', ({ view, en, es, ...rest }) => {
  test.each([
    ['en', en],
    ['es', es],
  ] as const)('reads in at most 45 words what the design has (%s)', (language, [progress, text, ...buttons]) => {
    const message = shown(language, view as never, 'change' in rest ? rest.change : undefined);
    expect(plain(message)).toBe(`**${NAMES[language][0]}** ${progress}\n${text}`);
    expect(labels(message)).toEqual([...buttons, wordsOf(language).living.details]);
    expect(wordsIn(message)).toBeLessThanOrEqual(MOST_WORDS);
  });
});

test.each([
  [
    'en',
    `${ANA}: read it and sign. Waiting since <t:1795514400:t>; nothing is paid yet.\n${BEN} ✓ gets 439.65 USDC in 3 parts, as you approve each. Fees: 10.35.`,
    ['Read and sign', 'I am the signer', 'Ask again'],
  ],
  [
    'es',
    `${ANA}: lea y firme. Espera desde: <t:1795514400:t>; aún no se pagó nada.\n${BEN} ✓ cobra 439.65 USDC en 3 partes, según usted apruebe. Comisiones: 10.35.`,
    ['Leer y firmar', 'Quien firma soy yo', 'Volver a pedirla'],
  ],
] as const)(
  'an escrow that waits for its signature reads in at most 45 words what the design has (%s)',
  (language, text, row) => {
    const view = viewOf(language, { signer: 'ANA', preparedAt: '2026-11-24T10:00:00Z' });
    const card = { handle: 'a', asker: '9', asked: '1', signer: 'ANA' } as unknown as TeamCard;
    const { components } = teamMessage(card, 'waiting', wordsOf(language), { view, holders: HOLDERS });
    const message = { components } as Parameters<typeof plain>[0];
    expect(plain(message)).toBe(`**${NAMES[language][0]}** · 450 USDC\n${text}`);
    expect(labels(message)).toEqual([...row]);
    expect(wordsIn(message)).toBeLessThanOrEqual(MOST_WORDS);
  },
);

/** Of its texts and buttons; a moment reads like “24 November 2026 10:00”. */
const wordsIn = (message: Parameters<typeof plain>[0]): number =>
  [
    plain(message)
      .replaceAll(/<t:\d+:f>/g, '24 November 2026 10:00')
      .replaceAll(/<t:\d+:t>/g, '10:00'),
    ...labels(message),
  ]
    .join(' ')
    .split(/\s+/).length;

test('an escrow without money waits for it, or for the first report where no one can pay in', () => {
  const [fund, first, second] = [turn('fund', 1), turn('report', 1), turn('report', 2)];
  const open = (held: string, ...turns: readonly object[]) => openTurns({ held, turn: turns } as never);
  expect(open('0', fund, first, second)).toEqual([fund]);
  expect(open('0', first, second)).toEqual([first]);
  expect(open('1', fund, first, second)).toEqual([first, fund]);
});

test('shows the two steps that wait longest, and leads to more', () => {
  const waiting = shown('en', {
    turn: [turn('release', 3), turn('approve', 1), turn('approve', 2), turn('report', 4)],
  });
  expect(plain(waiting)).toContain(`${ANA}: *Brand guide* is approved, so pay it out. ${BEN} ✓ then gets 146.55 USDC.`);
  expect(plain(waiting)).toContain(`\nAlso: ${ANA}, approve *Sketches*.`);
  expect(labels(waiting)).toEqual(['Pay out Brand guide', 'Approve Sketches', 'More steps', 'Details']);
});

test('names a role where no member holds its wallet, and marks a payee whose wallet is unproven', () => {
  const view = { turn: [turn('release', 1)], milestones: [{ receiver: 'CLEO' }] };
  expect(plain(shown('en', view))).toContain(`${CLEO} (as they said) then gets 146.55 USDC.`);
  const unknown = { turn: [{ ...turn('report', 1), address: 'GONE' }] };
  expect(plain(shown('en', unknown as never))).toContain('\nService provider: do *Sketches* (150 USDC)');
});

test('says that the one amount of a single release is paid only once everything is approved', () => {
  const milestones = [{ amount: undefined }, { amount: undefined, state: 'approved' }, { amount: undefined }] as const;
  const textOf = (name: 'report' | 'approve' | 'release', milestone?: number) =>
    plain(shown('en', { kind: 'single', milestones, turn: [turn(name, milestone)] } as never));
  expect(textOf('report', 1)).toContain('do *Sketches* (450 USDC once everything is approved), then report it here.');
  expect(textOf('approve', 1)).toContain(`${BEN} ✓ then gets 439.65 USDC once everything is approved. Waiting`);
  expect(textOf('release')).toContain(`${BEN} ✓ then gets 439.65 USDC. Waiting`);
});

test('distinguishes milestones of one name on their buttons', () => {
  const twice = [{ description: 'Draft' }, { description: 'Draft' }];
  expect(labels(shown('en', { turn: [turn('report', 2)], milestones: twice }))[0]).toBe('Report Draft (2)');
});
