/** `/escrow settings`, and what its selects and forms change. Everything here has the access `settings`. */

import { CountersignError, type FieldProblem, fieldProblem } from '@countersign/core/errors';
import { addressProblem, readAmount } from '@countersign/core/escrow';
import type { APILabelComponent } from 'discord.js';
import type { Submission } from '../discord/interaction.ts';
import { canBothWrite, writeProblem } from '../discord/permissions.ts';
import { cannotWrite, isUnreachable } from '../discord/posts.ts';
import { languageOfServer, type ServerRows, type ServerSettings } from '../state/server-rows.ts';
import { type ButtonSpec, type FormSpec, NO_REQUESTS, type Reply, type Task } from '../task.ts';
import { modal, radioField, textField, textOf } from '../views/parts.ts';
import { invalid, type Words, wordsOf } from '../words/index.ts';
import type { Defaults } from '../words/keys.ts';
import { ACTS } from './access.ts';
import { DEFAULT_NAMES, namesOfDefaults } from './defaults.ts';
import { CHOICES, type ChoiceName, LOG_HERE, MOST_CHOSEN, settingsPanel } from './panel.ts';
import { beginLog } from './server-log.ts';

/** What every change of a setting needs: rules, panel, and a line in the log. */
const RULES = { access: 'settings', acknowledgement: 'same', cost: NO_REQUESTS } as const;

type Texts = Submission['texts'];

const panel = async ({ bot, person, interaction, words }: Task): Promise<Reply> => ({
  message: settingsPanel(await bot.state.servers.settingsOf(person.guildId), words, canBothWrite(interaction)),
});

export const openSettings = async (task: Task): Promise<Reply[]> => [await panel(task)];

type Changed = Parameters<ServerRows['change']>[1];

async function change(task: Task, setting: keyof ServerSettings, changes: Changed): Promise<Reply> {
  const { bot, person } = task;
  await bot.state.servers.change(person.guildId, changes);
  bot.log('info', 'a server’s settings were changed', { setting, guild: person.guildId, user: person.userId });
  return await panel(task);
}

/** The fields of a form as the server has them. A field that is left empty removes the setting. */
type Form = (settings: ServerSettings, words: Words['server']) => [title: string, ...fields: APILabelComponent[]];

const opens = (form: Form): ButtonSpec => ({
  ...RULES,
  press: panel,
  modal: async (customId, _, { bot, person, words }) =>
    modal(customId, ...form(await bot.state.servers.settingsOf(person.guildId), words.server)),
});

const optional = (id: string, label: string, description: string, value = '') =>
  textField({ id, label, description, value, isOptional: true });

/** A server's defaults for missing fields of a request. */
const defaultsForm: Form = ({ defaults = {} }, words) => [
  words.defaultsTitle,
  optional('platformAddress', words.platformAddress, words.addressHow, defaults.platformAddress),
  optional('platformFee', words.fee, words.feeHow, defaults.platformFee),
  optional('token', words.token, words.tokenHow, defaults.token),
  optional('disputeResolver', words.resolver, words.addressHow, defaults.disputeResolver),
];

