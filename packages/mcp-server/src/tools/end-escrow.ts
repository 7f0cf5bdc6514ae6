/** The tool that ends an escrow together: the plan, and its next transaction for its signer. */
import type { StepName } from '@countersign/core/escrow';
import { endingWords, naming, partText } from '@countersign/core/words';
import * as z from 'zod';
import { xdrLinks } from '../views/prepared-view.ts';
import { stepView, stepViewSchema } from '../views/step-view.ts';
import { STEP_AFTER_TIMEOUT, stepAnnotations, stepsHere } from './step-tools.ts';
import { defineTool } from './tool.ts';

const NEEDED: readonly StepName[] = ['dispute', 'resolve'];
const text = z.string();

export const endEscrow = defineTool({
  name: 'end_escrow',
  isOffered: (can) => stepsHere(NEEDED, can).length === NEEDED.length,
  description:
    'Cancel and refund an escrow: who signs which dispute and refund, what comes back to whom, and the next of them ' +
    'prepared for its signer. Tell the person the whole plan first; call it again after each has settled.',
  annotations: stepAnnotations('End an escrow together'),
  input: z.strictObject({
    escrow: text.describe('Its address (C…), name or id'),
    signer: text.optional().describe('Whom you serve'),
    refundTo: text.optional().describe('By the person alone; else who paid in'),
    includeXdr: z.boolean().optional(),
  }),
  output: z.strictObject({
    contractId: text,
    title: text.optional(),
    now: z.enum(['not-signed', 'no-money', 'to-return', 'over', 'cannot']),
    part: text.optional().describe('Of the transactions'),
    plan: z.array(text),
    next: text,
    prepared: stepViewSchema.optional(),
  }),
  afterTimeout: STEP_AFTER_TIMEOUT,
  run: async (desk, input, options) => {
    const { includeXdr, ...request } = input;
    const { contractId, title, plan, names, own, prepared, seenAt } = await desk.end(request, options);
    const { lines, next } = endingWords(plan, { own, named: naming(names) });
    return {
      contractId,
      ...(title === undefined ? {} : { title }),
      now: plan.now,
      ...(plan.next === undefined ? {} : { part: partText(plan) }),
      plan: [...lines],
      next: seenAt === undefined ? next : `${next} ${seenAt}`,
      ...(prepared === undefined
        ? {}
        : {
            prepared: stepView(
              prepared,
              includeXdr === true,
              prepared.summary.step === 'dispute' ? 'prepare_action' : 'resolve_dispute',
            ),
          }),
    };
  },
  links: ({ prepared }) => (prepared === undefined ? [] : xdrLinks(prepared)),
});
