/** The error for a failed reply of v1. Its words are shown as the service's, and decide nothing. */
import { CountersignError } from '../../../errors/errors.ts';
import { replyError } from '../../http/failure.ts';
import type { Reply } from '../../http/http.ts';

const WHOSE_KEY =
  'Check ESCROW_API_KEY: it must be a key of v1 of the service, made for this network. A key of another network or of v2 does not work here.';

/** Its own codes (RFC 9457) where they say more than that the key was refused. */
const AUTH_PROBLEMS: Readonly<Record<string, { readonly message: string; readonly operatorRemedy: string }>> = {
  AUTH_CREDENTIAL_MISSING: {
    message: 'The escrow service says that no API key came with the request.',
    operatorRemedy: 'Check that nothing between here and the service removes the header x-api-key.',
  },
  AUTH_INSUFFICIENT_ROLE: {
    message: 'The escrow service does not allow this with our API key.',
    operatorRemedy: 'Ask the operator of the service what the key of ESCROW_API_KEY may do.',
  },
};

/** @param signer of the request, so that another account's absence is not mistaken for the signer's */
export function v1Error(reply: Reply, signer?: string): CountersignError {
  const error = replyError(reply, signer);
  const detail = error.detail === undefined ? {} : { detail: error.detail };
  if (error.code === 'SERVICE_UNAUTHORIZED') {
    const more = AUTH_PROBLEMS[codeOf(reply) ?? ''] ?? { operatorRemedy: WHOSE_KEY };
    return new CountersignError('SERVICE_UNAUTHORIZED', { ...more, ...detail });
  }
  if (isUnknownPath(reply)) {
    return new CountersignError('SERVICE_REPLY_UNREADABLE', {
      message: 'The service at this address does not know the path of v1 that was asked for (status 404).',
      ...detail,
    });
  }
  if (error.code !== 'SERVICE_REFUSED') return error;
  // It looks up every contract's error numbers in one table, so it may report a missing trustline as a dispute.
  return new CountersignError('SERVICE_REFUSED', {
    message: error.message,
    remedy:
      'Check the request, and the escrow if there is one, then try again. The reason that this service gives is not always the real one.',
    ...detail,
  });
}

/** A 404 may also mean an unknown escrow; only its words distinguish the two. */
export function isUnknownPath(reply: Reply): boolean {
  return (
    reply.status === 404 && /^(?:resource not found|cannot (?:get|post|put)\b)/i.test(replyError(reply).detail ?? '')
  );
}

function codeOf({ body }: Reply): string | undefined {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return undefined;
  const { code } = body.value as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
