import * as z from 'zod';
import { xdrLinks } from '../views/prepared-view.ts';
import { stepViewSchema } from '../views/step-view.ts';
import { prepareBy, STEP_AFTER_TIMEOUT, stepAnnotations } from './step-tool.ts';
import { defineTool } from './tool.ts';

const text = z.string();
const milestones = z.array(
  z.strictObject({ description: text, amount: text.optional(), receiver: text.optional().describe('Of multi') }),
);

export const updateEscrow = defineTool({
  name: 'update_escrow',
  description:
    'Prepare a change of terms, which the platform signs; sends nothing. What is left out stays. While it holds money, ' +
    'milestones can only be added. Show the person summary (each change, before and after), judgement and signUrl.',
  annotations: stepAnnotations('Prepare a change of terms'),
  input: z
    .strictObject({
      id: text.describe('Alone, to renew'),
      escrow: text.describe('Its address, name or id'),
      signer: text,
      engagementId: text,
      title: text,
      description: text,
      platformFee: text.describe('Percent'),
      roles: z
        .strictObject({
          approver: text,
          serviceProvider: text,
          releaseSigner: text,
          disputeResolver: text,
          receiver: text.describe('In a single escrow'),
        })
        .partial(),
      amount: text.describe('Of a single escrow'),
      milestones: milestones.describe('Replaces all of them'),
      addMilestones: milestones.describe('At the end'),
      includeXdr: z.boolean(),
    })
    .partial(),
  output: stepViewSchema,
  afterTimeout: STEP_AFTER_TIMEOUT,
  run: prepareBy('update_escrow', ['update'], ['roles', 'milestones', 'addMilestones']),
  links: xdrLinks,
});
