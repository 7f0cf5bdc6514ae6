/** What went wrong, and what is not allowed. */
import type { Act } from '../../server/act.ts';

export const NOT_FOR_YOU: string = 'Not for you';
export const IN_SERVERS_ALONE: string = 'This works in a server, not in direct messages.';
export const SERVES_ANOTHER_SERVER: string = 'This installation serves another server.';
export const NO_ROLE: string =
  'You do not have a role that may prepare and send anything here. Ask the person who runs this bot in your server.';
export const NOT_A_MANAGER: string = 'Only members with Manage Server see and change the settings of this server.';
export const CARD_OF_ANOTHER: string =
  'This card belongs to somebody else. Use /escrow show or /escrow deploy for one of your own.';
export const NOTHING_PREPARED: string = 'Nothing was prepared.';

const ACT_WORDS: Readonly<Record<Act, string>> = {
  prepare: 'prepare escrows',
  fund: 'prepare payments into escrows',
  steps: 'prepare steps of escrows',
};

/** @param act absent: anything */
export const actForbidden = (act?: Act): string =>
  `In this server only members with certain roles may ${act === undefined ? 'use this' : ACT_WORDS[act]}. A member with Manage Server can change that with /escrow settings.`;

/** @param channels as mentions */
export const notInThisChannel = (channels: string): string => `In this server the bot is used in ${channels} alone.`;
