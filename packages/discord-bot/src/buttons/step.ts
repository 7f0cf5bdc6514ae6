/** Steps of an escrow's life by a button: prepared for the person's own wallet, of the escrow as the ledger has it now. */

import { formOf, type StepInput } from '@countersign/core/actions';
import { type CountersignError, type FieldProblem, type FieldText, toCountersignError } from '@countersign/core/errors';
import { MAX_EVIDENCE, MAX_STATUS, type StepName } from '@countersign/core/escrow';
import { refuseSecrets } from '@countersign/core/secrets';
import { decodeText } from '@countersign/core/text/decode-text';
import { format, upper } from '@countersign/core/text/message';
import { type APIAttachment, ComponentType } from 'discord.js';
import { escrowReply } from '../commands/escrow.ts';
import { requireWallet } from '../commands/wallet.ts';
import type { Modal } from '../discord/answers.ts';
import type { Submission } from '../discord/interaction.ts';
import { canBothWrite } from '../discord/permissions.ts';
import { mentioned } from '../draft/draft-request.ts';
import { fetchAttachment } from '../inputs/attachment.ts';
import { hasProven } from '../state/wallet-holders.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { fromAnotherVersion, requireTarget, type Target, targetIn } from '../views/escrow-buttons.ts';
import { code } from '../views/markdown.ts';
import { button, container, file as filePart, modal, notice, radioField, text, textField } from '../views/parts.ts';
import { preparedReply } from '../views/prepared.ts';
import { serverWords } from '../views/team-card.ts';
import { invalid, type Words } from '../words/index.ts';
import { renew, statusReply } from './card.ts';

type Texts = Submission['texts'];

const STATUS = 'status';
const EVIDENCE = 'evidence';
const FILE = 'file';
/** Source: Discord's reference, "Uploading Files": 10 MiB. */
const MAX_FILE_BYTES = 10 * 1_024 ** 2;
const SHARES = 'shares';
const MILESTONE = 'milestone';
const AMOUNT = 'amount';
const WAY = 'way';
const WAYS = ['escrow', 'transfer'] as const;

async function prepared(task: Task, step: StepName, { escrow, milestone }: Target, input: StepInput, note?: string) {
  const where = milestone === undefined ? {} : { milestone };
  const request = { escrow, signer: await requireWallet(task), ...where, ...input };
  return preparedReply(await task.desk.prepare(step, request, task.call), task.words, note);
}

export const take = (step: StepName) => (task: Task, id: string) =>
  prepared(task, step, requireTarget(id, task.words), {});

/** The same of the milestone that the person names, or of several where the step can be taken so. */
export const takeNamed = (step: StepName) => async (task: Task, id: string, texts: Texts) => {
  const target = requireNamed(id, texts, task.words);
  const { escrow, milestone = '' } = target;
  if (!formOf(step).several || /^\d*$/.test(milestone)) return await prepared(task, step, target, {});
  const request = { action: step, escrow, signer: await requireWallet(task), milestones: milestone };
  return preparedReply(await task.desk.prepareStep([step], request, task.call), task.words);
};

/** Asks again: the money stays where it is until the resolver decides. Who typed a milestone's number has thought of it. */
export async function askToDispute({ words }: Task, id: string): Promise<Reply> {
  requireTarget(id, words);
  const { title } = words.core.actions.dispute;
  return { message: notice(`${title}?`, words.escrow.whatDisputeDoes, 'waiting', button(title, 'dispute-yes', id)) };
}

export async function nextOfSeveral(task: Task, id: string): Promise<Reply> {
  const status = await task.desk.prepareFollowing(id, task.call);
  return status.id === id ? await statusReply(task, status) : await renew(task, status.id);
}

/** *Report without a link*: as *Report*, whose form is not filled in. */
export const reportOnly = (task: Task, id: string) =>
  prepared(task, 'change-status', requireTarget(id, task.words), { status: task.words.forms.completed });

export async function report(
  task: Task,
  id: string,
  texts: Texts,
  _: Submission['values'],
  files: Submission['files'],
): Promise<Reply> {
  const target = requireNamed(id, texts, task.words);
  const [file] = files.get(FILE) ?? [];
  const posted = file && (await postFile(task, file));
  const status = texts.get(STATUS)?.trim();
  const evidence = [texts.get(EVIDENCE)?.trim() ?? '', ...(posted === undefined ? [] : [posted.link])].join(' ').trim();
  try {
    return await prepared(task, 'change-status', target, {
      ...(status ? { status } : {}),
      ...(evidence ? { evidence } : {}),
    });
  } catch (thrown) {
    // Without its report it means nothing.
    if (posted !== undefined) await task.bot.posts.remove(posted.channelId, posted.id).catch(() => undefined);
    throw thrown;
  }
}

