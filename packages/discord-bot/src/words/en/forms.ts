/** The forms that buttons open, and what they confirm. Titles and labels: 45 characters; descriptions: 100. */

export const CONFIRM_TITLE: string = 'Confirm what you read';
export const TYPE_TOTAL: string = 'Type the total amount';
export const TYPE_TOTAL_HOW: string = 'The number beside “Total” on the card. Nothing is sent by this.';
export const STATUS: string = 'Status';
export const STATUS_HOW: string = 'A few words. Everybody can read it on the ledger.';
/** Written to the ledger, where it can be read by everybody. */
export const COMPLETED: string = 'completed';
export const EVIDENCE: string = 'Evidence';
export const EVIDENCE_HOW: string = 'Where the work can be seen, such as a link. Everybody can read it on the ledger.';
export const SHARES: string = 'Who gets how much';
export const SHARES_HOW: string =
  'One per line: “G… 25”, “<@member id> 40 %” or “Ana rest”. Fees are deducted from the shares.';
export const WHICH_MILESTONE: string = 'Which milestone?';
export const WHICH_HOW: string = 'Its number on the card. Nothing is sent by this.';
export const WHICH_MILESTONES: string = 'Which milestones?';
export const WHICH_SEVERAL_HOW: string = 'Their numbers, such as 1, 2 or 1-3. Each is read and signed by itself.';
export const lineNumber = (line: number): string => `line ${line}`;
export const NO_SHARE: string = 'must be a person and a share, like G… 150, Ana 50 % or Ana rest';
export const NO_SHARES: string = 'are missing; write ADDRESS AMOUNT, one share per line';
/** @param who as a mention */
export const memberIs = (who: string, address: string, isProven: boolean): string =>
  `${who} is ${address}, ${isProven ? 'which they proved is theirs' : 'as they said; nothing proves it'}.`;
