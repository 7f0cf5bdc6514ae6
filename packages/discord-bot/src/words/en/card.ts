/** What is to be signed: cards, their buttons and warnings. */

/** Where a token has no code. */
export const TOKENS: string = 'tokens';
export const READ_FIRST: string = 'Read this first';
export const MORE: (left: number) => string = (left) => `and ${left} more`;

// Its state, and what can be pressed.
export const IF_SETTLED: string = 'if this transaction settles';
export const until = (time: string): string => `Can be signed until ${time}; then press Renew.`;
export const MATCHES: string =
  'Every field was read from the transaction and matches the request. Check that it is what you want.';
export const MATCHES_CHANGED: string =
  'The transaction matches the request, but the escrow’s terms have changed. Compare them.';
export const MATCHES_ONE_SOURCE: string =
  'Every field was read from the transaction and matches the request. **The escrow’s terms are from one Stellar RPC alone:** compare them with what you agreed.';
export const partlyVerified = (reasons: string): string => `**Only partly verified.** ${reasons}`;
export const I_HAVE_READ: string = 'I have read this';
export const DISCARD: string = 'Discard';
export const RENEW: string = 'Renew';
export const ASK_FOR_SIGNATURE: string = 'Ask for the signature';
export const READ_AND_SIGN: string = 'Read and sign';
export const PAGE_HERE_ALONE: string = 'The page opens only on the computer that runs this bot.';
export const pageThere = (url: string): string => `The page opens only on the computer that runs this bot: ${url}`;
export const ANY_WALLET: string = 'Any wallet can sign this file: then use /escrow submit.';
export const idText = (id: string): string => `Id ${id}`;
export const SIGNER: string = 'Signer';
export const YOU: string = 'you';

// What should be weighed.
export const STOP_UNCONFIRMED: string = 'Stop. There is nothing to sign until you confirm this';
export const STOP_CONFIRMED: string = 'You confirmed this. Read it again before you sign';
export const WILL_REPLACE: string = 'This will replace your earlier version. What is different';
export const REPLACES: string = 'This replaces your earlier version. What is different';
export const LOOK_TWICE: string = 'Look twice';
export const GOOD_TO_KNOW: string = 'Good to know';
export const STOP: string = 'Stop';
export const CHANGED: string = 'Changed';
export const NOW: string = 'now';
export const BEFORE: string = 'before';
export const AFTER: string = 'after';
export const CHECK_TEXTS: string = 'Check these texts carefully';

// An escrow.
export const READY: string = 'Ready to sign';
export const forMilestones = (amount: string, count: number): string =>
  `**${amount}** for ${count === 1 ? 'one milestone' : `${count} milestones`}`;
export const TOTAL: string = 'Total';
export const PLATFORM_FEE: string = 'Platform fee';
export const ENGAGEMENT: string = 'Engagement';
export const TITLE: string = 'Title';
export const DESCRIPTION: string = 'Description';
export const ESCROW: string = 'Escrow';
export const ESCROW_ADDRESS: string = 'Escrow address';
export const NETWORK: string = 'Network';
export const NETWORK_FEE: string = 'Network fee';
export const atMost = (amount: string): string => `at most ${amount}`;
export const TOKEN: string = 'Token';
export const RECEIVER_MEMO: string = 'Receiver memo';
export const TRANSACTION: string = 'Transaction';
export const CHECKED: string = 'Checked';
export const CHECKED_AS: Readonly<Record<'verified' | 'one-source' | 'partly', string>> = {
  verified: 'verified',
  'one-source': 'verified, with terms from one Stellar RPC alone',
  partly: 'partly',
};
export const SIGN_UNTIL: string = 'Can be signed until';
export const milestone = (number: number): string => `Milestone ${number}`;

// A payment.
export const PAYMENT_TO_SIGN: string = 'A payment to sign';
export const intoEscrow = (amount: string): string => `**${amount}** into this escrow`;
export const PAYER: string = 'Payer';
export const HOW_PAID: string = 'How it is paid';
export const WAYS: Readonly<Record<'escrow' | 'transfer', string>> = {
  escrow: 'by the escrow’s contract, which refuses the payment if the escrow’s terms were changed',
  transfer: 'a plain transfer of the token',
};
export const thisPayment = (amount: string): string => `this payment of ${amount}`;
export const qrText = (what: string): string =>
  `QR code. Scan it with the phone that has your wallet: it opens ${what} on its signing page.`;

// A trustline.
export const trustlineFor = (token: string): string => `a trustline for ${token}`;
/** @param name of whose account it is for */
export const addTrustline = (name: string | undefined): string =>
  name === undefined ? 'Prepare trustline' : `Prepare trustline: ${name}`;
export const ACCOUNT: string = 'Account';
export const OWNER_SIGNS: string = 'Only the owner of this account can sign it.';
export const GIVE_TO_OWNER: string = `This is not your saved wallet. Only its owner can sign: use **${ASK_FOR_SIGNATURE}**, or send them the page.`;
export const issuedBy = (token: string, issuer: string): string => `${token}, issued by ${issuer}`;
export const NO_MONEY: string = 'No money moves.';
export const HELD_BACK: string = 'Held back';
export const whileItStands = (amount: string): string => `${amount}, until the trustline is removed`;

// A step.
export const TO_SIGN: string = 'To sign';
export const ofEscrow = (title: string): string => `Of the escrow ${title}`;
export const CHANGES_NOTHING: string =
  '**What it changes** nothing: the terms, the state and the money stay as they are';
export const WHAT_CHANGES: string = 'What it changes';
export const noMoneyMoves = (left: string): string => `**No money moves.** The escrow holds ${left}.`;
export const MONEY_MOVES: string = 'Money that moves';
/** @param to who gets it, and their address */
export const pays = (amount: string, isAbout: boolean, to: string): string =>
  `**${isAbout ? 'about ' : ''}${amount}** to ${to}`;
export const totalAndLeft = (total: string, left: string): string =>
  `**Total** ${total}, fees included; ${left} is left in the escrow`;
export const LEFT_IN_ESCROW: string = 'Left in the escrow';
export const NOT_KNOWN: string = 'not known';
export const THE_RECEIVER: string = 'the receiver';
export const THE_PLATFORM: string = 'the platform, its fee:';
export const NO_ROLE_HERE: string = 'nobody with a role here:';
export const NEXT: string = 'Next';
export const PARTS_CUT: string = 'Parts marked “…” or “more” are cut. This file has everything:';
