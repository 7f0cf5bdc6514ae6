/** What commands and buttons work with, and the life of one interaction: acknowledge, allow, do, show. */
import type { CallOptions, Desk, PersonalDesk } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { refuseSecrets, type SecretScanner } from '@countersign/core/secrets';
import { refusalFor } from './access.ts';
import { type Answers, isGone, type Message } from './answers.ts';
import { BUTTONS } from './buttons/index.ts';
import { COMMANDS } from './commands/index.ts';
import { demandOf } from './demand.ts';
import type { FairShare, Slot } from './fair-share.ts';
import { FileError } from './file-error.ts';
import type { Follower, Shown } from './follow.ts';
import type { DiscordSettings } from './settings.ts';
import type { Person, State } from './state.ts';
import { errorMessage } from './views/error-view.ts';
import { refusal } from './views/notice.ts';
import type { Click, Command, Visit } from './visit.ts';

export type Bot = {
  readonly desk: Desk;
  readonly state: State;
  readonly answers: Answers;
  readonly follower: Follower;
  readonly settings: DiscordSettings;
  readonly scanner: SecretScanner;
  readonly log: Log;
  readonly fairShare: FairShare;
  /** Aborted when the process has no time left. */
  readonly hurry: AbortSignal;
};

/** What a command or a button gets: the bot, and who it is for. */
export type Task = {
  readonly bot: Bot;
  /** The desk as this person may use it. */
  readonly desk: PersonalDesk;
  readonly visit: Visit;
  readonly person: Person;
  /** For every call of the desk: when its time is over, and whose share its requests are. */
  readonly call: CallOptions;
};

/** A message to show; with `card` it shows that, and then changes by itself. */
export type Reply = { readonly message: Message; readonly card?: Shown };

/** One call to the desk never takes longer (waiting, tries, reply). */
const TASK_MS = 45_000;

/** Everything that comes of one interaction. Never throws. */
export async function serve(bot: Bot, asked: Command | Click): Promise<void> {
  const started = performance.now();
  const { visit } = asked;
  const [action, id] = asked.kind === 'command' ? [asked.name, ''] : readCustomId(asked.customId);
  const fields = { kind: asked.kind, action, interaction: visit.id };
  try {
    // The acknowledgement is a lock: of several processes that got this interaction, one may go on.
    if (!(await bot.answers.acknowledge(visit, asked.kind === 'command' ? 'new' : 'same'))) {
      bot.log('warn', 'left to another process, or too late', fields);
      return;
    }
  } catch (thrown) {
    bot.log('error', 'could not acknowledge', { ...fields, cause: describeThrown(thrown) });
    return;
  }
  let outcome = 'ok';
  let slot: Slot | undefined;
  try {
    const refused = refusalFor(visit, action, bot.settings) ?? strangerRefusal(asked);
    if (refused !== undefined) {
      outcome = 'refused';
      await tell(bot, asked, refusal(refused));
      return;
    }
    const person = { userId: visit.userId, guildId: visit.guildId as string };
    slot = await bot.fairShare.acquire(demandOf(asked, action, person, bot.state), bot.hurry);
    const signal = AbortSignal.any([bot.hurry, AbortSignal.timeout(TASK_MS)]);
    const desk = bot.desk.for(bot.state.access(person));
    await perform({ bot, desk, visit, person, call: { signal, onRequest: slot.onRequest } }, asked, action, id);
  } catch (thrown) {
    const error = thrown instanceof FileError ? thrown.cause : thrown;
    const lineOf = thrown instanceof FileError ? thrown.lineOf : undefined;
    outcome = isGone(error) ? 'gone' : toCountersignError(error).code;
    if (outcome === 'INTERNAL') bot.log('error', 'unexpected error', { ...fields, cause: describeThrown(error) });
    if (outcome !== 'gone') await tell(bot, asked, errorMessage(error, bot.scanner.redact, lineOf));
  } finally {
    slot?.release();
    bot.log('info', 'interaction', { ...fields, outcome, ms: Math.round(performance.now() - started) });
  }
}

async function perform(task: Task, asked: Command | Click, action: string, id: string): Promise<void> {
  const { bot, visit } = task;
  refuseSecrets(saidBy(asked), bot.scanner);
  if (asked.kind === 'command') {
    const run = COMMANDS.get(asked.name);
    if (run === undefined) throw new CountersignError('INPUT_INVALID', { message: 'There is no such command.' });
    const replies = await run(task, asked);
    for (const [index, reply] of replies.entries()) await show(task, reply, index === 0);
    return;
  }
  const press = BUTTONS.get(action);
  if (press === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      message: 'This button is from another version.',
      remedy: 'Use /escrow pending for a fresh card.',
    });
  }
  const reply = await press(task, id);
  if (reply.apart === true) await bot.answers.add(visit, reply.message);
  else await show(task, reply, true);
}

/** Everything that a person chose: texts, the names and addresses of files, the id of a button. */
function saidBy(asked: Command | Click): unknown {
  if (asked.kind === 'click') return { button: asked.customId };
  const files = [...asked.files].map(([name, { filename, url, title, description }]) => [
    name,
    { filename, url, title, description },
  ]);
  return { ...Object.fromEntries(asked.texts), ...Object.fromEntries(files) };
}

/** Shows a reply; a card is remembered, and followed from here on. */
async function show({ bot, visit, person }: Task, { message, card }: Reply, first: boolean): Promise<void> {
  const messageId = first ? await bot.answers.show(visit, message) : await bot.answers.add(visit, message);
  if (card !== undefined) bot.follower.follow(visit, person, card, messageId);
}

/** A command's only answer; or, for a button, a message beside the one that holds it. */
async function tell(bot: Bot, { kind, visit }: Command | Click, message: Message): Promise<void> {
  try {
    await (kind === 'command' ? bot.answers.show(visit, message) : bot.answers.add(visit, message));
  } catch (thrown) {
    if (!isGone(thrown)) bot.log('error', 'could not answer', { cause: describeThrown(thrown) });
  }
}

function strangerRefusal(asked: Command | Click): string | undefined {
  if (asked.kind === 'command' || asked.messageOf === undefined || asked.messageOf === asked.visit.userId) {
    return undefined;
  }
  return 'This card belongs to somebody else. Prepare your own escrow with /escrow deploy.';
}

/** `v1:action:id`; what is not of this form is no action of ours. */
function readCustomId(customId: string): [action: string, id: string] {
  const [, action = '', id = ''] = /^v1:([a-z-]+):(.*)$/s.exec(customId) ?? [];
  return [action, id];
}
