/** The deploy of an escrow. Fields, roles and costs have the same words as everywhere else. */
import type { Difference } from '../../../errors/differences.ts';
import type { Problem } from '../../../errors/problems.ts';
import { differenceText } from '../differences.ts';
import { fieldWords } from '../fields.ts';
import { problemText } from '../problems.ts';

export const createsEscrow = (title: string, contract: string): string =>
  `Creates an escrow for ${title} at ${contract}.`;
export const KIND: string = 'Kind';
export const ESCROW_ADDRESS: string = 'Escrow address';
export const ENGAGEMENT: string = 'Engagement';
export const TITLE: string = 'Title';
export const DESCRIPTION: string = 'Description';
export const milestoneLabel = (number: number): string => `Milestone ${number}`;
export const TOTAL: string = 'Total';
export const TOKEN: string = 'Token';
export const PLATFORM_FEE: string = 'Platform fee';
export const SIGNER: string = 'Signer';
export const ADMIN: string = 'Admin';
export const OBSERVERS: string = 'Observers';
export const RECEIVER_MEMO: string = 'Receiver memo';
export const FACTORY: string = 'Factory';
export const CONTRACT_CODE: string = 'Contract code';
export const OF_THE_TOKEN: string = 'of the token';
export const BASE_UNITS: string = 'base units (the token’s decimals are not known)';
export const unitsAsSaid = (multiplier: string): string =>
  `of the token (if ${multiplier} of its base units are one, as the transaction says)`;
export const paidTo = (receiver: string): string => ` (paid to ${receiver})`;

export const unknownToken = (token: string, network: string): string =>
  `the token ${token} is not known on ${network}: what it is worth, and its decimals, were not checked`;
export const SEVERAL_RECEIVERS: string = 'the milestones are paid to different receivers';
export const PINS: Readonly<Record<'factory' | 'code', string>> = { factory: 'factory', code: 'contract code' };
export const notPinned = (what: string, network: string): string =>
  `the ${what} is not pinned for ${network}, so it was not checked`;
export const pinnedOther = (what: string, network: string, found: string, pinned: string): string =>
  `the ${what} is not the one pinned for ${network}: it is ${found}, the pinned one ${pinned}`;
export const createdAs = (flags: readonly string[]): string => `it is created as ${flags.join(' and ')} already`;
export const milestoneCreated = (number: number, state: string): string => `milestone ${number} is created ${state}`;
export const asAlready = (flags: readonly string[]): string => `as ${flags.join(' and ')} already`;
/** Of a state: “approved”, as the contract calls it. */
export const flagName = (flag: string): string => flag;
export const invisible = (field: string, characters: string): string =>
  `${fieldWords(field)} holds invisible characters (${characters})`;
export const stacksMarks = (field: string): string =>
  `${fieldWords(field)} stacks marks on a letter, which would cover other lines`;
export const fieldProblem = (field: string, problem: Problem): string => `${fieldWords(field)} ${problemText(problem)}`;
export function differs(difference: Difference): string {
  const { field, asked, found } = differenceText(difference);
  return `${fieldWords(field)}: expected ${asked}, found ${found}`;
}