/** The bot posts the file of a report: the link of an upload expires, and that of a message does not. */
async function postFile(task: Task, file: APIAttachment) {
  const { bot, person, interaction, words } = task;
  const { forms } = words;
  if (!canBothWrite(interaction)) {
    throw invalid(words, { fields: [{ path: forms.file, problem: forms.fileNotHere }] });
  }
  await requireWallet(task);
  const bytes = await fetchAttachment(file, bot.settings.cdnUrl, MAX_FILE_BYTES, words);
  refuseSecrets({ file: decodeText(bytes) ?? '' }, bot.scanner);
  const name = file.filename.replaceAll(/[^\w.-]/g, '_').slice(-60);
  const ofServer = await serverWords(bot.state, person.guildId);
  const who = `<@${person.userId}>`;
  const { channelId } = interaction;
  const id = await bot.posts.post(
    channelId,
    {
      components: container('plain', [text(format(ofServer.forms.filePosted, { who })), filePart(name)]),
      files: [{ name, bytes }],
    },
    { mentions: [], nonce: interaction.id },
  );
  return { channelId, id, link: `https://discord.com/channels/${person.guildId}/${channelId}/${id}` };
}

/** With the milestone that was typed, where the button does not name one. */
function requireNamed(id: string, texts: Texts, words: Words): Target {
  const target = requireTarget(id, words);
  return target.asks ? { ...target, milestone: texts.get(MILESTONE)?.trim() ?? '' } : target;
}

async function divide(task: Task, step: 'resolve' | 'withdraw', id: string, texts: Texts): Promise<Reply> {
  const target = requireNamed(id, texts, task.words);
  return await withShares(task, texts.get(SHARES) ?? '', (distributions, note) =>
    prepared(task, step, target, { distributions }, note),
  );
}

export const resolve = (task: Task, id: string, texts: Texts) => divide(task, 'resolve', id, texts);
export const withdraw = (task: Task, id: string, texts: Texts) => divide(task, 'withdraw', id, texts);

/** The missing amount, by the escrow's contract. */
export const fundEscrow = (task: Task, id: string): Promise<Reply> => fundPart(task, id, new Map(), new Map());

/** *Fund a part*: another amount than the missing one, or a plain transfer. */
export const fundPartModal = (customId: string, id: string, { words: { escrow, forms } }: ModalContext) =>
  targetIn(id) &&
  modal(
    customId,
    escrow.fundPart,
    textField({ id: AMOUNT, label: forms.amount, description: forms.amountHow, length: 50, isOptional: true }),
    radioField(WAY, forms.way, forms.ways, 'escrow'),
  );

export async function fundPart(task: Task, id: string, texts: Texts, values: Submission['values']): Promise<Reply> {
  const { escrow } = requireTarget(id, task.words);
  const amount = texts.get(AMOUNT)?.trim() || undefined;
  const way = WAYS.find((each) => each === values.get(WAY)?.[0]);
  const chosen = { ...(way === undefined ? {} : { way }), ...(amount === undefined ? {} : { amount }) };
  const request = { escrow, signer: await requireWallet(task), ...chosen };
  return preparedReply(await task.desk.prepare('fund', request, task.call), task.words);
}

/** Reads it again, with the buttons of the person who asks. A milestone in the id is the first that is shown. */
export async function look(task: Task, id: string): Promise<Reply> {
  const { escrow, milestone } = requireTarget(id, task.words);
  return await escrowReply(task, { contractId: escrow }, milestone === undefined ? undefined : Number(milestone));
}

/** A button whose modal could not open, since its id is unknown. */
export async function noModal({ words }: Task): Promise<Reply> {
  throw fromAnotherVersion(words);
}

type Share = { readonly address: string; readonly amount: string };
/** Counted from 1, as a person counts them. `member`: who is meant by the address. */
type ShareLine = Share & { readonly line: number; readonly member?: string };

/**
 * Prepares with the shares that were typed. What is wrong with one is reported by its line.
 * @param prepare `note`: whose wallets are paid, of members who were mentioned
 * @throws CountersignError INPUT_INVALID with every invalid line
 */
async function withShares(
  task: Task,
  text: string,
  prepare: (distributions: readonly Share[], note: string | undefined) => Promise<Reply>,
): Promise<Reply> {
  const { words } = task;
  const lines = await Promise.all(sharesIn(text, words).map((each) => withWallet(task, each)));
  const note = await noteOf(task, lines);
  try {
    return await prepare(
      lines.map(({ address, amount }) => ({ address, amount })),
      note,
    );
  } catch (thrown) {
    throw byLine(toCountersignError(thrown), lines, words);
  }
}

function sharesIn(text: string, words: Words): ShareLine[] {
  const { forms } = words;
  const lines = text
    .split('\n')
    .flatMap((each, at) => (each.trim() === '' ? [] : [{ line: at + 1, share: shareIn(each) }]));
  const fields = lines.flatMap(({ line, share }) =>
    share === undefined ? [{ path: format(forms.lineNumber, { line }), problem: forms.noShare }] : [],
  );
  if (lines.length === 0) fields.push({ path: forms.shares, problem: forms.noShares });
  if (fields.length > 0) throw invalid(words, { fields });
  return lines.flatMap(({ line, share }) => (share === undefined ? [] : [{ line, ...share }]));
}

