/** What came in, from wherever it came: read once, and served by the same handlers. */
import { MAX_XDR_FILE_BYTES } from '@countersign/core/envelope';
import { logLevelOf, operatorFields, toCountersignError } from '@countersign/core/errors';
import { MAX_LINE } from '@countersign/core/escrow';
import { describeThrown } from '@countersign/core/platform/log';
import { refuseSecrets } from '@countersign/core/secrets';
import type { APIInteraction } from 'discord.js';
import { suggest } from '../commands/choose-title.ts';
import { type Acknowledgement, isGone, type Message, type Modal } from '../discord/answers.ts';
import type { Command, Interaction, MemberAction } from '../discord/interaction.ts';
import { readInteraction, readTyping } from '../discord/interaction.ts';
import { explainRefusal } from '../discord/posts.ts';
import type { Demand, Slot } from '../fair-share/fair-share.ts';
import { FileError } from '../inputs/request-file.ts';
import { limitsOf, refusalFor, withinRoles } from '../server/access.ts';
import { logForServer } from '../server/server-log.ts';
import type { ServerSettings } from '../state/server-rows.ts';
import { deskOf, type Person } from '../state/state.ts';
import type { Bot, Cost, Reply, Task } from '../task.ts';
import { errorMessage } from '../views/error-view.ts';
import { withMembers, withNewWallets } from '../views/members.ts';
import { refusal } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';
import { type Action, actionOf } from './action.ts';
import type { FirstAnswer } from './first-answer.ts';
import { fieldsOf, type LogFields } from './log-fields.ts';

export type InteractionHandler = ReturnType<typeof createInteractionHandler>;

export function createInteractionHandler(bot: Bot) {
  const running = new Set<Promise<void>>();
  /** An interaction of an unexpected shape is lost alone: the bot serves every other server. */
  const isLost = (thrown: unknown) =>
    bot.log('error', 'an interaction could not be read', { cause: describeThrown(thrown) });
  const run = (work: Promise<void>) => {
    const task = work.catch(isLost);
    running.add(task);
    return task.finally(() => running.delete(task));
  };
  const read = (raw: APIInteraction) => {
    const typing = readTyping(raw);
    if (typing !== undefined) {
      const { interaction } = typing;
      return { interaction, isTyping: true, serve: (first: FirstAnswer) => run(suggest(bot, typing, first)) };
    }
    const action = readInteraction(raw);
    if (action === undefined) return undefined;
    const { interaction } = action;
    return { interaction, isTyping: false, serve: (first: FirstAnswer) => run(serve(bot, action, first)) };
  };
  return {
    /** Undefined for what this bot has not registered, or cannot read. Neither this nor `serve` ever throws. */
    read: (raw: APIInteraction) => {
      try {
        return read(raw);
      } catch (thrown) {
        isLost(thrown);
        return undefined;
      }
    },
    /** Settles when all that runs is over. */
    idle: () => Promise.all(running),
  };
}

/** No call to the desk takes longer (waiting, retries, reply). */
const TASK_MS = 45_000;

