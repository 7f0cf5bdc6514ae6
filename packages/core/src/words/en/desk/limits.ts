/** Limits on what may be prepared, for people who reach them. */
import type { LimitBeyond } from '../../limits.ts';

export function limitText({ code, params }: LimitBeyond): string {
  switch (code) {
    case 'until':
      return `The permission to prepare and send ended at ${params.at}.`;
    case 'tokens':
      return `The token ${params.token} is not allowed here.`;
    case 'counterparties':
      return `The address ${params.address} is not allowed here.`;
    case 'maxAmount':
      return `The amount is ${params.amount}; at most ${params.most} is allowed here at once.`;
    case 'maxPerDay':
      return `The amount is ${params.amount}, after ${params.spent} today; at most ${params.most} a day is allowed here.`;
  }
}

export const LIMIT_OF_PERSON: string = 'You set this limit, and only you can lift it. An assistant cannot.';
export const LIMIT_OF_OPERATOR: string =
  'The person who runs Countersign set this limit and can lift it. An assistant cannot.';
