/** Who may use what, from what Discord sent along with the interaction. */
import type { Interaction } from './interaction.ts';
import type { DiscordSettings } from './settings.ts';
import type { Access } from './task.ts';

/** Why this person may not, as a sentence to show; nothing if they may. */
export function refusalFor(
  { guildId, roles }: Interaction,
  access: Access,
  settings: Pick<DiscordSettings, 'guildId' | 'allowedRoles'>,
): string | undefined {
  if (guildId === undefined) return 'This works in a server, not in direct messages.';
  if (settings.guildId !== undefined && settings.guildId !== guildId) {
    return 'This installation serves another server.';
  }
  const { allowedRoles } = settings;
  if (access === 'everyone' || allowedRoles.length === 0 || allowedRoles.some((role) => roles.includes(role))) {
    return undefined;
  }
  return 'You do not have a role that may prepare and send anything here. Ask the person who runs this bot in your server.';
}
