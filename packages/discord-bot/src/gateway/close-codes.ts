/** Why Discord closed the connection for good, and what the operator can do about it. */
import { CountersignError } from '@countersign/core/errors';

type Closing = { readonly meaning: string; readonly remedy: string };

const TRY_AGAIN = 'Start the bot again. If it comes back, look at https://discordstatus.com.';
const REPORT = 'Start the bot again. If it comes back, this version does not fit Discord: update it.';

/** Source: Discord's reference, "Opcodes and Status Codes", "Gateway Close Event Codes". */
const CLOSINGS: ReadonlyMap<number, Closing> = new Map([
  [4_000, { meaning: 'Discord does not know what went wrong', remedy: TRY_AGAIN }],
  [4_001, { meaning: 'the bot sent something that Discord does not know', remedy: REPORT }],
  [4_002, { meaning: 'the bot sent something that Discord cannot read', remedy: REPORT }],
  [4_003, { meaning: 'the bot spoke before it said who it is', remedy: REPORT }],
  [
    4_004,
    {
      meaning: 'Discord does not accept DISCORD_TOKEN',
      remedy: 'Reset it in the developer portal under “Bot”, and set the new one.',
    },
  ],
  [4_005, { meaning: 'the bot said twice who it is', remedy: REPORT }],
  [4_007, { meaning: 'the bot asked for events that never were', remedy: TRY_AGAIN }],
  [4_008, { meaning: 'the bot sent too much at once', remedy: 'Wait a minute, then start the bot again.' }],
  [4_009, { meaning: 'the session was silent for too long', remedy: TRY_AGAIN }],
  [4_010, { meaning: 'Discord does not take this number of connections', remedy: REPORT }],
  [
    4_011,
    {
      meaning: 'the bot is in too many servers for its number of connections',
      remedy:
        'Start the bot again: it then makes as many connections as Discord asks for, unless DISCORD_SHARDS says how many.',
    },
  ],
  [
    4_012,
    { meaning: 'Discord no longer speaks this version of its API', remedy: 'Update Countersign, then start it again.' },
  ],
  [4_013, { meaning: 'the bot asked for intents that do not exist', remedy: REPORT }],
  [
    4_014,
    { meaning: 'the bot asked for intents that it may not have; this one needs none', remedy: 'Update Countersign.' },
  ],
]);

/** For the log: the code, what it means, and what to do. */
export function closingFields(code: number): { readonly code: number } & Closing {
  return { code, ...(CLOSINGS.get(code) ?? { meaning: 'Discord gives no reason that is known', remedy: TRY_AGAIN }) };
}

/** The same as an error, if the bot could not start. */
export function closingError(code: number): CountersignError {
  const { meaning, remedy } = closingFields(code);
  const message = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)} (close code ${code}).`;
  if (code === 4_004) return new CountersignError('SETTING_INVALID', { message: `${message} ${remedy}` });
  return new CountersignError('DISCORD_UNREACHABLE', { message, remedy });
}
