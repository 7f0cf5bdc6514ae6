/** The platform keeps the contract's entries from being archived for longer. */
import * as z from 'zod';
import { createProblem } from '../../errors/problems.ts';
import { u32 } from '../../kinds/layout.ts';
import type { StepForm } from '../steps/form.ts';
import { type RequestWith, whole } from '../steps/request.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { listValue } from '../steps/values.ts';

/** A public network keeps no entry alive for longer than about half a year at once. */
const MAX_DAYS = 180;
/** A ledger closes about every five seconds. */
const LEDGERS_A_DAY = 17_280;

const fields = () => ({ days: whole(MAX_DAYS, createProblem('DAYS', { most: MAX_DAYS })) });
type Request = RequestWith<ReturnType<typeof fields>>;

export const step: Step<'extend', Request> = {
  name: 'extend',
  signers: ({ escrow }) => [{ role: 'platformAddress', address: escrow.roles.platformAddress }],
  unmetPreconditions: () => [],
  callArguments: (_, { days }) => ({ ledgers: days * LEDGERS_A_DAY }),
  effect: ({ escrow }) => ({ after: escrow, ...NO_PAYMENT }),
  risk: (_, { days }) => ({ facts: [{ code: 'EXTENDING_COSTS', params: { days: `${days}` } }] }),
  emits: (_, signer) => ({ data: listValue(signer, u32.write(0)) }),
};

export const form = {
  fields,
  phrase: 'the platform keeps the escrow from being archived, for so many days',
  asks: () => ({ days: z.number().describe('Of extend') }),
  // v1 documents this endpoint but not its fields; these are those of v2, with v1's name of the signer's field.
  service: { path: 'extend-ttl', body: { signer: 'signer', ledgersToExtend: 'ledgers' } },
  ordered: ({ days }) => ({ ledgers: days * LEDGERS_A_DAY }),
} satisfies StepForm<Request>;