async function serve(bot: Bot, memberAction: MemberAction, first: FirstAnswer): Promise<void> {
  const started = performance.now();
  let acknowledgedMs: number | undefined;
  const record = (outcome: string) =>
    bot.metrics?.interaction({ kind: memberAction.kind, outcome, acknowledgedMs, ms: performance.now() - started });
  const { interaction } = memberAction;
  const action = actionOf(memberAction);
  const { language } = interaction;
  const words = wordsOf(language);
  let fields = fieldsOf(memberAction, action.name);
  let modal: Modal | undefined;
  const before = lookBefore(bot, memberAction, action, words);
  try {
    // A form is the first answer to its click. Everything else is acknowledged while the rows are read; where they
    // cannot be, the answer reports that.
    const opened = before.then(
      (read) => read.modal,
      () => undefined,
    );
    if (action.modal !== undefined) modal = await opened;
    const taken = await first.acknowledge(modal ?? action.acknowledgement);
    if (taken !== 'ours') {
      // Discord sends each interaction to every process, so all but one lose it.
      bot.log(taken === 'taken' ? 'debug' : 'warn', 'another process took the interaction, or it was too late', fields);
      return record(taken);
    }
    acknowledgedMs = performance.now() - started;
  } catch (thrown) {
    bot.log('error', 'could not acknowledge', { ...fields, cause: describeThrown(thrown) });
    return record('unacknowledged');
  }
  // Nothing else can answer this click; the submitted modal is a separate interaction.
  if (modal !== undefined) {
    bot.log('info', 'interaction', { ...fields, outcome: 'modal', ms: Math.round(performance.now() - started) });
    return record('modal');
  }
  let outcome = 'ok';
  let forOperator = {};
  let slot: Slot | undefined;
  try {
    const { ofServer, refused } = await before;
    if (refused !== undefined) {
      outcome = 'refused';
      await showProblem(bot, interaction, action.acknowledgement, refusal(refused, words), fields);
      return;
    }
    const person = personOf(interaction);
    const own = deskOf(bot.desk, person, { limits: limitsOf(ofServer, words), language });
    const desk = withinRoles(own, interaction, ofServer, words);
    const cost = await action.cost({
      countCards: async () => (await desk.handles()).length,
      mostBalanceRequests: bot.desk.mostBalanceRequests,
    });
    slot = await bot.fairShare.acquire(demandOf(memberAction, person, cost), bot.stopping);
    const signal = AbortSignal.any([bot.stopping, AbortSignal.timeout(TASK_MS)]);
    const call = { signal, onRequest: slot.onRequest, callId: interaction.id };
    const task: Task = { bot, desk, interaction, person, words, call };
    refuseSecrets(givenIn(memberAction), bot.scanner);
    const replies = await action.run(task);
    fields = { ...fields, ...subjectOf(replies) };
    for (const [index, reply] of replies.entries()) await show(task, reply, index === 0);
    if (memberAction.kind !== 'command' || action.access !== 'settings') {
      logForServer(bot, interaction, ofServer, { name: action.name, access: action.access, replies });
    }
  } catch (thrown) {
    const error = thrown instanceof FileError ? thrown.cause : explainRefusal(thrown, words);
    const lineOf = thrown instanceof FileError ? thrown.lineOf : undefined;
    const ours = toCountersignError(error);
    outcome = isGone(thrown) ? 'gone' : ours.code;
    forOperator = operatorFields(ours);
    if (outcome === 'INTERNAL') bot.log('error', 'unexpected error', { ...fields, cause: describeThrown(error) });
    if (outcome !== 'gone') {
      const message = errorMessage(error, { redact: bot.scanner.redact, lineOf }, words);
      await showProblem(bot, interaction, action.acknowledgement, message, fields);
    }
  } finally {
    slot?.release();
    const ms = Math.round(performance.now() - started);
    bot.log(logLevelOf(outcome), 'interaction', { ...fields, outcome, ms, ...forOperator });
    record(outcome);
  }
}

/** The one escrow that the answer is about; a list is about none. */
function subjectOf(replies: readonly Reply[]): LogFields {
  const [only, ...others] = replies;
  const card = only?.card;
  if (card === undefined || others.length > 0) return {};
  const isThere = 'contractId' in card && typeof card.contractId === 'string';
  return { handle: card.id, ...(isThere ? { contract: `${card.contractId}` } : {}) };
}

/** What decides whether anything is done, and what opens in its place. */
async function lookBefore(bot: Bot, memberAction: MemberAction, action: Action, words: Words) {
  const { interaction } = memberAction;
  const { guildId } = interaction;
  const ofServer = guildId === undefined ? {} : await settingsOf(bot, guildId, interaction);
  const refused =
    refusalFor(interaction, action.access, bot.settings, ofServer, words) ?? refuseOthersCard(memberAction, words);
  const modal = refused === undefined ? await action.modal?.({ bot, person: personOf(interaction), words }) : undefined;
  return { ofServer, refused, modal };
}

