/** What went wrong, and what is not allowed. */

import type { ErrorName } from '@countersign/core/errors';
import type { Act } from '../keys.ts';

export const NOT_FOR_YOU: string = 'Not for you';
export const IN_SERVERS_ALONE: string = 'This works in a server, not in direct messages.';
export const SERVES_ANOTHER_SERVER: string = 'This installation serves another server.';
export const NO_ROLE: string =
  'You do not have a role that may prepare and send anything here. Ask the person who runs this bot in your server.';
export const NOT_A_MANAGER: string = 'Only members with Manage Server can see and change the settings of this server.';
export const CARD_OF_ANOTHER: string =
  'This card belongs to somebody else. Use /escrow show or /escrow deploy for one of your own.';
export const NOTHING_DONE: string = 'Nothing was done';
export const TRY_AGAIN: string = 'This could not be answered in time. Try again.';
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
export const notInThisChannel = (channels: string): string => `In this server the bot can only be used in ${channels}.`;

export const NO_SUCH_COMMAND: string = 'There is no such command.';
export const FROM_ANOTHER_VERSION: string = 'This button is from another version.';
export const FRESH_CARD: string = 'Use /escrow pending for a fresh card.';
export const FRESH_ESCROW: string = 'Use /escrow show for a fresh card.';
export const NO_WALLET: string = 'You have saved no wallet here.';
export const GIVE_WALLET: string = 'Give your own account address first: /escrow wallet address: G…';
export const IS_MISSING: string = 'is missing';
export const FILE_OR_ID_MISSING: string = 'is missing; attach what your wallet signed, or give its xdr, or the id';
export const GIVEN_WITH_FILE: string = 'was given together with a file; give only one of them';
export const ANOTHER_NEEDS_FILE: string = 'is for a file; a draft has an id of its own';

// Of an attached file.
export const NO_ATTACHMENT: string = 'is not a Discord attachment, so it was not fetched';
export const NOT_FETCHED: string = 'could not be fetched from Discord; attach it again';
export const NOT_TEXT: string = 'is not text in UTF-8 or UTF-16';
export const tooLarge = (kilobytes: number): string => `is too large; at most ${kilobytes} kB are read`;
export const TOO_MANY_MARKS: string =
  'has far more lines, brackets and other marks than any request; remove what does not belong in it';
export const HAS_ALIAS: string = 'contains an alias (*name), which is not supported; write the value out';
export const UNREADABLE: string = 'cannot be read as YAML or JSON';
export const SYNTAX: Readonly<Record<string, string>> = {
  BAD_INDENT: 'is not indented like the lines around it, or something before it is not closed',
  DUPLICATE_KEY: 'repeats a field',
  MISSING_CHAR: 'is missing a closing bracket, quote or comma',
  MULTIPLE_DOCS: 'starts a second document; give one request per file',
  TAB_AS_INDENT: 'is indented with a tab; YAML needs spaces',
};

/** In place of the catalogue’s remedies: Discord has a button or a command. An error’s own remedy comes first. */
export const REMEDIES: Partial<Record<ErrorName, string>> = {
  CONFIRMATION_NEEDED: 'Press “I have read this” on its card; /escrow pending shows the card again.',
  ALREADY_SETTLED:
    'Read it with /escrow balance. For another escrow change the engagementId, or use /escrow deploy with another: True.',
  ALREADY_ON_LEDGER:
    'For another escrow change the engagementId. If you want a second one with the same terms, use /escrow deploy with another: True.',
  TRANSACTION_EXPIRED:
    'Press Renew on its card, or use /escrow pending for a fresh one. If it is not listed there, use /escrow deploy with the same file again. Sign the fresh one in time.',
  TRANSACTION_DISPLACED: 'Press Renew on its card, which /escrow pending shows again, and sign the new one.',
  DISCORD_UNREACHABLE: 'Try again in a minute. /escrow pending shows what you have prepared.',
  HANDLE_NOT_FOUND: 'Check the id; /escrow pending lists what you prepared here.',
  OUTCOME_UNKNOWN:
    'Use /escrow submit with the same signed XDR, or Check again on the card of /escrow pending. Until then, do not sign another transaction for this escrow.',
  NOT_SIGNED_YET: 'Sign it on its signing page, or give the signed XDR itself to /escrow submit.',
  'XDR_UNREADABLE (truncated)':
    'Save what the wallet shows as a text file and attach that: /escrow submit with file. Or sign on its signing page.',
  'XDR_UNREADABLE (id)':
    'To see its outcome, give only the id to /escrow submit. To send it, give the XDR that your wallet signed.',
};
export const SERVICE_SAID: string = 'The service said';
export const REASON_GIVEN: string = 'The reason given';
export const NOT_VERIFIED: string = 'Not verified';
export const STELLAR_ANSWERED: string = 'Stellar answered';
/** @param when "in 20 seconds", counting down */
export const tryAgain = (when: string): string => `Try again ${when}.`;
export const atLine = (line: number): string => `line ${line}`;
export const differs = (asked: string, found: string): string => `asked for ${asked}, found ${found}`;
