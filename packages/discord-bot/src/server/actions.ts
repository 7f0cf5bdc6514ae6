/** `/escrow settings`, and what its selects and forms change. Everything here has the access `settings`. */

import { CountersignError, type FieldProblem, fieldProblem } from '@countersign/core/errors';
import { addressProblem, readAmount } from '@countersign/core/escrow';
import { LANGUAGES } from '@countersign/core/words';
import { ComponentType } from 'discord.js';
import type { Modal } from '../discord/answers.ts';
import { canBothWrite, writeProblem } from '../discord/permissions.ts';
import { cannotWrite, isUnreachable } from '../discord/posts.ts';
import { languageOfServer, type ServerRows, type ServerSettings } from '../state/server-rows.ts';
import { REMINDER_DAYS } from '../state/watch-rows.ts';
import { type ButtonSpec, type FormSpec, type ModalContext, NO_REQUESTS, type Reply, type Task } from '../task.ts';
import { modal, textField } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';
import type { Defaults } from '../words/keys.ts';
import { ACTS } from './access.ts';
import { namesOfDefaults } from './defaults.ts';
import { AS_IN_DISCORD, ASK_MEMBERS, LOG_HERE, MOST_CHOSEN, PLACES, settingsPanel } from './panel.ts';
import { beginLog } from './server-log.ts';

/** What every change of a setting needs: rules, panel, and a line in the log. */
const RULES = { access: 'settings', acknowledgement: 'same', cost: NO_REQUESTS } as const;

const noForm = (task: Task): Promise<Reply> => panel(task);

type Texts = ReadonlyMap<string, string>;

const textOf = (texts: Texts, id: string): string => texts.get(id)?.trim() ?? '';

const panel = async ({ bot, person, interaction, words }: Task): Promise<Reply> => ({
  message: settingsPanel(await bot.state.servers.settingsOf(person.guildId), words, canBothWrite(interaction)),
});

async function change(
  task: Task,
  setting: keyof ServerSettings,
  changes: Parameters<ServerRows['change']>[1],
): Promise<Reply> {
  const { bot, person } = task;
  await bot.state.servers.change(person.guildId, changes);
  bot.log('info', 'a server’s settings were changed', { setting, guild: person.guildId, user: person.userId });
  return await panel(task);
}

function fromAnotherVersion({ server, language }: Words): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    message: server.selectOfAnotherVersion,
    remedy: server.chooseAgain,
    language,
  });
}

const addressField = (
  id: 'platformAddress' | 'disputeResolver',
  label: string,
  { [id]: value = '' }: Defaults,
  { addressHow }: Words['server'],
) => textField({ id, label, description: addressHow, isOptional: true, value });

/** A server's defaults for missing fields of a request. */
async function defaultsModal(customId: string, _: string, modalContext: ModalContext): Promise<Modal> {
  const { bot, person, words } = modalContext;
  const { server } = words;
  const { defaults = {} } = await bot.state.servers.settingsOf(person.guildId);
  return modal(
    customId,
    server.defaultsTitle,
    addressField('platformAddress', server.platformAddress, defaults, server),
    textField({
      id: 'platformFee',
      label: server.fee,
      description: server.feeHow,
      isOptional: true,
      value: defaults.platformFee ?? '',
    }),
    textField({
      id: 'token',
      label: server.token,
      description: server.tokenHow,
      isOptional: true,
      value: defaults.token ?? '',
    }),
    addressField('disputeResolver', server.resolver, defaults, server),
  );
}

async function setDefaults(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = (['platformAddress', 'platformFee', 'token', 'disputeResolver'] as const).map(
    (name) => [name, textOf(texts, name) || null] as const,
  );
  const set = Object.fromEntries(typed.filter(([, value]) => value !== null)) as Defaults;
  const fields = await defaultProblems(task, set);
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields, language: task.words.language });
  return await change(task, 'defaults', { defaults: Object.fromEntries(typed) });
}