async function setDefaults(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = DEFAULT_NAMES.map((name) => [name, textOf(texts, name) || null] as const);
  const set = Object.fromEntries(typed.filter(([, value]) => value !== null)) as Defaults;
  const fields = await defaultProblems(task, set);
  if (fields.length > 0) throw invalid(task.words, { fields });
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

const limitsForm: Form = ({ limits }, words) => {
  const { maxAmount, maxPerDay, dayOf = 'tenant' } = limits ?? {};
  return [
    words.limitsTitle,
    optional('maxAmount', words.mostAtOnce, words.amountHow, maxAmount),
    optional('maxPerDay', words.mostInADay, words.amountHow, maxPerDay),
    radioField('dayOf', words.dayCountsFor, { tenant: words.allTogether, person: words.each }, dayOf),
  ];
};

const LONGEST_AMOUNT = 40;

async function setLimits(task: Task, _: string, texts: Texts, values: Submission['values']): Promise<Reply> {
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

/** Uses the channel where it is pressed, since Discord tells the person's permissions only there. */
async function setLog(task: Task, id: string): Promise<Reply> {
  const { bot, person, interaction, words } = task;
  if (id !== LOG_HERE) return await change(task, 'logChannel', { logChannel: null, logEndedIn: null });
  const { channel } = interaction;
  const problem = channel === undefined ? words.watch.noChannel : writeProblem(channel, words.watch);
  if (problem !== undefined || channel === undefined) throw refused(problem ?? '', words, words.server.logElsewhere);
  try {
    const ofServer = wordsOf(languageOfServer(await bot.state.servers.settingsOf(person.guildId)));
    await beginLog(bot, channel.id, person.userId, ofServer);
  } catch (thrown) {
    if (!isUnreachable(thrown)) throw thrown;
    throw refused(cannotWrite(thrown, `<#${channel.id}>`, words), words, words.server.logElsewhere);
  }
  return await change(task, 'logChannel', { logChannel: channel.id, logEndedIn: null });
}

const refused = (message: string, words: Words, remedy?: string) =>
  invalid(words, { message, ...(remedy === undefined ? {} : { remedy }) });

const retentionForm: Form = ({ retentionDays = '' }, words) => [
  words.changeRetention,
  optional('days', words.days, words.daysHow, `${retentionDays}`),
];

const MOST_DAYS = 3_650;

async function setRetention(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = textOf(texts, 'days');
  const days = /^\d{1,4}$/.test(typed) ? Number(typed) : undefined;
  if (typed !== '' && (days === undefined || days < 1 || days > MOST_DAYS)) {
    throw invalid(task.words, { fields: [{ path: 'days', problem: task.words.server.noDays }] });
  }
  const reply = await change(task, 'retentionDays', { retentionDays: days ?? null });
  await task.bot.retention.look(task.person.guildId);
  return reply;
}

/** Checks what a select sent, since a client may send anything. @throws CountersignError INPUT_INVALID */
function idsIn(values: readonly string[], words: Words): string[] {
  const ids = [...new Set(values)];
  if (ids.length <= MOST_CHOSEN && ids.every((id) => /^\d{17,20}$/.test(id))) return ids;
  throw refused(words.server.cannotBeChosen, words);
}

/** A button or select sent what this version has none of. */
const fromAnotherVersion = (words: Words) =>
  refused(words.server.selectOfAnotherVersion, words, words.server.chooseAgain);

async function setRoles(task: Task, id: string, values: readonly string[]): Promise<Reply> {
  const act = ACTS.find((each) => each === id);
  if (act === undefined) throw fromAnotherVersion(task.words);
  return await change(task, 'roles', { roles: { [act]: idsIn(values, task.words) } });
}

const setChannels = (task: Task, _: string, values: readonly string[]): Promise<Reply> =>
  change(task, 'channels', { channels: idsIn(values, task.words) });

const chooses = (setting: ChoiceName): ButtonSpec => ({
  ...RULES,
  press: async (task, _, [chosen]) => {
    const { unset, values } = CHOICES[setting];
    const value = values.find((each) => `${each}` === chosen);
    if (value === undefined && (unset === undefined || chosen !== unset)) throw fromAnotherVersion(task.words);
    return await change(task, setting, { [setting]: value ?? null } as Changed);
  },
});

export const SETTINGS_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [
  ['settings-roles', { ...RULES, press: setRoles }],
  ['settings-channels', { ...RULES, press: setChannels }],
  ['settings-language', chooses('language')],
  ['settings-place', chooses('place')],
  ['settings-reminder', chooses('reminderDays')],
  ['settings-retention', opens(retentionForm)],
  ['settings-log', { ...RULES, press: setLog }],
  ['settings-defaults', opens(defaultsForm)],
  ['settings-limits', opens(limitsForm)],
];

export const SETTINGS_FORMS: readonly (readonly [string, FormSpec])[] = [
  ['settings-defaults', { ...RULES, submit: setDefaults }],
  ['settings-limits', { ...RULES, submit: setLimits }],
  ['settings-retention', { ...RULES, submit: setRetention }],
];
