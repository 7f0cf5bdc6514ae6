/** A draft as its owner sees it: four sections, each with its problems and the button to fix them. */

import { fromBaseUnits, isAddress, ROLE_NAMES, readAmount, toBaseUnits } from '@countersign/core/escrow';
import { knownTokens, type Network } from '@countersign/core/network';
import { cleanLine } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { type APIComponentInContainer, ComponentType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { fromServerText } from '../server/defaults.ts';
import { type Draft, type DraftFields, MOST_DRAFTS } from '../state/drafts.ts';
import type { Person } from '../state/state.ts';
import { code, line, paragraph, percent } from '../views/markdown.ts';
import { button, buttons, container, fits, RULE, section, text } from '../views/parts.ts';
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

const SECTIONS: readonly Section[] = ['basics', 'people', 'milestones', 'token'];

export function panelMessage(shown: ShownDraft, person: Person, network: Network, words: Words): Message {
  const { draft: own } = words;
  const { checked, draft } = shown;
  const { problems } = checked;
  const texts: Readonly<Record<Section, string>> = {
    basics: basicsText(draft.fields, own),
    people: peopleText(checked, words),
    milestones: milestonesText(draft.fields, tokenCode(checked, network), words),
    token: tokenText(checked, network, words.card),
  };
  const ready = problems.length === 0;
  const parts = (limit: number) => [
    text(`## ${format(own.heading, { title: line(draft.fields.title || own.newEscrow, 100) })}`),
    ...SECTIONS.map((each) => {
      const wrong = problemLines(problems, each, limit, { person, words });
      const body = [`### ${own.sections[each]}`, texts[each], ...wrong].filter((part) => part !== '').join('\n');
      return section(
        body,
        button(own.sections[each], `draft-${each}`, draft.id, wrong.length > 0 ? 'Primary' : 'Secondary'),
      );
    }),
    ...(checked.fromServer.length === 0 ? [] : [text(fromServerText(checked.fromServer, words.server))]),
    RULE,
    text(ready ? own.ready : own.correct),
    ...(shown.pageUrl !== undefined && isOnThisComputer(shown.pageUrl) ? [text(`-# ${own.signedByFile}`)] : []),
    buttons(
      ...(ready ? [button(own.prepare, 'draft-prepare', `${draft.id}.${checked.digest}`, 'Success')] : []),
      button(own.lookAgain, 'draft-look', draft.id),
      button(own.download, 'draft-yaml', draft.id),
      button(own.discard, 'draft-discard', draft.id, 'Danger'),
      ...(shown.drafts.length < MOST_DRAFTS ? [button(own.newDraft, 'draft-new', draft.id)] : []),
    ),
    ...otherDrafts(shown, own),
  ];
  return { components: container(ready ? 'ready' : 'waiting', [5, 2, 1, 0].map(parts).find(fits) ?? parts(0)) };
}

type Reader = { readonly person: Person; readonly words: Words };

function problemLines(all: readonly DraftProblem[], shown: Section, limit: number, reader: Reader): string[] {
  const problems = all.filter((each) => each.section === shown);
  const more = problems.length - limit;
  return [
    ...problems.slice(0, limit).map((each) => `⚠️ ${problemText(each, reader)}`),
    ...(more > 0 ? [`⚠️ ${format(reader.words.card.more, { left: more })}`] : []),
  ];
}

function problemText({ field, problem, userId }: DraftProblem, { person, words: { draft } }: Reader): string {
  if (userId === undefined) return `**${line(field ?? '', 60)}** ${line(problem, 220)}`;
  if (userId === person.userId) return draft.youHaveNoWallet;
  return format(draft.theyHaveNoWallet, { who: `<@${userId}>` });
}

function basicsText({ title, description, engagementId, kind }: DraftFields, own: Words['draft']): string {
  return [
    ...(title === '' ? [] : [`**${own.title}** ${line(title, 100)}`]),
    ...(description === '' ? [] : [`**${own.description}** ${paragraph(description, 200, 3)}`]),
    `**${own.id}** ${line(engagementId, 100)}`,
    ...(kind === undefined ? [] : [`**${own.payment}** ${own.atOnce}`]),
  ].join('\n');
}

/** Roles of one address are shown together, as on the card. */
function peopleText({ roles, chosen, unproven, signer }: RequestOfDraft, { core, card, draft }: Words): string {
  const parties = ROLE_NAMES.flatMap((role) => {
    const address = roles[role];
    return address === undefined ? [] : [{ address, label: core.ROLE_WORDS[role], member: chosen[role] }];
  });
  const all = signer === undefined ? parties : [{ address: signer, label: card.signer, member: undefined }, ...parties];
  return [...Map.groupBy(all, ({ address }) => address)]
    .map(([address, same]) => {
      const [first = '', ...others] = same.map(({ label }) => label);
      const named = [first, ...others.map((label) => label.toLowerCase())].join(', ');
      const member = same.find((each) => each.member !== undefined)?.member;
      const shown = isAddress(address, ['account', 'contract']) ? code(address) : line(address, 60);
      if (member === undefined) return `**${named}** ${shown}`;
      return `**${named}** <@${member}> ${shown}${unproven.has(member) ? ` (${draft.unproven})` : ''}`;
    })
    .join('\n');
}

function milestonesText({ milestoneLines }: DraftFields, code: string | undefined, { draft, card }: Words): string {
  const milestones = readMilestones(milestoneLines, draft).milestones.map((each) => {
    const read = readAmount(each.amount, code);
    return { ...each, ...(typeof read === 'string' ? { amount: read, units: toBaseUnits(read, DECIMALS) } : {}) };
  });
  const total = milestones.reduce<bigint | undefined>(
    (sum, { units }) => (sum === undefined || units === undefined || units < 0n ? undefined : sum + units),
    0n,
  );
  const more = milestones.length - MOST_MILESTONES;
  return [
    ...milestones.slice(0, MOST_MILESTONES).map(({ amount, description, receiver }, index) => {
      const payee =
        receiver === undefined ? '' : ` → ${mentioned(receiver) === undefined ? line(receiver, 60) : receiver}`;
      return `${index + 1}. **${line(amount || '?', 30)}** ${line(description, 60)}${payee}`;
    }),
    ...(more > 0 ? [format(card.more, { left: more })] : []),
    ...(total === undefined || milestones.length === 0
      ? []
      : [`**${card.total}** ${[fromBaseUnits(total, DECIMALS), code ?? []].flat().join(' ')}`]),
  ].join('\n');
}

const tokenCode = ({ token }: RequestOfDraft, network: Network): string | undefined =>
  knownTokens(network).find(({ address, code }) => address === token || code === token.toUpperCase())?.code;

function tokenText(checked: RequestOfDraft, network: Network, card: Words['card']): string {
  const { token, platformFee } = checked;
  return [
    ...(token === '' ? [] : [`**${card.token}** ${tokenCode(checked, network) ?? line(token, 60)}`]),
    `**${card.platformFee}** ${percent(platformFee)}`,
  ].join('\n');
}

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
