/**
 * What is prepared on an escrow's page, where anyone may have a step prepared for the wallet that holds its role. It
 * belongs to that page and to no person, so it is in no one's list and counts towards no one's limits (decision 115).
 */
import type { StepName } from '../../escrow/steps.ts';
import type { Person } from './person.ts';

/** No id of a Discord server or of a person who signs in has a space. */
export const ESCROW_PAGE = 'escrow page';

export const ownerOnEscrowPage = (contractId: string): Person => ({ tenant: ESCROW_PAGE, id: contractId });

export const isOfEscrowPage = ({ tenant }: Pick<Person, 'tenant'>): boolean => tenant === ESCROW_PAGE;

/** `amount` is of a payment, `refundTo` of an ending; the others are the fields of that step. */
export type PartyStepInput = {
  readonly action: StepName | 'fund' | 'end';
  readonly escrow: string;
  readonly signer: string;
  readonly [field: string]: unknown;
};
