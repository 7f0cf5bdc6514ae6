/**
 * One state reads the same everywhere: the page, the list of escrows, the card in a host, Discord, MCP and the terminal
 * show core's name and core's sentence of it, each through the code that it draws with.
 */
import type { EscrowView, Settlement, TransactionStatus } from '@countersign/core';
import { ROLE_NAMES } from '@countersign/core/escrow';
import { LIFE_STATES } from '@countersign/core/internal/words/data/life';
import { LANGUAGES, type Language, shownState } from '@countersign/core/words';
import { deskWordsOf, wordsOf } from '@countersign/core/words/all';
import { plain } from '@countersign/testkit/discord/talk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeText } from '../../../mcp-server/src/command-line/texts.ts';
import { statusView } from '../../../mcp-server/src/tools/outcomes.ts';
import { escrowForModel } from '../../../mcp-server/src/views/escrow-view.ts';
import { lifeText, stateText } from '../../../signing-page/src/browser/card/reading.ts';
import { type CardWords, speak } from '../../../signing-page/src/browser/card/words.ts';
import { escrowText } from '../../../signing-page/src/browser/escrow-parts/escrow-text.ts';
import { leadOf, receiptText, titleOf } from '../../../signing-page/src/browser/state/state-text.ts';
import { english } from '../../../signing-page/src/browser/words/en.ts';
import { useWords } from '../../../signing-page/src/browser/words/words.ts';
import spanishPage from '../../../signing-page/src/messages/page.es.json' with { type: 'json' };
import { escrowMessage } from '../commands/escrow.ts';
import { aboutTitle } from '../inputs/titles.ts';
import { statusMessage } from '../views/outcome.ts';
import { stageOf, teamMessage } from '../views/team-card.ts';
import { wordsOf as botWordsOf } from './index.ts';

const STATUSES = Object.keys((await deskWordsOf('en')).NEXT_STEPS) as TransactionStatus['status'][];
/** Their heading on the page asks the reader to do something, or says what the transaction did. */
const HEADED_OTHERWISE: readonly string[] = ['prepared', 'to-confirm', 'expired', 'settled'];
/** What a state means for an action is core's sentence as well. */
const MEANT: readonly string[] = ['rejected', 'accepted', 'unknown', 'taken'];
const CONTRACT = `C${'A'.repeat(55)}`;
const FUND: NonNullable<EscrowView['turn']> = [{ role: 'anyone', action: 'fund' }];
const MILESTONE_STATES = ['open', 'approved', 'disputed', 'released', 'resolved'] as const;

/** Pages of other tests in this process are English. */
const speakOnPage = (language: Language): void =>
  useWords(language === 'en' ? english : { core: wordsOf('es'), page: spanishPage }, language);

/** The card speaks with words of its own, fewer than a page has. */
function onCard(language: Language, textOf: (own: CardWords) => string | undefined): string | undefined {
  const text = textOf(speak(language));
  speakOnPage(language);
  return text;
}

afterAll(() => speakOnPage('en'));

function statusOf(status: TransactionStatus['status'], message: string, next: string): TransactionStatus {
  return {
    ...{ id: 'a'.repeat(32), action: 'fund', status, by: 'here', network: 'sandbox', message, next },
    ...{ contractId: CONTRACT, transactionHash: 'b'.repeat(64), expiresAt: '2026-11-20T10:00:00.000Z' },
  };
}

const escrowOf = (changes: Partial<EscrowView>): EscrowView => ({
  ...{ status: 'settled', by: 'ledger', network: 'sandbox', contractId: CONTRACT, kind: 'multi', generation: 'B' },
  ...{
    title: 'Logo',
    engagementId: 'E',
    description: 'A logo',
    platformFeePercent: '1',
    asset: 'USDC',
    token: CONTRACT,
  },
  ...{
    roles: Object.fromEntries(ROLE_NAMES.map((role) => [role, 'GONE'])) as EscrowView['roles'],
    message: 'A sentence.',
    next: '',
  },
  milestones: MILESTONE_STATES.map((state) => ({ description: 'Work', amount: '1', state })),
  ...changes,
});

