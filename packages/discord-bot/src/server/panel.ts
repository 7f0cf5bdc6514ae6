/** The settings of a server, as members with Manage Server see and change them. */

import { format, pluralForm, upper } from '@countersign/core/text/message';
import { LANGUAGES, type Language } from '@countersign/core/words';
import { type APIComponentInContainer, ComponentType, SelectMenuDefaultValueType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { WRITABLE_CHANNELS } from '../discord/permissions.ts';
import type { ServerLimits, ServerSettings } from '../state/server-rows.ts';
import { REMINDER_DAYS, USUAL_DAYS } from '../state/watch-rows.ts';
import { code, line, percent } from '../views/markdown.ts';
import { button, buttons, choice, container, RULE, text } from '../views/parts.ts';
import { type Words, wordsOf } from '../words/index.ts';
import type { Act, DefaultName, Defaults } from '../words/keys.ts';
import { ACTS } from './access.ts';
import { namesOfDefaults } from './defaults.ts';

/** Discord's limit of choices in a select. */
export const MOST_CHOSEN = 25;

/** In place of an id: a server has only one panel. */
export const OF_SERVER = 'server';

export const LOG_HERE = 'here';
const NO_LOG = 'off';
/** @param mayLogHere whether the person and the bot can write where it is shown */
export function settingsPanel(settings: ServerSettings, words: Words, mayLogHere: boolean): Message {
  const { roles = {}, channels = [], defaults = {}, limits, logChannel, retentionDays } = settings;
  const { server } = words;
  return {
    components: container('plain', [
      text(`## ${server.heading}\n${server.intro}`),
      text(server.roles),
      ...ACTS.map((act) => rolesSelect(act, roles[act] ?? [], server)),
      text(server.channels),
      channelsSelect(channels, server),
      text(server.language),
      choiceSelect('language', settings, words),
      text(server.messages),
      choiceSelect('place', settings, words),
      choiceSelect('reminderDays', settings, words),
      RULE,
      text(`${server.defaults}\n${defaultsText(defaults, server)}`),
      text(`${server.limits}\n${limitsText(limits, words)}`),
      text(`${server.retention}\n${retentionDays === undefined ? server.asInstalled : daysText(retentionDays, words)}`),
      text(`${server.log}\n${logText(settings, server)}${mayLogHere ? '' : ` ${server.logElsewhere}`}`),
      buttons(
        button(server.changeDefaults, 'settings-defaults', OF_SERVER),
        button(server.changeLimits, 'settings-limits', OF_SERVER),
        button(server.changeRetention, 'settings-retention', OF_SERVER),
        ...(mayLogHere ? [button(server.logHere, 'settings-log', LOG_HERE)] : []),
        ...(logChannel === undefined ? [] : [button(server.noMoreLog, 'settings-log', NO_LOG)]),
      ),
    ]),
  };
}

const daysText = (count: number, { server: { dayCount }, language }: Words): string =>
  pluralForm(language, count) === 'one' ? dayCount.one : format(dayCount.other, { count });

function logText({ logChannel, logEndedIn }: ServerSettings, { noLog, logEnded }: Words['server']): string {
  if (logChannel !== undefined) return `<#${logChannel}>`;
  return logEndedIn === undefined ? noLog : `⚠️ ${format(logEnded, { channel: `<#${logEndedIn}>` })}`;
}

const SEVERAL = { min_values: 0, max_values: MOST_CHOSEN };

const rolesSelect = (act: Act, chosen: readonly string[], { may }: Words['server']): APIComponentInContainer =>
  choice({
    ...{ type: ComponentType.RoleSelect, custom_id: `v1:settings-roles:${act}`, placeholder: may[act], ...SEVERAL },
    default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
  });

const channelsSelect = (chosen: readonly string[], { usableIn }: Words['server']): APIComponentInContainer =>
  choice({
    ...{ type: ComponentType.ChannelSelect, custom_id: `v1:settings-channels:${OF_SERVER}`, placeholder: usableIn },
    channel_types: [...WRITABLE_CHANNELS],
    ...SEVERAL,
    default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
  });

type Choice = {
  readonly select: string;
  /** In place of a value where none is set. */
  readonly unset?: string;
  readonly values: readonly (string | number)[];
  readonly labelOf: (value: string | number | undefined, words: Words) => string;
};

export type ChoiceName = 'language' | 'place' | 'reminderDays';

/** Settings of which one value is chosen. */
export const CHOICES: Readonly<Record<ChoiceName, Choice>> = {
  language: {
    select: 'settings-language',
    // As the server has it in Discord.
    unset: 'discord',
    values: LANGUAGES,
    labelOf: (language, { server }) =>
      language === undefined ? server.asInDiscord : wordsOf(language as Language).languageName,
  },
  place: {
    select: 'settings-place',
    unset: 'ask',
    values: ['private', 'channel'],
    labelOf: (place, { server, team }) => {
      if (place === 'private') return team.inPrivateThread;
      // Members are also asked where an earlier version stored another kind of place.
      return place === 'channel' ? team.whereItIsAsked : server.askMembers;
    },
  },
  reminderDays: {
    select: 'settings-reminder',
    values: REMINDER_DAYS,
    labelOf: (days, words) => format(words.server.remindAfter, { days: daysText(Number(days), words) }),
  },
};

function choiceSelect(name: ChoiceName, settings: ServerSettings, words: Words): APIComponentInContainer {
  const { select, unset, values, labelOf } = CHOICES[name];
  const { [name]: chosen = unset ?? USUAL_DAYS } = settings;
  const options = [...(unset === undefined ? [] : [unset]), ...values].map((value) => ({
    label: labelOf(value === unset ? undefined : value, words),
    value: `${value}`,
    default: value === chosen,
  }));
  return choice({ type: ComponentType.StringSelect, custom_id: `v1:${select}:${OF_SERVER}`, options });
}

function defaultsText(defaults: Defaults, { defaultNames, noneSet }: Words['server']): string {
  const lines = namesOfDefaults(defaults).map((name) => `**${upper(defaultNames[name])}** ${shown(name, defaults)}`);
  return lines.length === 0 ? noneSet : lines.join('\n');
}

function shown(name: DefaultName, { [name]: value = '' }: Defaults): string {
  if (name === 'platformFee') return percent(value);
  return name === 'token' ? line(value, 60) : code(value);
}

function limitsText(limits: ServerLimits | undefined, { server, card }: Words): string {
  if (limits === undefined) return server.noneSet;
  const { maxAmount, maxPerDay, dayOf, setBy } = limits;
  return [
    ...(maxAmount === undefined ? [] : [`**${server.atOnce}** ${format(card.atMost, { amount: line(maxAmount) })}`]),
    ...(maxPerDay === undefined
      ? []
      : [`**${server.inOneDay[dayOf]}** ${format(card.atMost, { amount: line(maxPerDay) })}`]),
    format(server.setBy, { who: `<@${setBy}>` }),
  ].join('\n');
}
