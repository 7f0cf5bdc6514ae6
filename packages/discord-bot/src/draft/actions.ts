/** What the buttons and forms of a draft do. Each looks up the draft by its owner, never only by id. */
import type { EscrowView, PrepareInput } from '@countersign/core';
import type { CountersignError } from '@countersign/core/errors';
import { ROLE_NAMES } from '@countersign/core/escrow';
import { type Network, releasesOf } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { stringify } from 'yaml';
import type { Modal } from '../discord/answers.ts';
import type { Submission } from '../discord/interaction.ts';
import { canBothWrite } from '../discord/permissions.ts';
import { escrowMeant } from '../inputs/titles.ts';
import { type Draft, type DraftFields, emptyFields, newEngagementId } from '../state/drafts.ts';
import {
  type ButtonSpec,
  type FormSpec,
  type ModalContext,
  NO_REQUESTS,
  ONE_REQUEST,
  type Reply,
  type Task,
} from '../task.ts';
import { postAtOnce, usualPlace } from '../team/ask.ts';
import { alreadyPrepared } from '../team/asked.ts';
import { button, buttons, container, file, notice, text } from '../views/parts.ts';
import { preparedReply } from '../views/prepared.ts';
import { serverWords } from '../views/team-card.ts';
import { invalid, type Words } from '../words/index.ts';
import type { Section } from '../words/keys.ts';
import { checkDraft, type RequestOfDraft, rolesInFile } from './draft-request.ts';
import { FORMS_OF_DRAFT, firstForm, formOf } from './forms.ts';
import { panelMessage, wholePanel } from './panel.ts';

/** A line's end within a text would begin another milestone. */
const oneLine = (text: string): string => text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ');

/** It gets a new id, and its signer is the person who copies it. */
export function fieldsOfEscrow(view: EscrowView, network: Network, { core }: Words): DraftFields {
  const { title, description, roles, milestones, token, platformFeePercent, total } = view;
  const people = ROLE_NAMES.flatMap((role) =>
    roles[role] === undefined ? [] : [`${core.ROLE_WORDS[role]}: ${roles[role]}`],
  );
  // A single release has only one amount, which belongs to no particular milestone.
  const only = milestones.length === 1 ? total : undefined;
  const lines = milestones.map(({ amount = only ?? '', description, receiver }) => {
    const line = `${amount} | ${oneLine(description)}`;
    // The last of several bars precedes the receiver.
    return receiver === undefined && !description.includes('|') ? line : `${line} | ${receiver ?? ''}`.trimEnd();
  });
  return {
    title: oneLine(title),
    description,
    engagementId: newEngagementId(),
    ...(view.kind === 'single' && releasesOf(network).includes('single') ? { kind: 'single' as const } : {}),
    people: {},
    peopleLines: people.join('\n'),
    milestoneLines: lines.join('\n'),
    token,
    platformFee: platformFeePercent,
  };
}

const NAME = 'escrow.yaml';

/** `/escrow deploy` without a file: the latest draft. */
export async function openDraft(task: Task): Promise<Reply> {
  const [latest] = await task.bot.state.drafts.draftsOf(task.person);
  return await panel(task, latest ?? (await task.bot.state.drafts.add(task.person, emptyFields(task.person.userId))));
}

/** @param from an escrow's title or address, or the id on its card */
export async function copyToDraft(task: Task, from: string): Promise<Reply> {
  const { bot, desk, person, call } = task;
  const view = await desk.get(await escrowMeant(task, from), call);
  return await panel(task, await bot.state.drafts.add(person, fieldsOfEscrow(view, desk.network, task.words)));
}

async function newDraft(task: Task, _: string, texts: Submission['texts'], values: Submission['values']) {
  const { bot, person } = task;
  const { people, ...fields } = FORMS_OF_DRAFT.deal.read(texts, values);
  const empty = emptyFields(person.userId);
  const draft = { ...empty, ...fields, people: { ...empty.people, ...people } };
  const added = await bot.state.drafts.add(person, draft);
  // Where the member or the server has its messages posted, no further press asks for what is missing.
  const note =
    (await usualPlace(task)) === 'channel' ? await wishForWallets(task, added).catch(() => undefined) : undefined;
  return await panel(task, added, panelMessage, note);
}

