/** `POST /escrow/C…/prepare`: a step for the wallet that holds its role, for anyone with the escrow's address. */
import type { Desk } from '@countersign/core';
import type { PartyStepInput } from '@countersign/core/desk';
import { CountersignError } from '@countersign/core/errors';
import { languageOf } from '@countersign/core/words';
import { createRateLimit } from '@countersign/local-http';
import type { Context, Hono } from 'hono';
import { bodyOf } from './http.ts';
import type { PreparedStepReply } from './page-view.ts';
import type { SignIn } from './sign-in.ts';

/** Of each client; each may ask the ledger, and the service. */
const STEPS_A_MINUTE = 20;
/** Whom the desk takes the visitors of escrows' pages for: they confirm nothing here. */
const VISITOR = 'escrow page';

export type EscrowStepsOptions = {
  readonly desk: () => Promise<Desk>;
  /** Whether other machines reach the page. */
  readonly isPublic: boolean;
  readonly clientOf: (c: Context) => string;
  readonly reply: (c: Context, body: unknown) => Response;
} & SignIn;

export function addEscrowSteps(
  app: Hono,
  { desk, isPublic, clientOf, provenWallets, reply }: EscrowStepsOptions,
): void {
  const limit = createRateLimit(STEPS_A_MINUTE, Date.now);
  app.post('/escrow/:contract{C[A-Z2-7]{55}}/prepare', async (c) => {
    const retryAfterMs = limit.take(clientOf(c));
    if (retryAfterMs > 0) throw new CountersignError('RATE_LIMITED', { retryAfterMs });
    const step = { ...(await bodyOf(c)), escrow: c.req.param('contract') } as PartyStepInput;
    const language = languageOf(c.req.header('accept-language'));
    const visited = (await desk()).escrowPage(isPublic ? VISITOR : undefined, language, await provenWallets(c));
    const { page } = await visited.prepareForParty(step, { signal: c.req.raw.signal });
    return reply(c, { page: `sign/${page}` } satisfies PreparedStepReply);
  });
}
