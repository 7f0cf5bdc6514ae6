/** The settings of a server, as members with Manage Server see and change them. */

import { format, pluralForm } from '@countersign/core/text/message';
import { LANGUAGES, type Language } from '@countersign/core/words';
import { type APIComponentInContainer, ComponentType, SelectMenuDefaultValueType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { WRITABLE_CHANNELS } from '../discord/permissions.ts';
import type { ServerLimits, ServerSettings } from '../state/server-rows.ts';
import { REMINDER_DAYS } from '../state/watch-rows.ts';
import { code, line, percent } from '../views/markdown.ts';
import { button, buttons, container, RULE, text } from '../views/parts.ts';
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
/** In place of a place. */
export const ASK_MEMBERS = 'ask';
export const PLACES = ['private', 'public', 'channel'] as const;

/** @param mayLogHere whether the person and the bot can write where it is shown */
export function settingsPanel(settings: ServerSettings, words: Words, mayLogHere: boolean): Message {
  const { roles = {}, channels = [], defaults = {}, limits, language, logChannel, retentionDays } = settings;
  const { server } = words;
  return {
    components: container('plain', [
      text(`## ${server.heading}\n${server.intro}`),
      text(server.roles),
      ...ACTS.map((act) => rolesSelect(act, roles[act] ?? [], server)),
      text(server.channels),
      channelsSelect(channels, server),
      text(server.language),
      languageSelect(language, server),
      text(server.messages),
      placeSelect(settings, words),
      reminderSelect(settings, words),
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

function rolesSelect(act: Act, chosen: readonly string[], { may }: Words['server']): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.RoleSelect,
        custom_id: `v1:settings-roles:${act}`,
        placeholder: may[act],
        min_values: 0,
        max_values: MOST_CHOSEN,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
      },
    ],
  };
}

function channelsSelect(chosen: readonly string[], { usableIn }: Words['server']): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: `v1:settings-channels:${OF_SERVER}`,
        placeholder: usableIn,
        channel_types: [...WRITABLE_CHANNELS],
        min_values: 0,
        max_values: MOST_CHOSEN,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
      },
    ],
  };
}

/** Value in the select: the server's language in Discord. */
export const AS_IN_DISCORD = 'discord';

const select = (
  name: string,
  options: readonly { readonly label: string; readonly value: string; readonly default: boolean }[],
): APIComponentInContainer => ({
  type: ComponentType.ActionRow,
  components: [{ type: ComponentType.StringSelect, custom_id: `v1:${name}:${OF_SERVER}`, options: [...options] }],
});

const languageSelect = (chosen: Language | undefined, { asInDiscord }: Words['server']): APIComponentInContainer =>
  select('settings-language', [
    { label: asInDiscord, value: AS_IN_DISCORD, default: chosen === undefined },
    ...LANGUAGES.map((each) => ({ label: wordsOf(each).languageName, value: each, default: chosen === each })),
  ]);

function placeSelect({ place }: ServerSettings, { server, team }: Words): APIComponentInContainer {
  const labels = { private: team.inPrivateThread, public: team.inPublicThread, channel: team.whereItIsAsked };
  return select('settings-place', [
    { label: server.askMembers, value: ASK_MEMBERS, default: place === undefined },
    ...PLACES.map((each) => ({ label: labels[each], value: each, default: place === each })),
  ]);
}

const reminderSelect = ({ reminderDays = 2 }: ServerSettings, words: Words): APIComponentInContainer =>
  select(
    'settings-reminder',
    REMINDER_DAYS.map((days) => ({
      label: format(words.server.remindAfter, { days: daysText(days, words) }),
      value: `${days}`,
      default: days === reminderDays,
    })),
  );

function defaultsText(defaults: Defaults, { defaultNames, noneSet }: Words['server']): string {
  const lines = namesOfDefaults(defaults).map((name) => `**${capital(defaultNames[name])}** ${shown(name, defaults)}`);
  return lines.length === 0 ? noneSet : lines.join('\n');
}

function shown(name: DefaultName, { [name]: value = '' }: Defaults): string {
  if (name === 'platformFee') return percent(value);
  return name === 'token' ? line(value, 60) : code(value);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

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
