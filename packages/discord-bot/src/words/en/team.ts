/** Cards for a team: what is asked for in a channel or thread, and what its buttons answer. */

import type { RoleName } from '@countersign/core/escrow';
import { ROLE_WORDS } from '@countersign/core/words';
import type { Needed, Stage } from '../keys.ts';

// Before anybody is asked. Members are given as mentions, wallets as code.
export const WHERE_HEADING: string = 'Where do you ask for the signature?';
export const WHAT_IS_SHOWN: string =
  'The message shows the title and who should sign. Only those who may sign see the terms and amounts.';
export const IN_PRIVATE_THREAD: string = 'In a private thread';
export const IN_PUBLIC_THREAD: string = 'In a public thread';
export const IN_THIS_CHANNEL: string = 'In this channel';
export const WHOM_TO_ASK: string = 'Whom to ask';
export const nobodyMeant = (signer: string): string =>
  `Nobody else, or more than one member, has saved the signer’s wallet ${signer} here, so nobody is mentioned. Let somebody in with /escrow share, or from the card.`;
const WHAT_THEY_CAN =
  'They are mentioned, and can then see it, renew it, sign it, send it and discard it. Is it the right person?';
export const guessed = (member: string, signer: string): string =>
  `${member} has saved the signer’s wallet ${signer} here. ${WHAT_THEY_CAN}`;
/** @param member as a mention */
export const proven = (member: string, signer: string): string =>
  `${member} has proven that the signer’s wallet ${signer} is theirs. ${WHAT_THEY_CAN}`;
export const chosen = (member: string, signer: string, hasSaved: boolean): string =>
  `You chose ${member}, who has ${hasSaved ? '' : 'not '}saved the signer’s wallet ${signer} here. Nothing proves that they hold it. ${WHAT_THEY_CAN}`;
export const NOT_YOURSELF: string = 'You do not need to ask yourself.';
export const CHOOSE_ANOTHER: string = 'Choose another member, or nobody.';

// To who asked.
export const ASKED: string = 'Asked for the signature';
export const ASKED_AGAIN: string = 'Asked again';
export const ASKED_ALREADY: string = 'The signature was asked for already';
export const CHANGES_BY_ITSELF: string = 'The card there updates by itself.';
export const TO_THE_CARD: string = 'To the card';
export const BEING_POSTED_HEADING: string = 'It is being posted';
export const BEING_POSTED: string = 'Press it again in a few minutes if nothing appears.';
export const notAsked = (member: string): string =>
  `${member} is not mentioned: only the person who prepared it can let somebody in.`;
export const notLetIn = (member: string): string =>
  `${member} could not be let in to the thread: they may not see this channel, or are no longer in the server. They can open it with /escrow pending.`;

// The card that everybody reads.
export const PAYMENT: string = 'Payment';
export const THREAD_NAME: string = 'Escrow';
export const OPEN_MY_CARD: string = 'Open my card';
export const I_AM_THE_SIGNER: string = 'I am the signer';
export const ASK_AGAIN: string = 'Ask again';
export const SEEN_BY_YOU_ALONE: string = 'Only you see what the buttons show.';
/** @param role absent: anyone who signs; @param step what they do, in lower case */
export const waitingFor = (role?: RoleName, step?: string): string => {
  const who = role === undefined ? 'the signer' : `the ${ROLE_WORDS[role].toLowerCase()}`;
  return `waiting for ${who}${step === undefined ? '' : ` (${step})`}`;
};
export const asks = (asker: string, asked: string | undefined): string =>
  `${asker} asks ${asked ?? 'anyone who may sign'} for the signature.`;
export const NOTHING_PROVES: string = 'Nothing proves that they hold the signer’s wallet.';
export const askedAgain = (asked: string | undefined): string =>
  `${asked ?? 'anyone who may sign'}: the signature is asked for again.`;

type AfterWaiting = Readonly<Record<Exclude<Stage, 'waiting'>, string>>;

export const HEADINGS: AfterWaiting = {
  sent: 'signed and sent',
  failed: 'failed on the ledger',
  displaced: 'another transaction went first',
  settled: 'settled',
  taken: 'do not pay',
  declined: 'declined',
  replaced: 'replaced by a newer version',
  discarded: 'discarded',
};

export const SENTENCES: AfterWaiting = {
  sent: 'The network decides now. Do not sign another one.',
  failed: `Nothing was paid. “${OPEN_MY_CARD}” prepares it again, and “${ASK_AGAIN}” asks for it.`,
  displaced: `The signing account sent another transaction first. “${OPEN_MY_CARD}” prepares this one again, and “${ASK_AGAIN}” asks for it.`,
  settled: 'The ledger has it.',
  taken: 'Another contract is at its address. Pay nothing to it, and tell the person who runs this bot.',
  declined: 'The person who had it open declined it. Ask what is wanted instead.',
  replaced: 'Sign the newer one.',
  discarded: 'It is no longer wanted.',
};

// What its buttons answer.
export const NOT_YOURS: string =
  'Only people who were asked for this signature, or let in by the person who asked, can open this card.';