const NEW_DRAFT = 'v1:draft-new:';

/**
 * What `/escrow deploy` opens for a member without a draft here.
 * @param worker whose menu it was asked for in: a new draft, also next to others
 */
export async function openFirstForm(modalContext: ModalContext, worker?: string): Promise<Modal | undefined> {
  if (worker !== undefined) return firstForm(NEW_DRAFT, modalContext, worker);
  const { bot, person } = modalContext;
  const drafts = await bot.state.drafts.draftsOf(person);
  return drafts.length === 0 ? firstForm(NEW_DRAFT, modalContext) : undefined;
}

/** *Ask for their wallet* */
async function askForWallets(task: Task, id: string): Promise<Reply> {
  const { interaction, words } = task;
  const { draft: own } = words;
  const draft = await draftOf(task, id);
  if (!canBothWrite(interaction)) return { message: notice(own.askForWallets, own.cannotAskHere, 'waiting') };
  return { message: notice(own.askForWallets, (await wishForWallets(task, draft)) ?? own.ready) };
}

/** In the channel, with nothing of the draft. @returns a sentence about it; undefined if no other member lacks a wallet */
async function wishForWallets(task: Task, { id, fields }: Draft): Promise<string | undefined> {
  const { bot, person, interaction, words } = task;
  const { problems } = await checkDraft(task, fields);
  const lacking = problems.flatMap(({ userId }) => (userId === person.userId ? [] : (userId ?? [])));
  if (lacking.length === 0) return undefined;
  const { draft: ofServer, wallet } = await serverWords(bot.state, person.guildId);
  const who = lacking.map((userId) => `<@${userId}>`).join(', ');
  const asking = {
    components: container('waiting', [
      text(format(ofServer.walletsWanted, { who, requester: `<@${person.userId}>` })),
      buttons(button(wallet.saveMine, 'wallet-save', '', 'Primary')),
    ]),
  };
  // Once an hour for a draft.
  const nonce = `${id}${Math.floor(Date.now() / 3_600_000)}`.slice(0, 24);
  // A mention would bring back a member whom a moderator has removed from the thread.
  const outside = await bot.posts.outside(interaction.channelId, lacking);
  const mentions = lacking.filter((userId) => !outside.includes(userId));
  await bot.posts.post(interaction.channelId, asking, { mentions, nonce });
  return format(words.draft.walletsAsked, { who });
}

async function panel(task: Task, draft: Draft, messageOf = panelMessage, note?: string): Promise<Reply> {
  const { bot, person, desk, words } = task;
  const checked = await checkDraft(task, draft.fields);
  const { pageUrl } = bot;
  const shown = { draft, checked, drafts: await bot.state.drafts.draftsOf(person), pageUrl, note };
  const named = JSON.stringify(checked.input).match(/\bG[A-Z2-7]{55}\b/g) ?? [];
  return { message: messageOf(shown, person, desk.network, words), named };
}

export const showDraft = async (task: Task, id: string): Promise<Reply> => await panel(task, await draftOf(task, id));

async function draftOf({ bot, person, words }: Task, id: string): Promise<Draft> {
  const draft = await bot.state.drafts.find(person, id);
  if (draft === undefined) throw gone(words);
  return draft;
}

async function prepare(task: Task, id: string): Promise<Reply> {
  const [draftId = '', hash, ...without] = id.split('.');
  const { bot, desk, person, call } = task;
  const draft = await draftOf(task, draftId);
  const { input, problems, digest } = await checkDraft(task, draft.fields);
  const before = without.length === 0 ? digest : (await checkDraft(task, draft.fields, without)).digest;
  // A wallet that the panel showed, or the draft itself, has changed since.
  if (problems.length > 0 || before !== [hash, ...without].join('.')) return await panel(task, draft);
  const prepared = await desk.prepare('deploy', input as PrepareInput<'deploy'>, call);
  await bot.state.drafts.drop(person, draft.id);
  const theirs = await alreadyPrepared(task, prepared);
  if (theirs !== undefined) return theirs;
  return preparedReply(prepared, task.words, await postAtOnce(task, prepared));
}

