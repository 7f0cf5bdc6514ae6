/** Who may do what here, from what Discord sent along with the interaction. */
import type { DiscordSettings } from './settings.ts';
import type { Visit } from './visit.ts';

/** Commands and buttons by which escrows come about; what reads alone is open to everybody who sees the command. */
const NEEDS_ROLE = new Set(['deploy', 'submit', 'pending', 'renew', 'discard', 'check', 'failed', 'failed-yes']);

/** Why this person may not, as a sentence to show; nothing if they may. */
export function refusalFor(
  { guildId, roles }: Visit,
  action: string,
  settings: Pick<DiscordSettings, 'guildId' | 'allowedRoles'>,
): string | undefined {
  if (guildId === undefined) return 'This works in a server, not in direct messages.';
  if (settings.guildId !== undefined && settings.guildId !== guildId) {
    return 'This installation serves another server.';
  }
  const { allowedRoles } = settings;
  if (NEEDS_ROLE.has(action) && allowedRoles.length > 0 && !allowedRoles.some((role) => roles.includes(role))) {
    return 'You do not have a role that may deploy and submit escrows here. Ask the person who runs this bot in your server.';
  }
  return undefined;
}
