/** The explanation as a whole: its heading, its operations, and the number of its warnings. */
import type { Stakes } from '../../stakes.ts';

export const operationLabel = (number: number): string => `Operation ${number}`;
/** Before what an operation does: “Operation 3 pays …”. */
export const operationDoes = (number: number): string => `Operation ${number}`;
/** The transaction, where its only operation is a deploy. */
export const IT: string = 'It';
export const GOOD_TO_KNOW: string = 'Good to know';
export const asActor = (words: string, actor: string): string => `${words}, as ${actor}`;
export const unreadDeploy = (called: string, why: string): string =>
  `It calls ${called}, as the deploy of an escrow does, but cannot be read as one: ${why}.`;
export const NOT_COMPARED: string =
  'This was not compared with a request. Sign it only if each operation is what you want.';
export const notADeploy = (names: string): string => `Not the deploy of an escrow, but ${names}.`;
export const WITHOUT_OPERATIONS: string = 'a transaction without operations';
export const operationsNamed = (count: number, names: string): string => `${count} operations: ${names}`;
export const paysFeeOfThis = (account: string): string => `${account} pays the fee of this: `;

export const moreWarnings = (count: number): string => `and ${count} more warnings like these`;
export const moreLikeIt = (text: string, count: number): string => `${text} (and ${count} more like it)`;
export const COUNTED: Readonly<Record<Stakes, string>> = {
  control: 'about who controls an account or a token',
  account: 'about closing an account',
  access: 'about who can no longer sign',
  money: 'about money',
  trust: 'about trust and approvals',
  note: 'about the transaction itself',
};
