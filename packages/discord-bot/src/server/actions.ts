/** `/escrow settings`, and what its selects and forms change. Everything here has the access `settings`. */
import { CountersignError, type FieldProblem } from '@countersign/core/errors';
import { addressProblem, canonicalDecimal } from '@countersign/core/escrow';
import { ComponentType } from 'discord.js';
import type { Modal } from '../answers.ts';
import { type ButtonSpec, type FormSpec, type ModalContext, NO_REQUESTS, type Reply, type Task } from '../task.ts';
import { modal, textField } from '../views/modal.ts';
import { type Defaults, namesOfDefaults } from './defaults.ts';
import { MOST_CHOSEN, settingsPanel } from './panel.ts';
import type { ServerRows, ServerSettings } from './server-rows.ts';
import { ACTS } from './server-rules.ts';

type Texts = ReadonlyMap<string, string>;
const given = (texts: Texts, id: string): string => texts.get(id)?.trim() ?? '';

const panel = ({ bot, person }: Task): Reply => ({ message: settingsPanel(bot.state.servers.of(person.guildId)) });

/** `/escrow settings` */
export async function openSettings(task: Task): Promise<Reply[]> {
  return [panel(task)];
}

function change(task: Task, setting: keyof ServerSettings, changes: Parameters<ServerRows['change']>[1]): Reply {
  const { bot, person } = task;
  bot.state.servers.change(person.guildId, changes);
  bot.log('info', 'a server’s settings were changed', { setting, guild: person.guildId, user: person.userId });
  return panel(task);
}

/** What a select sends is a client's word. @throws CountersignError INPUT_INVALID */
function idsIn(values: readonly string[]): string[] {
  const ids = [...new Set(values)];
  if (ids.length <= MOST_CHOSEN && ids.every((id) => /^\d{17,20}$/.test(id))) return ids;
  throw new CountersignError('INPUT_INVALID', { message: 'This cannot be chosen here. Nothing was changed.' });
}

async function setRoles(task: Task, id: string, values: readonly string[]): Promise<Reply> {
  const act = ACTS.find((each) => each === id);
  if (act === undefined) throw fromAnotherVersion();
  return change(task, 'roles', { roles: { [act]: idsIn(values) } });
}

async function setChannels(task: Task, _: string, values: readonly string[]): Promise<Reply> {
  return change(task, 'channels', { channels: idsIn(values) });
}

const addressField = (id: 'platformAddress' | 'disputeResolver', label: string, { [id]: value = '' }: Defaults) =>
  textField({ id, label, description: 'An address, G… or C…. Empty: no default.', isOptional: true, value });

function defaultsModal(customId: string, _: string, { bot, person }: ModalContext): Modal {
  const { defaults = {} } = bot.state.servers.of(person.guildId);
  return modal(
    customId,
    'Defaults of this server',
    addressField('platformAddress', 'Platform address', defaults),
    textField({
      id: 'platformFee',
      label: 'Platform fee in percent',
      description: '5 means 5 %. Empty: no default.',
      isOptional: true,
      value: defaults.platformFee ?? '',
    }),
    textField({
      id: 'token',
      label: 'Token',
      description: 'Its name if it is known here, like USDC, or its contract, C…. Empty: no default.',
      isOptional: true,
      value: defaults.token ?? '',
    }),
    addressField('disputeResolver', 'Dispute resolver', defaults),
  );
}

async function setDefaults(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = (['platformAddress', 'platformFee', 'token', 'disputeResolver'] as const).map(
    (name) => [name, given(texts, name) || null] as const,
  );
  const set = Object.fromEntries(typed.filter(([, value]) => value !== null)) as Defaults;
  const fields = await defaultProblems(task, set);
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  return change(task, 'defaults', { defaults: Object.fromEntries(typed) });
}

/** Addresses are whole: a name in somebody's address book says nothing to the others. The rest is as in any request. */
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

const amountField = (id: 'maxAmount' | 'maxPerDay', label: string, value = '') =>
  textField({ id, label, description: 'In units of the token, like 150. Empty: no limit.', isOptional: true, value });

function limitsModal(customId: string, _: string, { bot, person }: ModalContext): Modal {
  const { maxAmount, maxPerDay, dayOf = 'tenant' } = bot.state.servers.of(person.guildId).limits ?? {};
  return modal(
    customId,
    'Limits of this server',
    amountField('maxAmount', 'The most at once', maxAmount),
    amountField('maxPerDay', 'The most in one day (UTC), of one token', maxPerDay),
    {
      type: ComponentType.Label,
      label: 'The day’s limit counts for',
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'dayOf',
        options: [
          { label: 'All members of this server together', value: 'tenant', default: dayOf === 'tenant' },
          { label: 'Each member by themselves', value: 'person', default: dayOf === 'person' },
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
    const text = given(texts, name);
    return { name, text, amount: text === '' ? null : canonicalDecimal(text) };
  });
  const fields = typed.flatMap(({ name, text, amount }) =>
    amount === undefined || amount?.startsWith('-') || text.length > LONGEST_AMOUNT
      ? [{ path: name, problem: 'is not an amount in token units, like 150 or 0.5' }]
      : [],
  );
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  if (typed.every(({ amount }) => amount === null)) return change(task, 'limits', { limits: null });
  const amounts = Object.fromEntries(typed.map(({ name, amount }) => [name, amount ?? null]));
  const dayOf = values.get('dayOf')?.[0] === 'person' ? 'person' : 'tenant';
  return change(task, 'limits', { limits: { ...amounts, dayOf, setBy: task.person.userId } });
}

const LONGEST_AMOUNT = 40;

const RULES = { access: 'settings', acknowledgement: 'same', cost: NO_REQUESTS } as const;

/** Pressed where no form opened. */
const noForm = async (task: Task): Promise<Reply> => panel(task);

export const SETTINGS_BUTTONS: readonly (readonly [string, ButtonSpec])[] = [
  ['settings-roles', { ...RULES, press: setRoles }],
  ['settings-channels', { ...RULES, press: setChannels }],
  ['settings-defaults', { ...RULES, press: noForm, modal: defaultsModal }],
  ['settings-limits', { ...RULES, press: noForm, modal: limitsModal }],
];

export const SETTINGS_FORMS: readonly (readonly [string, FormSpec])[] = [
  ['settings-defaults', { ...RULES, submit: setDefaults }],
  ['settings-limits', { ...RULES, submit: setLimits }],
];

function fromAnotherVersion(): CountersignError {
  return new CountersignError('INPUT_INVALID', {
    message: 'This select is from another version.',
    remedy: 'Use /escrow settings again.',
  });
}
