/** The settings of a server. */
import type { Act, DefaultName, Outcome } from '../keys.ts';

export const HEADING: string = 'Settings of this server';
export const INTRO: string =
  'Only members with Manage Server can see and change them. Changes apply at once. They can only narrow what the person who runs this bot allows.';
export const ROLES: string = '### Roles\nIf none is chosen, everyone who may use the bot may do it.';
export const CHANNELS: string =
  '### Channels\nIf none is chosen, the bot may be used everywhere. A thread counts as its channel.';
export const LANGUAGE: string =
  '### Language\nFor what is posted for everybody. Each person gets answers in the language of their own Discord.';
export const AS_IN_DISCORD: string = 'The server’s language in Discord';
export const DEFAULTS: string = '### Defaults\nUsed when a draft or a file leaves them out.';
export const LIMITS: string = '### Limits\nNothing above them is prepared here, no matter who asks.';
export const RETENTION: string =
  '### Records\nSettled escrows are forgotten after this many days. They stay on the ledger, where everybody can read them.';
export const AS_INSTALLED: string = 'As long as this bot keeps it.';
export const days = (count: number): string => (count === 1 ? 'one day' : `${count} days`);
export const CHANGE_RETENTION: string = 'Change retention';
export const DAYS: string = 'Days';
export const DAYS_HOW: string = 'From 1 to 3650; no longer than this bot keeps it. Empty: as long as it does.';
export const NO_DAYS: string = 'is not a whole number of days from 1 to 3650';
export const LOG: string =
  '### Log\nA line for everything that members prepare, confirm or send here. Everyone who can read that channel sees it.';
export const NO_LOG: string = 'No channel is chosen.';
export const LOG_HERE: string = 'Log in this channel';
export const NO_MORE_LOG: string = 'End the log';
export const LOG_ELSEWHERE: string = 'Open /escrow settings in a channel where you and the bot can write.';
/** @param who as a mention that mentions no one */
export const logBegins = (who: string): string =>
  `${who} chose this channel for the log of what members prepare, confirm or send with the bot.`;
export const settingsChanged = (who: string): string => `${who} changed the settings of this server.`;
export const logEnded = (channel: string): string =>
  `The bot can no longer write in ${channel}, so the log has ended. Press “Log in this channel” in one where it can.`;
/** What a line of the log says became of it. */
export const LOG_STATES: Readonly<Record<Exclude<Outcome, 'unsent' | 'given-up'>, string>> = {
  prepared: 'prepared',
  'to-confirm': 'to-confirm',
  'partly-signed': 'partly-signed',
  expired: 'expired',
  displaced: 'another transaction went first',
  sending: 'sending',
  settled: 'settled',
  taken: 'taken',
  rejected: 'rejected',
  accepted: 'accepted',
  unknown: 'unknown',
  superseded: 'superseded',
  declined: 'declined',
  discarded: 'discarded',
};
export const CHANGE_DEFAULTS: string = 'Change defaults';
export const CHANGE_LIMITS: string = 'Change limits';
export const MAY: Readonly<Record<Act, string>> = {
  prepare: 'Roles that may prepare escrows',
  fund: 'Roles that may prepare payments into escrows',
  steps: 'Roles that may report, approve, pay out, dispute, decide',
};
export const USABLE_IN: string = 'Channels where the bot may be used';
export const NONE_SET: string = 'None is set.';
export const AT_ONCE: string = 'One escrow, payment or step';
export const inOneDay = (whose: 'tenant' | 'person'): string =>
  `One day (UTC), of one token, ${whose === 'tenant' ? 'all members together' : 'each member'}`;
export const setBy = (who: string): string => `In units of the token. Set by ${who}.`;

export const DEFAULT_NAMES: Readonly<Record<DefaultName, string>> = {
  platformAddress: 'platform address',
  platformFee: 'platform fee',
  token: 'token',
  disputeResolver: 'dispute resolver',
};
export const fromServer = (names: string): string => `From this server’s settings: ${names}.`;

export const CANNOT_BE_CHOSEN: string = 'This cannot be chosen here. Nothing was changed.';
export const CHOOSE_AGAIN: string = 'Use /escrow settings again.';
export const SELECT_OF_ANOTHER_VERSION: string = 'This select is from another version.';
export const ADDRESS_HOW: string = 'An address, G… or C…. Empty: no default.';
export const DEFAULTS_TITLE: string = 'Defaults of this server';
export const PLATFORM_ADDRESS: string = 'Platform address';
export const FEE: string = 'Platform fee in percent';
export const FEE_HOW: string = '5 means 5 %. Empty: no default.';
export const TOKEN: string = 'Token';
export const TOKEN_HOW: string = 'Its name if it is known here, like USDC, or its contract, C…. Empty: no default.';
export const RESOLVER: string = 'Dispute resolver';
export const LIMITS_TITLE: string = 'Limits of this server';
export const AMOUNT_HOW: string = 'In units of the token, like 150. Empty: no limit.';
export const MOST_AT_ONCE: string = 'The most at once';
export const MOST_IN_A_DAY: string = 'The most in one day (UTC), of one token';
export const DAY_COUNTS_FOR: string = 'The day’s limit counts for';
export const ALL_TOGETHER: string = 'All members of this server together';
export const EACH: string = 'Each member separately';
/** @param who the id of who set it */
export const limitRemedy = (whose: 'tenant' | 'person', who: string): string =>
  `This limit is one of this server’s settings; a daily limit counts for ${whose === 'tenant' ? 'all members of this server together' : 'each member of this server'}. The member with the id ${who} set it. Members with Manage Server can change it with /escrow settings.`;
