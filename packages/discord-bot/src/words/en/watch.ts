/** What is announced of an escrow, and what following it answers. */

export const SHOW: string = 'Show';
export const followedHere = (title: string): string =>
  `${title} is followed here: money, reports, approvals, payments and disputes.`;
export const nothingSince = (when: string): string => `Nothing has happened since ${when}.`;
export const interrupted = (holds: string): string =>
  `The bot was interrupted here. This is the current state. ${holds}`;
export const HELD_NOT_KNOWN: string = 'Its balance is not known.';
export const holds = (amount: string): string => `It holds ${amount}.`;
export const TURN_NOT_TOLD: string = 'The bot could not find out whose turn it is.';
export const NOTHING_MORE: string = 'Nothing is left to do.';
export const andMore = (left: number): string => `And ${left} more: open the escrow to see them.`;
/** @param who as a mention that mentions no one */
export const outside = (who: string): string =>
  `${who} has saved the wallet whose turn it is, and is not in this thread. Let them in only if you know them.`;
export const LET_IN: string = 'Let them in';
export const SNOOZE: string = 'Snooze 7 days';

export const NO_CHANNEL: string = 'Discord did not say which channel this is. Give it as channel:.';
export const TEXT_CHANNEL: string = 'Choose a text channel or a thread.';
export const CANNOT_WRITE: string =
  'You cannot write in that channel yourself, so the bot does not write there for you.';
export const NOT_ON_LEDGER: string = 'It is not on the ledger yet.';
export const ONCE_SETTLED: string = 'Follow it once its card says “Settled”.';

export const FOLLOWED: string = 'Followed';
export const announcedIn = (title: string, channel: string): string =>
  `What the ledger says about ${title} is announced in ${channel}. Everyone who can read that channel sees it.`;
export const FOLLOWED_ALREADY: string = 'Followed already';
export const isFollowed = (escrow: string, channel: string): string => `${escrow} is followed in ${channel}.`;
export const TOO_MANY: string = 'Too many';
export const tooMany = (most: number): string =>
  `This server follows ${most} escrows, the most it can. Stop following one with /escrow unfollow.`;
export const NOT_FOLLOWED: string = 'Not followed';
export const botCannotWrite = (channel: string): string =>
  `The bot cannot write in ${channel}. Let it view that channel and send messages there.`;
export const isLocked = (thread: string): string =>
  `The thread ${thread} is locked. Let a moderator unlock it, or use another one.`;
export const isNotFollowed = (escrow: string, channel: string): string => `${escrow} is not followed in ${channel}.`;
export const NO_LONGER_FOLLOWED: string = 'No longer followed';
export const noLongerAnnounced = (escrow: string, channel: string): string =>
  `${escrow} is no longer announced in ${channel}.`;

export const NOTHING_TO_PUT_OFF: string = 'Nothing to put off';
export const HAPPENED_SINCE: string = 'Something has happened since, or it is no longer followed here.';
export const FOR_SOMEBODY_ELSE: string = 'This reminder is for somebody else: it is not the turn of your saved wallet.';
export const PUT_OFF: string = 'Put off';
export const NOT_PUT_OFF: string = 'Not put off';
export const CANNOT_SAY_SO: string =
  'The bot cannot edit this reminder to say who put it off, so the next one comes when it was due.';
/** In the reminder itself. @param who as a mention that mentions no one @param until a date and time */
export const putOffBy = (who: string, until: string): string => `${who} put the next reminder off until ${until}.`;
export const nextReminder = (when: string): string => `The next reminder comes ${when}, if nothing happens before.`;

export const NOBODY_TO_LET_IN: string = 'Nobody to let in';
export const NOT_FOLLOWED_HERE: string = 'It is no longer followed here.';
export const NOT_THEIR_TURN: string = 'It is no longer their turn, or they have saved another wallet.';
export const NOT_LET_IN: string = 'Not let in';
export const cannotLetIn = (who: string): string =>
  `${who} cannot see this thread’s channel, or the bot is not allowed to add anybody here.`;
export const LET_IN_DONE: string = 'Let in';
export const isInThread = (who: string): string => `${who} is in this thread now.`;

// In the server's log. @param escrow its title @param channel as a mention
/** @param why in whole sentences */
export const cannotAnnounce = (escrow: string, why: string): string =>
  `${escrow} could not be announced. ${why} The bot keeps following it and tries again, at least once an hour, until you use /escrow unfollow.`;
export const channelGone = (escrow: string): string =>
  `${escrow} is no longer followed in a channel or thread that was deleted. Follow it elsewhere with /escrow follow.`;
export const notTaken = (escrow: string, channel: string): string =>
  `Discord did not take an announcement about ${escrow} in ${channel}. The bot posts the current state instead, and keeps following it.`;
