/** Error bodies of the live service, whose shape depends on the part of it that refuses. */
import type { Context } from 'hono';
import type { Refusal } from '../../contract/refusal.ts';

/** A validation error: every problem, or what is wrong with the whole body. */
export function invalid(c: Context, message: readonly string[] | string): Response {
  return c.json({ statusCode: 400, message, error: 'Bad Request' } as object, 400);
}

/** Any later error. */
export function problem(c: Context, statusCode: 400 | 404 | 500, message: string): Response {
  return c.json({ statusCode, message, timestamp: new Date().toISOString(), path: c.req.path }, statusCode);
}

export function refused(c: Context, { reasons, contractError, message }: Refusal): Response {
  if (contractError !== undefined) return problem(c, 400, contractErrorText(contractError));
  return typeof reasons === 'string' ? problem(c, 400, message) : invalid(c, reasons);
}

/** RFC 9457. */
export function unauthorized(c: Context, code: 'AUTH_CREDENTIAL_MISSING' | 'AUTH_INVALID_CREDENTIAL'): Response {
  const detail = code === 'AUTH_CREDENTIAL_MISSING' ? 'The header x-api-key is missing.' : 'The API key is not valid.';
  return c.json({ type: 'about:blank', title: 'Unauthorized', status: 401, code, detail }, 401, {
    'Content-Type': 'application/problem+json',
  });
}

/** The live service has no 405: a wrong method is an unknown path. */
export const notFound = (c: Context): Response => problem(c, 404, 'Resource not found');

/**
 * The live service's texts for contract errors, by number only, whichever contract raised it. They are those of the
 * single-release escrow, so errors of multi-release escrows and tokens get wrong texts: a fee that is too high (43)
 * becomes a milestone that does not exist, and a missing trustline (13 of a token) becomes a dispute. Clients of the live
 * service meet this bug, so they meet it here too.
 */
const TEXTS: readonly string[] = [
  'The amount cannot be zero',
  'Escrow already initialized',
  'Escrow not found',
  'Only the release signer can release the escrow earnings',
  'The escrow must be completed before earnings are released',
  'The escrow balance is not enough to send earnings',
  'Only the platform address can execute this function',
  'Only the service provider can change the milestone status',
  'No milestone defined',
  'Invalid milestone index',
  'Only the approver can change the milestone flag',
  'Only the dispute resolver can execute this function',
  'Escrow already in dispute',
  'Escrow not in dispute',
  'Insufficient funds for resolution',
  'The escrow is open for dispute resolution',
  'Overflow',
  'Underflow',
  'Division error',
  'Insufficient approver funds for commissions',
  'Insufficient service provider funds for commissions',
  'A milestone is approved, so the escrow properties cannot change',
  'The escrow has funds',
  'Escrow already resolved',
  'Too many escrows requested',
  'You are not authorized to change the dispute flag',
  'Too many milestones',
  'Receiver and approver funds do not equal the escrow balance',
  'The milestone has already been approved',
  'The milestone status cannot be empty',
  'The platform fee is too high',
  'All flags must be false',
  'The escrow properties do not match',
  'Approver or receiver funds cannot be less than zero',
  'Escrow already released',
  'Incompatible escrow wasm hash',
  'The platform address cannot be changed',
  'The amounts to be transferred must be positive',
  'The distributions must equal the escrow balance',
  'The dispute resolver cannot dispute the escrow',
  'The total amount cannot be zero',
  'Insufficient funds to fund the escrow',
  'One of the selected milestones to approve does not exist',
  'The escrow is not fully processed',
  'Too many distributions',
  'One of the milestones to update does not exist',
];

function contractErrorText(number: number): string {
  return TEXTS[number - 1] ?? `Unknown contract error ${number}`;
}
