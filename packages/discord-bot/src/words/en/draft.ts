/** The panel and the forms of a draft. Titles and labels of forms: 45 characters; descriptions: 100. */
import type { PartName, Section } from '../keys.ts';

export const SECTIONS: Readonly<Record<Section, string>> = {
  basics: 'Basics',
  people: 'People',
  milestones: 'Milestones',
  token: 'Token and fee',
};
export const heading = (title: string): string => `Draft: ${title}`;
export const NEW_ESCROW: string = 'a new escrow';
export const READY: string =
  'Nothing is missing. **Prepare** shows what you would sign; nothing is sent before you sign it.';
export const SIGNED_BY_FILE: string =
  'Links to sign open only on the computer that runs this bot. Anyone else signs the file on the card in a wallet of their own, then uses /escrow submit.';
export const CORRECT: string = 'Correct what is marked ⚠️, each with the button beside it. Nothing is sent by a draft.';
export const PREPARE: string = 'Prepare';
export const LOOK_AGAIN: string = 'Look again';
export const DOWNLOAD: string = 'Download as YAML';
export const DISCARD: string = 'Discard draft';
export const NEW_DRAFT: string = 'New draft';
export const OPEN_ANOTHER: string = 'Open another draft';
export const WITHOUT_TITLE: string = 'Without a title';

export const HAS_NO_WALLET: string = 'has saved no wallet here';
export const YOU_HAVE_NO_WALLET: string = 'You have saved no wallet here: use /escrow wallet, then press Look again.';
export const theyHaveNoWallet = (who: string): string =>
  `${who} has saved no wallet here: ask them to use /escrow wallet, or type an address.`;
/** Of a saved wallet that nothing proves. */
export const AS_SAID: string = 'as they said';
export const ID: string = 'Id';
export const PAYMENT: string = 'Payment';
export const AT_ONCE: string = 'everything at once, at the end';
export const THE_LIST: string = 'The list';
export const ROLES: string = 'Roles';
export const lineNumber = (line: number | string): string => `Line ${line}`;
export const lineAmount = (line: number | string): string => `Line ${line}, amount`;
export const lineReceiver = (line: number | string): string => `Line ${line}, receiver`;
export const lineText = (line: number | string): string => `Line ${line}, text`;
export const NO_BAR: string = 'has no | between the amount and the text, as in 10.5 | Sketches';
export const NO_ROLE: string =
  'does not name a role and an address, as in receiver: G… (client, worker, platform, arbiter, approver, service provider, release signer, dispute resolver, receiver, signer)';
/** How else a line may begin than with the name of a role, without spaces and in small letters. */
export const PART_LABELS: Readonly<Record<PartName | 'signer', string>> = {
  client: 'client',
  worker: 'worker',
  platform: 'platform',
  arbiter: 'arbiter',
  signer: 'signer',
};

export const AS_FILE: string = 'Your draft as a file';
export const KEEP_FILE: string = 'Keep it, change it, or attach it to /escrow deploy.';
export const FILE_HEADING: string =
  '# A request for /escrow deploy, made from a draft. Addresses are as of the download.';
export const DISCARDED: string = 'Discarded';
export const IS_GONE: string = 'The draft is gone. Nothing was sent.';
export const TOO_LONG: string = 'This draft holds more text than fits into a form.';
export const BY_FILE: string = 'Press “Download as YAML”, change the file, and attach it to /escrow deploy.';
export const NO_LONGER_HERE: string = 'This draft is no longer here.';
export const ANOTHER_ONE: string =
  'It was prepared, discarded, or not changed for 14 days. Use /escrow deploy for another one.';

// Its forms.
export const TITLE: string = 'Title';
export const TITLE_HOW: string = 'What it is for, in a few words';
export const DESCRIPTION: string = 'Description';
export const DESCRIPTION_HOW: string = 'What is agreed. Everybody can read it on the ledger.';
export const OWN_ID: string = 'Your own id for it';
export const OWN_ID_HOW: string = 'Each escrow needs a different one. Empty: one is made up.';
export const EACH_MILESTONE: string = 'Each milestone is paid by itself';
export const ALL_AT_ONCE: string = 'Everything is paid at once, at the end';
export const PARTS: Readonly<Record<PartName, readonly [label: string, description: string]>> = {
  client: ['Client', 'Approves the work and releases the money'],
  worker: ['Worker', 'Does the work and gets the money'],
  platform: ['Platform', 'Gets the platform fee'],
  arbiter: ['Arbiter', 'Decides disputes'],
};
export const TYPE_ADDRESSES: string = 'Or type addresses or names';
export const TYPE_ADDRESSES_HOW: string = 'One per line, like “receiver: G…”. A typed line overrides a choice above.';
export const AMOUNT_AND_TEXT: string = 'One per line: AMOUNT | TEXT';
export const AMOUNT_AND_TEXT_HOW: string =
  'Like “150 | Sketches”. Add “| G…” or “| <@member id>” where somebody else is paid for it.';
export const TOKEN: string = 'Token';
export const OTHER_TOKEN: string = 'Or another token’s contract';
export const OTHER_TOKEN_HOW: string = 'C…, with 7 decimals. It overrides the choice above.';
export const FEE: string = 'Platform fee in percent';
export const FEE_HOW: string = 'Of each payment, for the platform: 5 means 5 %. Empty: this server’s default.';
