/** The settings of a server, as members with Manage Server see and change them. */
import { type APIComponentInContainer, ComponentType, SelectMenuDefaultValueType } from 'discord.js';
import type { Message } from '../answers.ts';
import { code, line } from '../views/markdown.ts';
import { button, buttons, container, RULE, text } from '../views/parts.ts';
import { WRITABLE_CHANNELS } from '../watch/may-write.ts';
import type { Act } from './act.ts';
import { DEFAULT_WORDS, type DefaultName, type Defaults, namesOfDefaults } from './defaults.ts';
import type { ServerLimits, ServerSettings } from './server-rows.ts';
import { ACTS } from './server-rules.ts';

/** As many as Discord lets a select have chosen. */
export const MOST_CHOSEN = 25;

const PLACEHOLDERS: Readonly<Record<Act, string>> = {
  prepare: 'Roles that may prepare escrows',
  fund: 'Roles that may prepare payments into escrows',
  steps: 'Roles that may report, approve, pay out, dispute, decide',
};

/** In place of an id: there is nothing else to tell apart. */
export const OF_SERVER = 'server';

export function settingsPanel({ roles = {}, channels = [], defaults = {}, limits }: ServerSettings): Message {
  return {
    components: container('plain', [
      text(
        '## Settings of this server\nOnly members with Manage Server see and change them. A change counts at once. They restrict further what the person who runs this bot allows.',
      ),
      text('### Roles\nWhere none is chosen, everybody may who may use the bot.'),
      ...ACTS.map((act) => rolesSelect(act, roles[act] ?? [])),
      text('### Channels\nWhere none is chosen, the bot may be used everywhere. A thread counts as its channel.'),
      channelsSelect(channels),
      RULE,
      text(`### Defaults\nFilled in where a draft or a file leaves them out.\n${defaultsText(defaults)}`),
      text(`### Limits\nBeyond them nothing is prepared here, whoever asks.\n${limitsText(limits)}`),
      buttons(
        button('Change defaults', 'settings-defaults', OF_SERVER),
        button('Change limits', 'settings-limits', OF_SERVER),
      ),
    ]),
  };
}

function rolesSelect(act: Act, chosen: readonly string[]): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.RoleSelect,
        custom_id: `v1:settings-roles:${act}`,
        placeholder: PLACEHOLDERS[act],
        min_values: 0,
        max_values: MOST_CHOSEN,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
      },
    ],
  };
}

function channelsSelect(chosen: readonly string[]): APIComponentInContainer {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: `v1:settings-channels:${OF_SERVER}`,
        placeholder: 'Channels where the bot may be used',
        channel_types: [...WRITABLE_CHANNELS],
        min_values: 0,
        max_values: MOST_CHOSEN,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
      },
    ],
  };
}

function defaultsText(defaults: Defaults): string {
  const lines = namesOfDefaults(defaults).map((name) => `**${capital(DEFAULT_WORDS[name])}** ${shown(name, defaults)}`);
  return lines.length === 0 ? 'None is set.' : lines.join('\n');
}

function shown(name: DefaultName, { [name]: value = '' }: Defaults): string {
  if (name === 'platformFee') return `${line(value)} %`;
  return name === 'token' ? line(value, 60) : code(value);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function limitsText(limits: ServerLimits | undefined): string {
  if (limits === undefined) return 'None is set.';
  const { maxAmount, maxPerDay, dayOf, setBy } = limits;
  const whose = dayOf === 'tenant' ? 'all members together' : 'each member';
  return [
    ...(maxAmount === undefined ? [] : [`**One escrow, payment or step** at most ${line(maxAmount)}`]),
    ...(maxPerDay === undefined ? [] : [`**One day (UTC), of one token, ${whose}** at most ${line(maxPerDay)}`]),
    `In units of the token. Set by <@${setBy}>.`,
  ].join('\n');
}
