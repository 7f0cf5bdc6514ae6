/** Who may use what, decided only here, by the interaction and the server's settings. */

import type { ActionName, CallOptions, PersonalDesk, TenantLimits } from '@countersign/core';
import { format } from '@countersign/core/text/message';
import { PermissionFlagsBits } from 'discord.js';
import type { Interaction } from '../discord/interaction.ts';
import type { DiscordSettings } from '../settings.ts';
import type { ServerSettings } from '../state/server-rows.ts';
import type { Access } from '../task.ts';
import { invalid, type Words } from '../words/index.ts';
import type { Act } from '../words/keys.ts';

const { Administrator, ManageGuild } = PermissionFlagsBits;

export const ACTS: readonly Act[] = ['prepare', 'fund', 'steps'];

/** Why this person may not, as a sentence; nothing if they may. A server only restricts what the operator allows. */
export function refusalFor(
  interaction: Interaction,
  access: Access,
  settings: Pick<DiscordSettings, 'guildId' | 'allowedRoles'>,
  ofServer: ServerSettings,
  { problems }: Words,
): string | undefined {
  const { guildId, roles } = interaction;
  // There Discord lets an answer be changed for 15 minutes, and nothing be posted.
  if (guildId === undefined) {
    return access === 'everyone' && settings.guildId === undefined ? undefined : problems.onlyInServers;
  }
  if (settings.guildId !== undefined && settings.guildId !== guildId) {
    return problems.servesAnotherServer;
  }
  // Before every other rule, so that no setting can lock out who may change it.
  if (access === 'settings') return isManager(interaction) ? undefined : problems.notAManager;
  const elsewhere = channelProblem(interaction, ofServer, problems);
  if (elsewhere !== undefined || access === 'everyone') return elsewhere;
  const { allowedRoles } = settings;
  if (allowedRoles.length > 0 && !allowedRoles.some((role) => roles.includes(role))) {
    return problems.noRole;
  }
  return actProblem(interaction, access, ofServer, problems);
}

export const isManager = ({ permissions }: Pick<Interaction, 'permissions'>): boolean =>
  (permissions & (Administrator | ManageGuild)) !== 0n;

type Who = Pick<Interaction, 'guildId' | 'roles'>;

/** @param access an act, or `allowed-roles` for commands of no single act. @returns why not, as a sentence */
export function actProblem(
  who: Who,
  access: Act | 'allowed-roles',
  settings: ServerSettings,
  { actForbidden }: Words['problems'],
): string | undefined {
  const acts = access === 'allowed-roles' ? ACTS : [access];
  if (acts.some((act) => mayDo(act, who, settings))) return undefined;
  return actForbidden[access === 'allowed-roles' ? 'any' : access];
}

function mayDo(act: Act, { guildId, roles }: Who, settings: ServerSettings): boolean {
  const needed = settings.roles?.[act] ?? [];
  // The role @everyone has the server's own id, and is not listed with a member.
  return needed.length === 0 || needed.some((role) => role === guildId || roles.includes(role));
}

export function channelProblem(
  { channelId, parentId }: Pick<Interaction, 'channelId' | 'parentId'>,
  { channels = [] }: ServerSettings,
  { notInThisChannel }: Words['problems'],
): string | undefined {
  if (channels.length === 0 || channels.includes(channelId) || channels.includes(parentId ?? '')) return undefined;
  return format(notInThisChannel, { channels: channels.map((id) => `<#${id}>`).join(', ') });
}

function actOf(action: ActionName): Act | undefined {
  if (action === 'deploy') return 'prepare';
  if (action === 'fund') return 'fund';
  return action === 'trust' ? undefined : 'steps';
}

/** The desk limited to what the person's roles allow, even for a button that has only an id. */
export function withinRoles(desk: PersonalDesk, who: Who, settings: ServerSettings, words: Words): PersonalDesk {
  if (ACTS.every((act) => mayDo(act, who, settings))) return desk;
  const requireAct = (act: Act | undefined) => {
    const problem = act && actProblem(who, act, settings, words.problems);
    if (problem === undefined) return;
    throw invalid(words, { message: problem, remedy: words.problems.nothingPrepared });
  };
  const requireActOf = async (id: string, { signal }: CallOptions = {}) => {
    // A status of an escrow names no action.
    const { action = 'deploy' } = await desk.status(id, signal && { signal });
    requireAct(actOf(action));
  };
  return {
    ...desk,
    prepare: async (name, request, options) => {
      requireAct(actOf(name));
      return await desk.prepare(name, request, options);
    },
    prepareStep: async (steps, input, options) => {
      requireAct('steps');
      return await desk.prepareStep(steps, input, options);
    },
    end: async (input, options) => {
      requireAct('steps');
      return await desk.end(input, options);
    },
    renew: async (id, options) => {
      await requireActOf(id, options);
      return await desk.renew(id, options);
    },
    confirm: async (id, confirmation, options) => {
      await requireActOf(id, options);
      return await desk.confirm(id, confirmation, options);
    },
  };
}

/** The limits as the desk applies them before it prepares anything. */
export function limitsOf({ limits }: ServerSettings, { server }: Words): TenantLimits | undefined {
  if (limits === undefined) return undefined;
  const { setBy, ...numbers } = limits;
  return { ...numbers, remedy: format(server.limitRemedy[limits.dayOf], { who: setBy }) };
}
