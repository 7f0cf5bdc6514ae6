/** A draft as its owner sees it: four sections, each with what is wrong in it and the button that mends it. */
import { fromBaseUnits, isAddress, ROLE_NAMES, toBaseUnits } from '@countersign/core/escrow';
import { knownTokens, type Network } from '@countersign/core/network';
import { cleanLine } from '@countersign/core/text';
import { ROLE_WORDS } from '@countersign/core/words';
import { type APIComponentInContainer, ComponentType } from 'discord.js';
import type { Message } from '../answers.ts';
import { fromServerText } from '../server/defaults.ts';
import type { Person } from '../state.ts';
import { code, line, paragraph } from '../views/markdown.ts';
import { button, buttons, container, fits, RULE, section, text } from '../views/parts.ts';
import type { Draft, DraftFields } from './draft.ts';
import type { DraftProblem, RequestOfDraft, Section } from './draft-request.ts';
import { MOST_DRAFTS } from './draft-rows.ts';
import { readMilestones } from './lines.ts';

const MOST_MILESTONES = 10;
/** More than any token has, so that a sum is exact. */
const DECIMALS = 18;

type Shown = { readonly draft: Draft; readonly checked: RequestOfDraft; readonly drafts: readonly Draft[] };

const TITLES: Readonly<Record<Section, string>> = {
  basics: 'Basics',
  people: 'People',
  milestones: 'Milestones',
  token: 'Token and fee',
};
const SECTIONS = Object.keys(TITLES) as Section[];

export function panelMessage(shown: Shown, person: Person, network: Network): Message {
  const { checked, draft } = shown;
  const { problems } = checked;
  const texts: Readonly<Record<Section, string>> = {
    basics: basicsText(draft.fields),
    people: peopleText(checked),
    milestones: milestonesText(draft.fields),
    token: tokenText(checked, network),
  };
  const ready = problems.length === 0;
  const parts = (limit: number) => [
    text(`## Draft: ${line(draft.fields.title || 'a new escrow', 100)}`),
    ...SECTIONS.map((each) => {
      const wrong = problemLines(problems, each, limit, person);
      const body = [`### ${TITLES[each]}`, texts[each], ...wrong].filter((part) => part !== '').join('\n');
      return section(body, button(TITLES[each], `draft-${each}`, draft.id, wrong.length > 0 ? 'Primary' : 'Secondary'));
    }),
    ...(checked.fromServer.length === 0 ? [] : [text(fromServerText(checked.fromServer))]),
    RULE,
    text(ready ? READY : 'Correct what is marked ⚠️, each with the button beside it. Nothing is sent by a draft.'),
    buttons(
      ...(ready ? [button('Prepare', 'draft-prepare', `${draft.id}.${checked.digest}`, 'Success')] : []),
      button('Look again', 'draft-look', draft.id),
      button('Download as YAML', 'draft-yaml', draft.id),
      button('Discard draft', 'draft-discard', draft.id, 'Danger'),
      ...(shown.drafts.length < MOST_DRAFTS ? [button('New draft', 'draft-new', draft.id)] : []),
    ),
    ...otherDrafts(shown),
  ];
  return { components: container(ready ? 'ready' : 'waiting', [5, 2, 1, 0].map(parts).find(fits) ?? parts(0)) };
}

const READY = 'Nothing is missing. **Prepare** shows what you would sign; nothing is sent before you sign it.';

function problemLines(all: readonly DraftProblem[], of: Section, limit: number, person: Person): string[] {
  const problems = all.filter((each) => each.section === of);
  const more = problems.length - limit;
  return [
    ...problems.slice(0, limit).map((each) => `⚠️ ${problemText(each, person)}`),
    ...(more > 0 ? [`⚠️ and ${more} more`] : []),
  ];
}

function problemText({ field, problem, userId }: DraftProblem, person: Person): string {
  if (userId === undefined) return `**${line(field ?? '', 60)}** ${line(problem, 220)}`;
  if (userId === person.userId) return 'You have saved no wallet here: use /escrow wallet, then press Look again.';
  return `<@${userId}> has saved no wallet here: ask them to use /escrow wallet, or type an address.`;
}

function basicsText({ title, description, engagementId, kind }: DraftFields): string {
  return [
    ...(title === '' ? [] : [`**Title** ${line(title, 100)}`]),
    ...(description === '' ? [] : [`**Description** ${paragraph(description, 200, 3)}`]),
    `**Id** ${line(engagementId, 100)}`,
    ...(kind === undefined ? [] : ['**Payment** everything at once, at the end']),
  ].join('\n');
}

/** Those of one address stand together, as on the card. */
function peopleText({ roles, chosen, signer }: RequestOfDraft): string {
  const given = ROLE_NAMES.flatMap((role) => {
    const address = roles[role];
    return address === undefined ? [] : [{ address, label: ROLE_WORDS[role], member: chosen[role] }];
  });
  const all = signer === undefined ? given : [{ address: signer, label: 'Signer', member: undefined }, ...given];
  return [...Map.groupBy(all, ({ address }) => address)]
    .map(([address, same]) => {
      const [first = '', ...others] = same.map(({ label }) => label);
      const named = [first, ...others.map((label) => label.toLowerCase())].join(', ');
      const member = same.find((each) => each.member !== undefined)?.member;
      const shown = isAddress(address, ['account', 'contract']) ? code(address) : line(address, 60);
      return `**${named}** ${member === undefined ? '' : `<@${member}> `}${shown}`;
    })
    .join('\n');
}

function milestonesText({ milestoneLines }: DraftFields): string {
  const { milestones } = readMilestones(milestoneLines);
  const amounts = milestones.map(({ amount }) =>
    /^\d{1,30}(\.\d{1,18})?$/.test(amount) ? toBaseUnits(amount, DECIMALS) : undefined,
  );
  const total = amounts.reduce((sum, each) => (sum === undefined || each === undefined ? undefined : sum + each), 0n);
  const more = milestones.length - MOST_MILESTONES;
  return [
    ...milestones
      .slice(0, MOST_MILESTONES)
      .map(({ amount, description }, index) => `${index + 1}. **${line(amount || '?', 30)}** ${line(description, 60)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(total === undefined || milestones.length === 0 ? [] : [`**Total** ${fromBaseUnits(total, DECIMALS)}`]),
  ].join('\n');
}

function tokenText({ token, platformFee }: RequestOfDraft, network: Network): string {
  const known = knownTokens(network).find(({ address }) => address === token);
  return [
    ...(token === '' ? [] : [`**Token** ${known?.code ?? line(token, 60)}`]),
    `**Platform fee** ${line(platformFee, 20)} %`,
  ].join('\n');
}

function otherDrafts({ draft, drafts }: Shown): APIComponentInContainer[] {
  const others = drafts.filter(({ id }) => id !== draft.id);
  if (others.length === 0) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: `v1:draft-open:${draft.id}`,
          placeholder: 'Open another draft',
          options: others.map(({ id, fields }) => ({
            label: cleanLine(fields.title, 100) || 'Without a title',
            value: id,
            description: cleanLine(fields.engagementId, 100),
          })),
        },
      ],
    },
  ];
}