async function download(task: Task, id: string): Promise<Reply> {
  const { draft: own } = task.words;
  const checked = await checkDraft(task, (await draftOf(task, id)).fields);
  return {
    message: {
      components: container('plain', [text(`### ${own.asFile}`), text(own.keepFile), file(NAME)]),
      files: [{ name: NAME, text: `${own.fileHeading}\n${stringify(fileOf(checked), { lineWidth: 0 })}` }],
    },
  };
}

/** What the draft lacks is in its file too, empty, so that its reader sees the name of each field. */
function fileOf({ input, roles, problems }: RequestOfDraft): Readonly<Record<string, unknown>> {
  if (problems.length === 0) return input;
  const { milestones } = input;
  return {
    signer: '',
    ...input,
    roles: rolesInFile(Object.fromEntries(ROLE_NAMES.map((role) => [role, roles[role] ?? '']))),
    milestones: isEmpty(milestones) ? [{ description: '', amount: '' }] : milestones,
  };
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

async function discardDraft({ bot, person, words: { draft } }: Task, id: string): Promise<Reply> {
  await bot.state.drafts.drop(person, id);
  return { message: notice(draft.discarded, draft.isGone) };
}

async function noForm(task: Task, id: string): Promise<Reply> {
  await draftOf(task, id);
  const { tooLong: message, byFile: remedy } = task.words.draft;
  throw invalid(task.words, { message, remedy });
}

const RULES = { access: 'prepare', acknowledgement: 'same', cost: NO_REQUESTS } as const;

function opener(section: Section): ButtonSpec {
  return {
    ...RULES,
    press: noForm,
    modal: async (customId, id, modalContext) => {
      const draft = await modalContext.bot.state.drafts.find(modalContext.person, id);
      return draft && formOf(section, customId, draft.fields, modalContext);
    },
  };
}

function form(section: Section): FormSpec {
  return {
    ...RULES,
    submit: async (task, id, texts, values) => {
      const { read } = FORMS_OF_DRAFT[section];
      const draft = await task.bot.state.drafts.change(task.person, id, read(texts, values));
      if (draft === undefined) throw gone(task.words);
      return await panel(task, draft);
    },
  };
}

const SECTIONS = ['deal', 'more'] as const;

export const DRAFT_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [
  ...SECTIONS.map((section) => [`draft-${section}`, opener(section)] as const),
  ['draft-prepare', { ...RULES, cost: ONE_REQUEST, press: prepare }],
  ['draft-look', { ...RULES, press: showDraft }],
  [
    'draft-details',
    {
      ...RULES,
      acknowledgement: 'new',
      press: async (task, id) => await panel(task, await draftOf(task, id), wholePanel),
    },
  ],
  ['draft-open', { ...RULES, press: async (task, _, [id = '']) => await panel(task, await draftOf(task, id)) }],
  ['draft-new', { ...RULES, press: openDraft, modal: (_, _id, modalContext) => firstForm(NEW_DRAFT, modalContext) }],
  ['draft-ask', { ...RULES, acknowledgement: 'new', cost: ONE_REQUEST, press: askForWallets }],
  ['draft-yaml', { ...RULES, acknowledgement: 'new', press: download }],
  ['draft-discard', { ...RULES, press: discardDraft }],
];

export const DRAFT_FORMS: readonly (readonly [string, FormSpec])[] = [
  ...SECTIONS.map((section) => [`draft-${section}`, form(section)] as const),
  // It may ask others for their wallets, as *Ask for their wallet* does.
  ['draft-new', { ...RULES, acknowledgement: 'new', cost: ONE_REQUEST, submit: newDraft }],
];

function gone(words: Words): CountersignError {
  const { noLongerHere: message, anotherOne: remedy } = words.draft;
  return invalid(words, { message, remedy });
}