/** Whom, and then how much: the last word with a digit and what follows it, or the rest. */
function shareIn(line: string): Share | undefined {
  const words = line.trim().split(/\s+/);
  const at = words.findLastIndex((word) => /\d/.test(word) || /^(?:rest|remainder|resto)$/i.test(word));
  const address = words
    .slice(0, at)
    .join(' ')
    .replace(/:?(?: (?:the|el))?$/i, '');
  return at < 1 ? undefined : { address, amount: words.slice(at).join(' ') };
}

/** `<@Ben> 60`: the wallet that the member saved in this server. */
async function withWallet({ bot, person, words }: Task, share: ShareLine): Promise<ShareLine> {
  const member = mentioned(share.address);
  if (member === undefined) return share;
  const address = (await bot.state.wallet({ ...person, userId: member }))?.address;
  if (address !== undefined) return { ...share, address, member };
  const path = format(words.forms.lineNumber, { line: share.line });
  throw invalid(words, { fields: [{ path, problem: words.draft.hasNoWallet }] });
}

async function noteOf({ bot, person, words }: Task, lines: readonly ShareLine[]): Promise<string | undefined> {
  const named = await Promise.all(
    lines.map(async ({ member, address }) => {
      if (member === undefined) return [];
      const isProven = await hasProven(bot, { ...person, userId: member }, address);
      const { proven, unproven } = words.forms.memberIs;
      return [format(isProven ? proven : unproven, { who: `<@${member}>`, address: code(address) })];
    }),
  );
  const sentences = named.flat();
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The request's own paths mean nothing to somebody who typed lines. */
function byLine(error: CountersignError, lines: readonly ShareLine[], { forms }: Words): CountersignError {
  if (error.fields === undefined) return error;
  const pathOf = (path: string): string => {
    const [, index] = /^distributions(?:\[(\d+)\].*)?$/.exec(path) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)]?.line;
    if (line !== undefined) return format(forms.lineNumber, { line });
    return path.startsWith('distributions') ? forms.shares : path;
  };
  const fields = error.fields.map(({ path, problem }) => ({ path: pathOf(path), problem }) as FieldProblem | FieldText);
  return Object.assign(error, { fields });
}

/** "Report progress on milestone 2" */
function titleOf({ core }: Words, step: StepName, milestone?: string): string {
  return upper(core.actText(step, milestone === undefined ? undefined : Number(milestone)));
}

export function reportModal(customId: string, id: string, { words }: ModalContext): Modal | undefined {
  const { forms } = words;
  const { milestone, asks = false } = targetIn(id) ?? {};
  if (milestone === undefined && !asks) return undefined;
  return modal(
    customId,
    titleOf(words, 'change-status', milestone),
    ...(asks ? [milestoneField(words)] : []),
    textField({
      id: STATUS,
      label: forms.status,
      description: forms.statusHow,
      length: MAX_STATUS,
      value: forms.completed,
    }),
    textField({
      id: EVIDENCE,
      label: forms.evidence,
      description: forms.evidenceHow,
      isLong: true,
      isOptional: true,
      length: MAX_EVIDENCE,
    }),
    {
      type: ComponentType.Label,
      label: forms.file,
      description: forms.fileHow,
      component: { type: ComponentType.FileUpload, custom_id: FILE, required: false, min_values: 0, max_values: 1 },
    },
  );
}

const sharesField = ({ forms }: Words) =>
  textField({ id: SHARES, label: forms.shares, description: forms.sharesHow, isLong: true });

const milestoneField = ({ forms }: Words, isSeveral = false) =>
  isSeveral
    ? textField({ id: MILESTONE, label: forms.whichMilestones, description: forms.whichSeveralHow })
    : textField({ id: MILESTONE, label: forms.whichMilestone, description: forms.whichHow });

export function resolveModal(customId: string, id: string, { words }: ModalContext): Modal | undefined {
  const target = targetIn(id);
  const which = target?.asks ? [milestoneField(words)] : [];
  return target && modal(customId, titleOf(words, 'resolve'), ...which, sharesField(words));
}

export const withdrawModal = (customId: string, id: string, { words }: ModalContext): Modal | undefined =>
  targetIn(id) && modal(customId, titleOf(words, 'withdraw'), sharesField(words));

/** Only where several may be meant: else the button says which one. */
export const whichModal =
  (step: StepName) =>
  (customId: string, id: string, { words }: ModalContext): Modal | undefined =>
    targetIn(id)?.asks ? modal(customId, titleOf(words, step), milestoneField(words, formOf(step).several)) : undefined;