/** Addresses must be full, since a name in one member's address book means nothing to others. */
async function defaultProblems({ desk, call }: Task, defaults: Defaults): Promise<FieldProblem[]> {
  const { platformFee, token } = defaults;
  const request = {
    ...(platformFee === undefined ? {} : { platformFee }),
    ...(token === undefined ? {} : { trustline: { address: token } }),
  };
  const found = await desk.check(request, call);
  return namesOfDefaults(defaults).flatMap((name): FieldProblem[] => {
    if (name === 'platformAddress' || name === 'disputeResolver') {
      const problem = addressProblem(defaults[name] ?? '', ['account', 'contract']);
      return problem === undefined ? [] : [{ path: name, problem }];
    }
    const at = name === 'token' ? 'trustline' : name;
    return found.filter(({ path }) => path.startsWith(at)).map(({ problem }) => ({ path: name, problem }));
  });
}

const amountField = (
  id: 'maxAmount' | 'maxPerDay',
  label: string,
  value: string | undefined,
  { amountHow }: Words['server'],
) => textField({ id, label, description: amountHow, isOptional: true, value: value ?? '' });

async function limitsModal(customId: string, _: string, modalContext: ModalContext): Promise<Modal> {
  const { bot, person, words } = modalContext;
  const { server } = words;
  const { limits } = await bot.state.servers.settingsOf(person.guildId);
  const { maxAmount, maxPerDay, dayOf = 'tenant' } = limits ?? {};
  return modal(
    customId,
    server.limitsTitle,
    amountField('maxAmount', server.mostAtOnce, maxAmount, server),
    amountField('maxPerDay', server.mostInADay, maxPerDay, server),
    {
      type: ComponentType.Label,
      label: server.dayCountsFor,
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'dayOf',
        options: [
          { label: server.allTogether, value: 'tenant', default: dayOf === 'tenant' },
          { label: server.each, value: 'person', default: dayOf === 'person' },
        ],
      },
    },
  );
}

async function setLimits(
  task: Task,
  _: string,
  texts: Texts,
  values: ReadonlyMap<string, readonly string[]>,
): Promise<Reply> {
  const typed = (['maxAmount', 'maxPerDay'] as const).map((name) => {
    const text = textOf(texts, name);
    return { name, text, amount: text === '' ? null : readAmount(text) };
  });
  const fields = typed.flatMap(({ name, text, amount }): FieldProblem[] => {
    if (typeof amount === 'object' && amount?.code === 'TWO_READINGS') return [{ path: name, problem: amount }];
    const isAmount = amount === null || (typeof amount === 'string' && !amount.startsWith('-'));
    return isAmount && text.length <= LONGEST_AMOUNT ? [] : [fieldProblem(name, 'NOT_AN_AMOUNT')];
  });
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  if (typed.every(({ amount }) => amount === null)) return await change(task, 'limits', { limits: null });
  const amounts = Object.fromEntries(typed.map(({ name, amount }) => [name, amount]));
  const dayOf = values.get('dayOf')?.[0] === 'person' ? 'person' : 'tenant';
  return await change(task, 'limits', { limits: { ...amounts, dayOf, setBy: task.person.userId } });
}

const LONGEST_AMOUNT = 40;

/** Uses the channel where it is pressed, since Discord tells the person's permissions only there. */
async function setLog(task: Task, id: string): Promise<Reply> {
  const { bot, person, interaction, words } = task;
  if (id !== LOG_HERE) return await change(task, 'logChannel', { logChannel: null, logEndedIn: null });
  const { channel } = interaction;
  const problem = channel === undefined ? words.watch.noChannel : writeProblem(channel, words.watch);
  if (problem !== undefined || channel === undefined) throw notSet(problem ?? '', words);
  try {
    const ofServer = wordsOf(languageOfServer(await bot.state.servers.settingsOf(person.guildId)));
    await beginLog(bot, channel.id, person.userId, ofServer);
  } catch (thrown) {
    if (!isUnreachable(thrown)) throw thrown;
    throw notSet(cannotWrite(thrown, `<#${channel.id}>`, words), words);
  }
  return await change(task, 'logChannel', { logChannel: channel.id, logEndedIn: null });
}