export const IF_SIGNER: string =
  'If you are the signer, save the signer’s address with /escrow wallet, then press again.';
export const wantsToSign = (asker: string, member: string, isProven: boolean): string =>
  isProven
    ? `${asker}: ${member} has proven that the signer’s wallet is theirs, and wants to sign.`
    : `${asker}: ${member} has saved the signer’s wallet and wants to sign. Nothing proves that it is theirs.`;
export const LET_IN: string = 'Let them in';
export const ASKER_WAS_TOLD: string = 'The person who asked was told';
export const ONCE_LET_IN: string = `Once they let you in, press “${OPEN_MY_CARD}”.`;
export const CLAIM_STANDS: string = 'A message here says that you want to sign';
export const ASKER_NOT_THERE: string =
  'The person who asked is not in this thread, so they were not told. Anyone who can see the card can let them in.';
export const LET_IN_HEADING: string = 'Let in';
export const mayOpenAndSign = (member: string): string => `${member} can open the card and sign.`;
export const OTHER_WALLET_BY_NOW: string = 'This member has saved a different wallet since.';
export const PRESS_SIGNER_AGAIN: string = `Let them press “${I_AM_THE_SIGNER}” again.`;
export const ONLY_OWNER_LETS_IN: string = 'Only the person who prepared it can let somebody in.';
export const ASK_OWNER_TO_PRESS: string = 'Ask them to press this button.';
export const notInThread = (member: string): string => `${member} is not in this thread, and was not mentioned.`;
export const isInThread = (member: string): string => `${member} is in this thread now.`;
export const NOT_LET_IN: string = 'Not let in';
export const NOT_ITS_THREAD: string = 'Press it in the thread of that card.';
export const cannotEnter = (member: string): string =>
  `${member} cannot see this thread’s channel, or the bot is not allowed to add anybody here.`;

// A teammate's equal request.
export const PREPARED_ALREADY: string = 'This is prepared already';
export const hasPrepared = (member: string): string =>
  `${member} has already prepared this, with the same terms, and asked for the signature. Only one of them can be settled.`;
export const SHOW_MY_OWN: string = 'Show my own';

// Why nothing was posted.
export const UNKNOWN_CHANNEL: string = 'Discord did not say which channel this is.';
export const ELSEWHERE: string = 'Ask in a private thread, or in a channel in which you write.';
export const CANNOT_OPEN_FOR_ALL: string =
  'You cannot open a public thread in this channel yourself, so the bot does not open one for you.';
export const ASK_A_MODERATOR: string = 'Ask a moderator of this server, or use another channel.';
export const WHERE_PREPARED: string = '/escrow pending shows what you have prepared.';
export const THREAD_ARCHIVED: string =
  'The empty thread is archived, because the bot may not delete it. A moderator can delete it.';
export const WRONG_KIND_OF_CHANNEL: string =
  'Discord does not allow that in a channel of this kind. Use a text channel.';

/** As Discord calls them. */
const PERMISSIONS: Readonly<Record<Needed, string>> = {
  ViewChannel: 'View Channel',
  SendMessages: 'Send Messages',
  CreatePrivateThreads: 'Create Private Threads',
  CreatePublicThreads: 'Create Public Threads',
  SendMessagesInThreads: 'Send Messages in Threads',
};
export const botNeeds = (lacks: readonly Needed[]): string =>
  `The bot may not do that in this channel. It needs ${lacks.map((each) => `“${PERMISSIONS[each]}”`).join(' and ')} here.`;
/** Beside the places that are offered, or instead of them. */
export const forMorePlaces = (lacks: readonly Needed[]): string =>
  `For more places the bot needs ${lacks.map((each) => `“${PERMISSIONS[each]}”`).join(' and ')} here. ${ASK_A_MODERATOR}`;

/** By Discord's codes. Source: Discord's reference, "JSON Error Codes". */
const POST_PROBLEMS: Readonly<Record<string | number, string>> = {
  10003: 'This channel or thread does not exist any more.',
  10004: 'The bot is not in this server. Add it with the link in its documentation.',
  10007: 'The person is not in this server any more.',
  10008: 'This message was deleted.',
  40005: 'The message is larger than Discord allows.',
  50001: 'The bot cannot see this channel. It needs the permission “View Channel” here.',
  50013:
    'The bot may not do that in this channel. It needs “Send Messages” and “Attach Files” here; for a thread also “Create Private Threads” (or “Create Public Threads”) and “Send Messages in Threads”.',
  50024: WRONG_KIND_OF_CHANNEL,
  50083: 'This thread is archived and locked. A moderator can open it again.',
  160005: 'This thread is locked. A moderator can unlock it.',
  160006: 'This server has as many active threads as Discord allows. Close one, or ask in the channel.',
  200000: 'AutoMod of this server blocked the message. Change the title, or let a moderator allow its words.',
  200001:
    'AutoMod of this server blocked the name of the thread, which is the title. Change it, or ask in the channel.',
  240000: 'Discord blocked the message because it treats a link in it as harmful.',
};
/** What a person can do about it; nothing where that is nothing. */
export const postProblem = (code: string | number): string | undefined => POST_PROBLEMS[code];
