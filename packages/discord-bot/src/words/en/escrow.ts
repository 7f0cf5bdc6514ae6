/** The state of an escrow, and the buttons of its steps. */
import type { MilestoneState } from '../keys.ts';

export const STATE: string = 'State';
export const MILESTONE_STATES: Readonly<Record<MilestoneState, string>> = {
  open: 'open',
  approved: 'approved',
  disputed: 'disputed',
  released: 'released',
  resolved: 'resolved',
};
export const NOT_KNOWN: string = 'not known';
export const TERMS_CHANGED: string = '**Its terms were changed since it was made.** Read them again.';
export const ARCHIVED: string = 'It is archived on the ledger, where nothing is lost; the next step brings it back.';
export const WHOSE_TURN: string = 'Whose turn it is';
export const NO_WALLET: string =
  'To act here, save your own address first: /escrow wallet address: G…, then look again.';
export const YOUR_BUTTONS: string = 'The buttons are those of your saved wallet.';
export const HOLDS: string = 'Holds';
export const yetToPay = (amount: string): string => `; its terms have yet to pay out ${amount}`;
export const PAID: string = 'Paid';
export const paidHow = (isEach: boolean, fee: string): string =>
  `${isEach ? 'each milestone by itself' : 'all at once'}, less ${fee} % for the platform and the service’s fee`;
export const MILESTONES: string = 'Milestones';
export const inAll = (amount: string): string => `${amount} in all`;
export const statusIs = (status: string): string => `status ${status}`;
export const evidenceIs = (evidence: string): string => `evidence ${evidence}`;
export const toWhom = (address: string): string => `to ${address}`;
export const NOT_ON_LEDGER: string = 'It is not on the ledger yet.';
export const NOT_TOLD: string = 'The bot could not find out.';
export const CODE_NOT_KNOWN: string = 'Not known: its contract’s code is not known here. Pay nothing into it.';
export const NOBODYS_TURN: string = 'Nobody’s: nothing is left to do.';
export const BY_MILESTONE: string = 'named by each milestone';

export const MORE_MILESTONES: string = 'More milestones';
export const EARLIER_MILESTONES: string = 'Earlier milestones';
/** @param label of a button, such as "Approve" */
export const another = (label: string): string => `${label} another`;
export const several = (label: string): string => `${label} several`;
export const LOOK_AGAIN: string = 'Look again';
export const FOLLOW_HERE: string = 'Follow here';

export const CANCEL: string = 'Cancel and refund';
/** @param part "2 of 5" */
export const preparePart = (part: string): string => `Prepare ${part}`;
export const cancelPart = (part: string): string => `Cancel and refund, ${part}. Once it has settled, press it again.`;
