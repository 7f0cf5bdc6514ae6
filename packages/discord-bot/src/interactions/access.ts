/** Who may use what, decided only here, from what Discord sent with the interaction. */
import type { ServerSettings } from '../server/server-rows.ts';
import { actProblem, channelProblem, isManager } from '../server/server-rules.ts';
import type { DiscordSettings } from '../settings.ts';
import type { Access } from '../task.ts';
import type { Words } from '../words/index.ts';
import type { Interaction } from './interaction.ts';

/**
 * Why this person may not, as a sentence to show; nothing if they may. What a server set restricts further what the
 * operator allows, and never lifts it.
 */
export function refusalFor(
  interaction: Interaction,
  access: Access,
  settings: Pick<DiscordSettings, 'guildId' | 'allowedRoles'>,
  ofServer: ServerSettings,
  { problems }: Words,
): string | undefined {
  const { guildId, roles } = interaction;
  if (guildId === undefined) return problems.IN_SERVERS_ALONE;
  if (settings.guildId !== undefined && settings.guildId !== guildId) {
    return problems.SERVES_ANOTHER_SERVER;
  }
  // Before every other rule, so that no setting can lock out who may change it.
  if (access === 'settings') return isManager(interaction) ? undefined : problems.NOT_A_MANAGER;
  const elsewhere = channelProblem(interaction, ofServer, problems);
  if (elsewhere !== undefined || access === 'everyone') return elsewhere;
  const { allowedRoles } = settings;
  if (allowedRoles.length > 0 && !allowedRoles.some((role) => roles.includes(role))) {
    return problems.NO_ROLE;
  }
  return actProblem(interaction, access, ofServer, problems);
}
