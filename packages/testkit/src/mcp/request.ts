/** A request as a model would write it, with one more milestone. */
import { REQUEST as SANDBOX_REQUEST } from '../fixtures/sandbox-request.ts';

export { SIGNER, signAs } from '../fixtures/sandbox-request.ts';

export const REQUEST = {
  ...SANDBOX_REQUEST,
  milestones: [...SANDBOX_REQUEST.milestones, { description: 'Final files', amount: '30' }],
};

/** The same for anyone who signs by hand what a person signs on the page. */
export const REQUEST_FOR_XDR = { ...REQUEST, includeXdr: true };