const notSet = (message: string, { server, language }: Words) =>
  new CountersignError('INPUT_INVALID', { message, remedy: server.logElsewhere, language });

async function retentionModal(customId: string, _: string, modalContext: ModalContext): Promise<Modal> {
  const { bot, person, words } = modalContext;
  const { server } = words;
  const { retentionDays } = await bot.state.servers.settingsOf(person.guildId);
  const value = retentionDays === undefined ? '' : `${retentionDays}`;
  const days = { id: 'days', label: server.days, description: server.daysHow, isOptional: true, value };
  return modal(customId, server.changeRetention, textField(days));
}

const MOST_DAYS = 3_650;

async function setRetention(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = textOf(texts, 'days');
  const days = /^\d{1,4}$/.test(typed) ? Number(typed) : undefined;
  if (typed !== '' && (days === undefined || days < 1 || days > MOST_DAYS)) {
    const { server, language } = task.words;
    throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'days', problem: server.noDays }], language });
  }
  const reply = await change(task, 'retentionDays', { retentionDays: days ?? null });
  await task.bot.retention.look(task.person.guildId);
  return reply;
}

export async function openSettings(task: Task): Promise<Reply[]> {
  return [await panel(task)];
}

export const SETTINGS_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [
  ['settings-roles', { ...RULES, press: setRoles }],
  ['settings-channels', { ...RULES, press: setChannels }],
  ['settings-language', { ...RULES, press: setLanguage }],
  ['settings-place', { ...RULES, press: setPlace }],
  ['settings-reminder', { ...RULES, press: setReminder }],
  ['settings-retention', { ...RULES, press: noForm, modal: retentionModal }],
  ['settings-log', { ...RULES, press: setLog }],
  ['settings-defaults', { ...RULES, press: noForm, modal: defaultsModal }],
  ['settings-limits', { ...RULES, press: noForm, modal: limitsModal }],
];

export const SETTINGS_FORMS: readonly (readonly [string, FormSpec])[] = [
  ['settings-defaults', { ...RULES, submit: setDefaults }],
  ['settings-limits', { ...RULES, submit: setLimits }],
  ['settings-retention', { ...RULES, submit: setRetention }],
];

/** Checks what a select sent, since a client may send anything. @throws CountersignError INPUT_INVALID */
function idsIn(values: readonly string[], { server, language }: Words): string[] {
  const ids = [...new Set(values)];
  if (ids.length <= MOST_CHOSEN && ids.every((id) => /^\d{17,20}$/.test(id))) return ids;
  throw new CountersignError('INPUT_INVALID', { message: server.cannotBeChosen, language });
}

/** Settings that a select changes: roles, channels and the language. */
async function setRoles(task: Task, id: string, values: readonly string[]): Promise<Reply> {
  const act = ACTS.find((each) => each === id);
  if (act === undefined) throw fromAnotherVersion(task.words);
  return await change(task, 'roles', { roles: { [act]: idsIn(values, task.words) } });
}

async function setChannels(task: Task, _: string, values: readonly string[]): Promise<Reply> {
  return await change(task, 'channels', { channels: idsIn(values, task.words) });
}

async function setLanguage(task: Task, _: string, [chosen = '']: readonly string[]): Promise<Reply> {
  const language = LANGUAGES.find((each) => each === chosen);
  if (language === undefined && chosen !== AS_IN_DISCORD) throw fromAnotherVersion(task.words);
  return await change(task, 'language', { language: language ?? null });
}

async function setPlace(task: Task, _: string, [chosen = '']: readonly string[]): Promise<Reply> {
  const place = PLACES.find((each) => each === chosen);
  if (place === undefined && chosen !== ASK_MEMBERS) throw fromAnotherVersion(task.words);
  return await change(task, 'place', { place: place ?? null });
}

async function setReminder(task: Task, _: string, [chosen = '']: readonly string[]): Promise<Reply> {
  const days = REMINDER_DAYS.find((each) => `${each}` === chosen);
  if (days === undefined) throw fromAnotherVersion(task.words);
  return await change(task, 'reminderDays', { reminderDays: days });
}
