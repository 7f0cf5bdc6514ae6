/** A draft as its owner sees it: the deal in sentences, and what is missing with the button that cures it. */

import { fromBaseUnits, isAddress, type RoleName, readAmount, toBaseUnits } from '@countersign/core/escrow';
import { knownTokens, type Network } from '@countersign/core/network';
import { cleanLine } from '@countersign/core/text';
import { format, pluralForm } from '@countersign/core/text/message';
import { type APIComponentInContainer, ComponentType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { fromServerText } from '../server/defaults.ts';
import { type Draft, MOST_DRAFTS } from '../state/drafts.ts';
import type { Person } from '../state/state.ts';
import { code, line, paragraph, percent } from '../views/markdown.ts';
import { button, buttons, container, fits, text } from '../views/parts.ts';
import { isOnThisComputer } from '../views/signing.ts';
import type { Words } from '../words/index.ts';
import type { Section } from '../words/keys.ts';
import { type DraftProblem, mentioned, type RequestOfDraft, readMilestones } from './draft-request.ts';

const MOST_MILESTONES = 10;
/** More than any token has, so that a sum is exact. */
const DECIMALS = 18;

type ShownDraft = {
  readonly draft: Draft;
  readonly checked: RequestOfDraft;
  readonly drafts: readonly Draft[];
  readonly pageUrl: string | undefined;
};

export function panelMessage(shown: ShownDraft, person: Person, network: Network, words: Words): Message {
  const { draft: own } = words;
  const { checked, draft } = shown;
  const { problems } = checked;
  const ready = problems.length === 0;
  const unit = tokenCode(checked, network);
  const milestones = milestonesOf(draft.fields.milestoneLines, unit, own);
  const parts = (limit: number) => [
    text(
      [`## ${line(draft.fields.title || own.newEscrow, 100)}`, ...totalLines(milestones, unit, shown, words)].join(
        '\n',
      ),
    ),
    ...listPart(peopleSentences(checked, words)),
    ...listPart(milestoneLines(milestones, words)),
    ...listPart(draft.fields.description === '' ? [] : [paragraph(draft.fields.description, 200, 3)]),
    ...(checked.fromServer.length === 0 ? [] : [text(`-# ${fromServerText(checked.fromServer, words.server)}`)]),
    text(ready ? own.ready : problemLines(problems, limit, person, words).join('\n')),
    ...(shown.pageUrl !== undefined && isOnThisComputer(shown.pageUrl) ? [text(`-# ${own.signedByFile}`)] : []),
    ...buttonRows(shown, person, own),
    ...otherDrafts(shown, own),
  ];
  return { components: container(ready ? 'ready' : 'waiting', [10, 4, 1, 0].map(parts).find(fits) ?? parts(0)) };
}

const listPart = (lines: readonly string[]) => (lines.length === 0 ? [] : [text(lines.join('\n'))]);

/** First what cures what is missing, or prepares; last what throws it away. */
function buttonRows({ draft, checked, drafts }: ShownDraft, { userId }: Person, own: Words['draft']) {
  const { problems, digest } = checked;
  const lacking = problems.flatMap((each) => each.userId ?? []);
  const lookOf = (section: Section) => (problems.some((each) => each.section === section) ? 'Primary' : 'Secondary');
  return [
    buttons(
      ...(problems.length === 0 ? [button(own.prepare, 'draft-prepare', `${draft.id}.${digest}`, 'Success')] : []),
      ...(lacking.includes(userId) ? [button(own.addMyWallet, 'draft-wallet', draft.id, 'Primary')] : []),
      ...(lacking.some((each) => each !== userId) ? [button(own.askForWallets, 'draft-ask', draft.id, 'Primary')] : []),
      button(own.sections.deal, 'draft-deal', draft.id, lookOf('deal')),
      button(own.sections.more, 'draft-more', draft.id, lookOf('more')),
    ),
    buttons(
      button(own.lookAgain, 'draft-look', draft.id),
      button(own.download, 'draft-yaml', draft.id),
      ...(drafts.length < MOST_DRAFTS ? [button(own.newDraft, 'draft-new', draft.id)] : []),
      button(own.discard, 'draft-discard', draft.id),
    ),
  ];
}

function problemLines(problems: readonly DraftProblem[], limit: number, person: Person, words: Words): string[] {
  const { draft, card } = words;
  const sentence = ({ field = '', problem, userId }: DraftProblem) => {
    if (userId === undefined) return `**${line(field, 60)}** ${line(problem, 220)}`;
    return userId === person.userId ? draft.youHaveNoWallet : format(draft.theyHaveNoWallet, { who: `<@${userId}>` });
  };
  const lines = [...new Set(problems.map(sentence))];
  const left = lines.length - limit;
  return [...lines.slice(0, limit), ...(left > 0 ? [format(card.more, { left })] : [])].map((each) => `⚠️ ${each}`);
}

/** “@Ana pays. @Ben ✓ does the work.” A member whose wallet is unproven is marked so; anyone else is a whole address. */
function peopleSentences(
  { roles, chosen, payer, signer, unproven, platformFee }: RequestOfDraft,
  words: Words,
): string[] {
  const { does, unproven: mark } = words.draft;
  const named = (member: string | undefined, address: string | undefined): string | undefined => {
    if (member !== undefined)
      return `<@${member}>${address === undefined ? '' : unproven.has(member) ? ` (${mark})` : ' ✓'}`;
    if (address === undefined) return undefined;
    return isAddress(address, ['account', 'contract']) ? code(address) : line(address, 60);
  };
  const of = (role: RoleName) => named(chosen[role], roles[role]);
  const pays = named(payer, signer);
  const [approver, releaseSigner, worker, receiver] = (
    ['approver', 'releaseSigner', 'serviceProvider', 'receiver'] as const
  ).map(of);
  const sentences: readonly (readonly [keyof typeof does, string | undefined])[] = [
    ['signer', pays],
    ['approver', approver === pays ? undefined : approver],
    ['releaseSigner', releaseSigner === approver ? undefined : releaseSigner],
    ['serviceProvider', worker],
    ['receiver', receiver === worker ? undefined : receiver],
    ['disputeResolver', of('disputeResolver')],
    ['platformAddress', Number(platformFee) === 0 ? undefined : of('platformAddress')],
  ];
  return sentences.flatMap(([role, who]) =>
    who === undefined ? [] : [format(does[role], { who, fee: percent(platformFee) })],
  );
}

type Milestones = ReturnType<typeof milestonesOf>;

function milestonesOf(lines: string, unit: string | undefined, own: Words['draft']) {
  return readMilestones(lines, own).milestones.map((each) => {
    const read = readAmount(each.amount, unit);
    return typeof read === 'string'
      ? { ...each, amount: read, units: toBaseUnits(read, DECIMALS) }
      : { ...each, units: undefined };
  });
}

/** “30.5 USDC for 2 milestones”, once every amount is readable; and how they are paid, where not each by itself. */
function totalLines(
  milestones: Milestones,
  unit: string | undefined,
  { draft }: ShownDraft,
  { card, draft: own, language }: Words,
): string[] {
  const total = milestones.reduce<bigint | undefined>(
    (sum, { units }) => (sum === undefined || units === undefined || units < 0n ? undefined : sum + units),
    0n,
  );
  const count = milestones.length;
  const amount = `${fromBaseUnits(total ?? 0n, DECIMALS)} ${unit ?? card.tokens}`;
  const isKnown = total !== undefined && count > 0;
  return [
    ...(isKnown ? [format(card.forMilestones[pluralForm(language, count)], { amount, count })] : []),
    ...(draft.fields.kind === undefined ? [] : [own.allAtOnce]),
  ];
}

function milestoneLines(milestones: Milestones, { card }: Words): string[] {
  const left = milestones.length - MOST_MILESTONES;
  const lines = milestones.slice(0, MOST_MILESTONES).map(({ amount, description, receiver }, index) => {
    const payee =
      receiver === undefined ? '' : ` → ${mentioned(receiver) === undefined ? line(receiver, 60) : receiver}`;
    return `${index + 1}. **${line(amount || '?', 30)}** ${line(description, 60)}${payee}`;
  });
  return [...lines, ...(left > 0 ? [format(card.more, { left })] : [])];
}

const tokenCode = ({ token }: RequestOfDraft, network: Network): string | undefined =>
  knownTokens(network).find(({ address, code }) => address === token || code === token.toUpperCase())?.code;

function otherDrafts({ draft, drafts }: ShownDraft, own: Words['draft']): APIComponentInContainer[] {
  const others = drafts.filter(({ id }) => id !== draft.id);
  if (others.length === 0) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: `v1:draft-open:${draft.id}`,
          placeholder: own.openAnother,
          options: others.map(({ id, fields }) => ({
            label: cleanLine(fields.title, 100) || own.withoutTitle,
            value: id,
            description: cleanLine(fields.engagementId, 100),
          })),
        },
      ],
    },
  ];
}
