/** The settings of a server, as members with Manage Server see and change them. */

import { LANGUAGES, type Language } from '@countersign/core/words';
import { type APIComponentInContainer, ComponentType, SelectMenuDefaultValueType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { WRITABLE_CHANNELS } from '../discord/permissions.ts';
import type { ServerLimits, ServerSettings } from '../state/server-rows.ts';
import { code, line, percent } from '../views/markdown.ts';
import { button, buttons, container, RULE, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
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
  const { roles = {}, channels = [], defaults = {}, limits, language, logChannel, retentionDays } = settings;
  const { server } = words;
  return {
    components: container('plain', [
      text(`## ${server.HEADING}\n${server.INTRO}`),
      text(server.ROLES),
      ...ACTS.map((act) => rolesSelect(act, roles[act] ?? [], server)),
      text(server.CHANNELS),
      channelsSelect(channels, server),
      text(server.LANGUAGE),
      languageSelect(language, server),
      RULE,
      text(`${server.DEFAULTS}\n${defaultsText(defaults, server)}`),
      text(`${server.LIMITS}\n${limitsText(limits, words)}`),
      text(`${server.RETENTION}\n${retentionDays === undefined ? server.AS_INSTALLED : server.days(retentionDays)}`),
      text(`${server.LOG}\n${logText(settings, server)}${mayLogHere ? '' : ` ${server.LOG_ELSEWHERE}`}`),
      buttons(
        button(server.CHANGE_DEFAULTS, 'settings-defaults', OF_SERVER),
        button(server.CHANGE_LIMITS, 'settings-limits', OF_SERVER),
        button(server.CHANGE_RETENTION, 'settings-retention', OF_SERVER),
        ...(mayLogHere ? [button(server.LOG_HERE, 'settings-log', LOG_HERE)] : []),
        ...(logChannel === undefined ? [] : [button(server.NO_MORE_LOG, 'settings-log', NO_LOG)]),
      ),
    ]),
  };
}

function logText({ logChannel, logEndedIn }: ServerSettings, { NO_LOG, logEnded }: Words['server']): string {
  if (logChannel !== undefined) return `<#${logChannel}>`;
  return logEndedIn === undefined ? NO_LOG : `⚠️ ${logEnded(`<#${logEndedIn}>`)}`;
}

function rolesSelect(act: Act, chosen: readonly string[], { MAY }: Words['server']): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.RoleSelect,
        custom_id: `v1:settings-roles:${act}`,
        placeholder: MAY[act],
        min_values: 0,
        max_values: MOST_CHOSEN,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
      },
    ],
  };
}

function channelsSelect(chosen: readonly string[], { USABLE_IN }: Words['server']): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: `v1:settings-channels:${OF_SERVER}`,
        placeholder: USABLE_IN,
        channel_types: [...WRITABLE_CHANNELS],
        min_values: 0,
        max_values: MOST_CHOSEN,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
      },
    ],
  };
}

/** Each by its own name. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };
/** Value in the select: the server's language in Discord. */
export const AS_IN_DISCORD = 'discord';

function languageSelect(chosen: Language | undefined, words: Words['server']): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: `v1:settings-language:${OF_SERVER}`,
        options: [
          { label: words.AS_IN_DISCORD, value: AS_IN_DISCORD, default: chosen === undefined },
          ...LANGUAGES.map((language) => ({
            label: LANGUAGE_NAMES[language],
            value: language,
            default: chosen === language,
          })),
        ],
      },
    ],
  };
}

function defaultsText(defaults: Defaults, { DEFAULT_NAMES, NONE_SET }: Words['server']): string {
  const lines = namesOfDefaults(defaults).map((name) => `**${capital(DEFAULT_NAMES[name])}** ${shown(name, defaults)}`);
  return lines.length === 0 ? NONE_SET : lines.join('\n');
}

function shown(name: DefaultName, { [name]: value = '' }: Defaults): string {
  if (name === 'platformFee') return percent(value);
  return name === 'token' ? line(value, 60) : code(value);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function limitsText(limits: ServerLimits | undefined, { server, card }: Words): string {
  if (limits === undefined) return server.NONE_SET;
  const { maxAmount, maxPerDay, dayOf, setBy } = limits;
  return [
    ...(maxAmount === undefined ? [] : [`**${server.AT_ONCE}** ${card.atMost(line(maxAmount))}`]),
    ...(maxPerDay === undefined ? [] : [`**${server.inOneDay(dayOf)}** ${card.atMost(line(maxPerDay))}`]),
    server.setBy(`<@${setBy}>`),
  ].join('\n');
}