async function settingsOf({ state }: Bot, guildId: string, { guildLanguage }: Interaction): Promise<ServerSettings> {
  const known = await state.servers.settingsOf(guildId);
  if ((known.discordLanguage ?? 'en') === guildLanguage) return known;
  await state.servers.change(guildId, { discordLanguage: guildLanguage });
  return { ...known, discordLanguage: guildLanguage };
}

/** Outside the servers that have the bot, records belong to the person alone: their id takes the place of a server's. */
function personOf({ userId, guildId }: Interaction): Person {
  return { userId, guildId: guildId ?? userId };
}

/** Everything that a person chose: texts, the names and addresses of files, the id of a button. */
function givenIn(action: MemberAction): unknown {
  if (action.kind === 'click') return { button: action.customId, values: action.values };
  if (action.kind === 'submission') {
    const texts = [...action.texts.values()];
    return {
      button: action.customId,
      ...Object.fromEntries(action.texts),
      values: Object.fromEntries(action.values),
      beginnings: texts.flatMap(beginningOfPhrase),
    };
  }
  const files = [...action.files].map(([name, { filename, url, title, description }]) => {
    return [name, { filename, url, title, description }];
  });
  return { ...Object.fromEntries(action.texts), ...Object.fromEntries(files) };
}

const SHORTEST_PHRASE = 12;

/** A form cuts what is pasted to the length of its field, and so a recovery phrase: its first words are scanned too. */
function beginningOfPhrase(text: string): string[] {
  if (text.length < MAX_LINE - 1 || text.length > MAX_LINE) return [];
  return [text.trim().split(/\s+/).slice(0, SHORTEST_PHRASE).join(' ')];
}

/** Shows a reply; a card is remembered, and followed from here on. */
async function show({ bot, interaction, person, words }: Task, reply: Reply, first: boolean): Promise<void> {
  const { answers, follower } = bot;
  const { card } = reply;
  // First by its addresses, in whose place a member's name may come.
  const warned = await withNewWallets(reply.message, person, bot.state, bot.now(), words, reply.named);
  const message = card === undefined ? warned : await withMembers(warned, person.guildId, bot, words);
  const messageId = await (first ? answers.show(interaction, message) : answers.add(interaction, message));
  if (card !== undefined) await follower.follow(interaction, person, card, messageId);
}

/** A problem never replaces the message that holds the button. */
async function showProblem(
  { answers, log }: Bot,
  interaction: Interaction,
  acknowledgement: Acknowledgement,
  message: Message,
  fields: LogFields,
): Promise<void> {
  try {
    await (acknowledgement === 'new' ? answers.show(interaction, message) : answers.add(interaction, message));
  } catch (thrown) {
    if (!isGone(thrown)) log('error', 'could not answer', { ...fields, cause: describeThrown(thrown) });
  }
}

function refuseOthersCard(action: MemberAction, { problems }: Words): string | undefined {
  if (action.kind === 'command' || action.messageOf === undefined || action.messageOf === action.interaction.userId) {
    return undefined;
  }
  return problems.cardOfAnother;
}

/** To read an interaction and answer it. */
const BASE_MS = 1;
/** To look up one card. */
const MS_PER_CARD = 0.2;
/** The cost of scanning, decoding and explaining: some 100 ms for the largest file. */
const MS_PER_KB = 0.4;

/** What an interaction may cost, before any work on it starts. */
function demandOf(action: MemberAction, { userId, guildId }: Person, { requests, cards }: Cost): Demand {
  const bytes = action.kind === 'command' ? givenBytes(action) : 0;
  return {
    userId,
    serverId: guildId,
    workMs: BASE_MS + (bytes / 1_024) * MS_PER_KB + cards * MS_PER_CARD,
    mostRequests: requests,
  };
}

/** By the size that Discord states; no more than the largest file is read. */
function givenBytes({ texts, files }: Command): number {
  const text = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  const file = [...files.values()].reduce((sum, { size }) => sum + Math.min(size, MAX_XDR_FILE_BYTES), 0);
  return text + file;
}
