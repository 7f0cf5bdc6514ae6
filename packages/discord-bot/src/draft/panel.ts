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
import { button, buttons, choice, container, firstLines, fitting, text, textIfAny } from '../views/parts.ts';
import { isOnThisComputer } from '../views/signing.ts';
import type { Words } from '../words/index.ts';
import type { Section } from '../words/keys.ts';
import { type DraftProblem, mentioned, type RequestOfDraft, readMilestones } from './draft-request.ts';

const MOST_MILESTONES = 10;
/** As many as fit. */
const MOST_PROBLEMS = [10, 4, 1, 0];
/** More than any token has, so that a sum is exact. */
const DECIMALS = 18;

type ShownDraft = {
  readonly draft: Draft;
  readonly checked: RequestOfDraft;
  readonly drafts: readonly Draft[];
  readonly pageUrl: string | undefined;
  /** A sentence about this panel. */
  readonly note?: string | undefined;
};

/** As the message of its escrow will read: title and amount, who does what, what is missing, and the button that cures it. */
export function panelMessage(shown: ShownDraft, person: Person, network: Network, words: Words): Message {
  const { draft: own, living } = words;
  const { id } = shown.draft;
  const { problems, digest } = shown.checked;
  const ready = problems.length === 0;
  const lacking = problems.flatMap((each) => each.userId ?? []);
  const lacksOwn = lacking.includes(person.userId);
  // It prepares once the others have saved their wallets.
  const waits = problems.length === lacking.length && !lacksOwn;
  const lookOf = (section: Section) => (problems.some((each) => each.section === section) ? 'Primary' : 'Secondary');
  const press = buttons(
    ...(ready || waits
      ? [button(own.prepare, 'draft-prepare', `${id}.${digest}`, ready ? 'Success' : 'Secondary')]
      : []),
    ...(lacksOwn ? [button(own.addMyWallet, 'draft-wallet', id, 'Primary')] : []),
    ...(lacking.some((each) => each !== person.userId) ? [button(own.askForWallets, 'draft-ask', id, 'Primary')] : []),
    button(own.sections.deal, 'draft-deal', id, lookOf('deal')),
    button(own.sections.more, 'draft-more', id, lookOf('more')),
    button(living.details, 'draft-details', id),
  );
  const parts = (limit: number) => [text(dealText(shown, limit, person, network, words)), press];
  return { components: container(ready ? 'ready' : 'waiting', fitting(MOST_PROBLEMS, parts)) };
}

/** *Details*: also each milestone, and what few people press; last what throws it away. */
export function wholePanel(shown: ShownDraft, person: Person, network: Network, words: Words): Message {
  const { draft: own } = words;
  const { checked, draft, drafts } = shown;
  const { id, fields } = draft;
  const milestones = milestonesOf(fields.milestoneLines, tokenCode(checked, network), own);
  const parts = (limit: number) => [
    text(dealText(shown, limit, person, network, words)),
    ...textIfAny(milestoneLines(milestones, words)),
    ...textIfAny(fields.description === '' ? [] : [paragraph(fields.description, 200, 3)]),
    ...(shown.pageUrl !== undefined && isOnThisComputer(shown.pageUrl) ? [text(`-# ${own.signedByFile}`)] : []),
    buttons(
      button(own.lookAgain, 'draft-look', id),
      button(own.download, 'draft-yaml', id),
      ...(drafts.length < MOST_DRAFTS ? [button(own.newDraft, 'draft-new', id)] : []),
      button(own.discard, 'draft-discard', id),
    ),
    ...otherDrafts(shown, own),
  ];
  return { components: container('plain', fitting(MOST_PROBLEMS, parts)) };
}

function dealText(shown: ShownDraft, limit: number, person: Person, network: Network, words: Words): string {
  const { problems, fromServer } = shown.checked;
  return [
    headline(shown, network, words),
    peopleSentences(shown.checked, words).join(' '),
    ...(problems.length === 0 ? [words.draft.ready] : problemLines(problems, limit, person, words)),
    ...(shown.note === undefined ? [] : [`-# ${shown.note}`]),
    ...(fromServer.length === 0 ? [] : [`-# ${fromServerText(fromServer, words.server)}`]),
  ]
    .filter((each) => each !== '')
    .join('\n');
}

function problemLines(problems: readonly DraftProblem[], limit: number, person: Person, words: Words): string[] {
  const { draft, card } = words;
  const sentence = ({ field = '', problem, userId }: DraftProblem) => {
    if (userId === undefined) return `**${line(field, 60)}** ${line(problem, 220)}`;
    return userId === person.userId ? draft.youHaveNoWallet : format(draft.theyHaveNoWallet, { who: `<@${userId}>` });
  };
  const lines = [...new Set(problems.map(sentence))];
  return firstLines(lines, limit, card.more).map((each) => `⚠️ ${each}`);
}

/** “@Ana pays. @Ben ✓ does the work.” A member whose wallet is unproven is marked so; anyone else is a whole address. */
function peopleSentences({ roles, chosen, payer, signer, unproven, platformFee }: RequestOfDraft, words: Words) {
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

/** “**Logo** · 30.5 USDC · 2 milestones”, once every amount is readable; and how they are paid, where not each alone. */
function headline({ draft, checked }: ShownDraft, network: Network, { card, draft: own, language }: Words): string {
  const { title, milestoneLines, kind } = draft.fields;
  const unit = tokenCode(checked, network);
  const milestones = milestonesOf(milestoneLines, unit, own);
  const total = milestones.reduce<bigint | undefined>(
    (sum, { units }) => (sum === undefined || units === undefined || units < 0n ? undefined : sum + units),
    0n,
  );
  const count = milestones.length;
  return [
    `**${line(title || own.newEscrow, 100)}**`,
    ...(total === undefined || count === 0
      ? []
      : [
          `${fromBaseUnits(total, DECIMALS)} ${unit ?? card.tokens}`,
          format(own.count[pluralForm(language, count)], { count }),
        ]),
    ...(kind === undefined ? [] : [own.allAtOnce]),
  ].join(' · ');
}

function milestoneLines(milestones: Milestones, { card }: Words): string[] {
  const lines = milestones.map(({ amount, description, receiver }, index) => {
    const payee =
      receiver === undefined ? '' : ` → ${mentioned(receiver) === undefined ? line(receiver, 60) : receiver}`;
    return `${index + 1}. **${line(amount || '?', 30)}** ${line(description, 60)}${payee}`;
  });
  return firstLines(lines, MOST_MILESTONES, card.more);
}

const tokenCode = ({ token }: RequestOfDraft, network: Network): string | undefined =>
  knownTokens(network).find(({ address, code }) => address === token || code === token.toUpperCase())?.code;

function otherDrafts({ draft, drafts }: ShownDraft, own: Words['draft']): APIComponentInContainer[] {
  const others = drafts.filter(({ id }) => id !== draft.id);
  if (others.length === 0) return [];
  return [
    choice({
      type: ComponentType.StringSelect,
      custom_id: `v1:draft-open:${draft.id}`,
      placeholder: own.openAnother,
      options: others.map(({ id, fields }) => ({
        label: cleanLine(fields.title, 100) || own.withoutTitle,
        value: id,
        description: cleanLine(fields.engagementId, 100),
      })),
    }),
  ];
}