describe.each(LANGUAGES)('in %s', (language) => {
  const [core, bot] = [wordsOf(language), botWordsOf(language)];
  beforeAll(() => speakOnPage(language));

  test.each(STATUSES)('a request that is %s reads the same everywhere', async (status) => {
    const label = core.STATE_WORDS[status];
    const desk = await deskWordsOf(language);
    const { message, next } = desk.statusWords(status, 'fund');
    const means = MEANT.includes(status) ? core.meansText('fund', status) : '';
    const view = statusOf(status, message, next);

    if (!HEADED_OTHERWISE.includes(status)) expect(titleOf('fund', status)).toBe(label);
    expect(leadOf({ action: 'fund', status: view }, status)).toContain(`${message} ${means}`.trim());
    expect(escrowText({ status })).toBe(label);
    const shown = { result: { status }, isCompared: false, altered: [] };
    expect(onCard(language, (own) => stateText(shown, own))).toBe(label);

    const inDiscord = plain(statusMessage(view, {}, bot));
    for (const part of [`## ${label}`, message, means]) expect(inDiscord).toContain(part);
    const stage = stageOf(view);
    if (stage !== 'waiting') {
      const ofTeam = stage === 'unknown' ? core.STATE_WORDS.unknown : label;
      expect(plain(teamMessage({ title: 'Logo' } as never, stage, bot))).toContain(`## Logo: ${ofTeam}\n`);
    }
    // To an assistant and at a terminal, in English.
    expect(statusView(view).message).toBe(message);
    if (status !== 'rejected') expect(next).toContain(means);
    const settlement = view as unknown as Settlement;
    if (language === 'en') expect(outcomeText(settlement)).toMatch(new RegExp(`^${message} .*${means}`, 's'));
  });

  const lives = [...LIFE_STATES.map((state) => ({ state, turn: [] })), { state: 'working' as const, turn: FUND }];
  test.each(lives)('an escrow that is $state with $turn reads the same everywhere', ({ state, turn }) => {
    const label = core.LIFE_WORDS[shownState(state, turn)];
    const view = escrowOf({ state, turn });
    expect(escrowText({ status: 'settled', state, turn })).toBe(label);
    expect(receiptText({ state, turn, asOf: 0 }, 'USDC')).toContain(`${label}, `);
    expect(onCard(language, () => lifeText(escrowForModel(view, {})))).toBe(label);
    expect(plain(escrowMessage(view, undefined, bot))).toContain(`**${bot.escrow.state}** ${label}\n`);
    if (language === 'en') expect(escrowForModel(view, {}).state).toBe(label);
  });

  test('a milestone reads the same in each state', () => {
    const view = escrowOf({ state: 'working', turn: [] });
    for (const state of MILESTONE_STATES) {
      const label = core.summaryWords.MILESTONE_STATE_WORDS[state];
      expect(plain(escrowMessage(view, undefined, bot))).toContain(`Work: **${label}**`);
    }
  });

  test('an escrow that no ledger has any more, that another prepared, or that is archived reads the same', () => {
    const aside = escrowOf({ setAside: true });
    const title = { id: '', network: 'sandbox', status: 'settled', title: '', total: '', tokenCode: '' } as const;
    const label = core.STATE_WORDS['set-aside'];
    for (const shown of [
      escrowText(aside),
      plain(escrowMessage(aside, undefined, bot)),
      aboutTitle({ ...title, setAside: true }, '', bot),
    ])
      expect(shown).toContain(label);
    const other = escrowOf({ status: 'not-prepared-here' });
    for (const shown of [escrowText(other), plain(escrowMessage(other, undefined, bot))])
      expect(shown).toContain(core.STATE_WORDS['not-prepared-here']);
    const archived = escrowOf({ archived: true, state: 'working', turn: [] });
    expect(plain(escrowMessage(archived, undefined, bot))).toContain(core.ARCHIVED_WORDS.sentence);
  });
});
