/** Requests to Discord's HTTP interface, and why the bot cannot start if one fails. */
import { CountersignError } from '@countersign/core/errors';
import { REST } from 'discord.js';
import { Agent } from 'undici';
import type { DiscordSettings } from '../settings.ts';

/** Discord exempts answers to interactions from the library's 50 requests a second. A 429 is still obeyed. */
const REQUESTS_PER_SECOND = 5_000;

/**
 * Connections at once. Without a limit each of many requests at once makes its own, and 2,000 TLS handshakes alone
 * take longer than the 3 s that Discord waits for an acknowledgement.
 */
const CONNECTIONS = 256;

export function createRest({ apiUrl, token }: Pick<DiscordSettings, 'apiUrl' | 'token'>): REST {
  return new REST(restOptions(apiUrl)).setToken(token);
}

export function restOptions(apiUrl: string) {
  return { agent: createAgent(), api: apiUrl, globalRequestsPerSecond: REQUESTS_PER_SECOND };
}

export const createAgent = (): Agent => new Agent({ connections: CONNECTIONS });

export function startProblem(thrown: unknown): CountersignError {
  if (thrown instanceof CountersignError) return thrown;
  const { code, status } = thrown as { code?: unknown; status?: unknown };
  if (code === 'TokenInvalid' || status === 401) {
    return new CountersignError('SETTING_INVALID', {
      message:
        'Discord does not accept DISCORD_TOKEN. Reset it in the developer portal under “Bot”, and set the new one.',
      cause: thrown,
    });
  }
  if (status === 403 || status === 404 || code === 50_001) {
    return new CountersignError('SETTING_INVALID', {
      message:
        'Discord does not know DISCORD_APPLICATION_ID or DISCORD_GUILD_ID, or this bot was not added to that server.',
      cause: thrown,
    });
  }
  return new CountersignError('DISCORD_UNREACHABLE', { cause: thrown });
}
