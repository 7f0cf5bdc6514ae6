import type { Abilities } from '@countersign/core/settings/abilities';
import * as z from 'zod';
import { xdrLinks } from '../views/prepared-view.ts';
import { stepViewSchema } from '../views/step-view.ts';
import { prepareBy, STEP_AFTER_TIMEOUT, stepAnnotations, stepsHere, stepsWith } from './step-tool.ts';
import { defineTool } from './tool.ts';

const ACTIONS = stepsWith('milestones');
const text = z.string();

export const updateEscrow = defineTool({
  name: 'update_escrow',
  isOffered: (can: Abilities) => stepsHere(ACTIONS, can).length > 0,
  description:
    'Prepare a change of an escrow’s terms. It sends nothing: the platform reads it and signs it in its own wallet. ' +
    'Terms that are left out stay as they are. While the escrow holds money, milestones can only be added. Show the ' +
    'person the summary (each change, before and after), the judgement and signUrl, where they confirm stops (no ' +
    'argument can) and sign.',
  annotations: stepAnnotations('Prepare a change of terms'),
  input: ({ makesSingleRelease }: Abilities) => {
    const ofMulti = makesSingleRelease ? 'Of a multi-release escrow; ' : '';
    const milestones = z.array(
      z.strictObject({
        description: text,
        amount: text.optional().describe(`${ofMulti}in tokens`),
        receiver: text.optional().describe(`${ofMulti}who is paid; else as before`),
      }),
    );
    const roles = { approver: text, serviceProvider: text, releaseSigner: text, disputeResolver: text };
    const ofSingle = text.describe('Of a single-release escrow');
    return z
      .strictObject({
        id: text.describe('Alone: renews what was prepared under it'),
        escrow: text.describe('Its address (C…), name or id'),
        signer: text.describe('The platform; usually known'),
        engagementId: text,
        title: text,
        description: text,
        platformFee: text.describe('Percent'),
        roles: z.strictObject({ ...roles, ...(makesSingleRelease ? { receiver: ofSingle } : {}) }).partial(),
        ...(makesSingleRelease ? { amount: ofSingle } : {}),
        milestones: milestones.describe('Replaces all of them'),
        addMilestones: milestones.describe('At the end'),
        includeXdr: z.boolean(),
      })
      .partial();
  },
  output: stepViewSchema,
  afterTimeout: STEP_AFTER_TIMEOUT,
  run: prepareBy('update_escrow', ACTIONS, ['roles', 'milestones', 'addMilestones']),
  links: xdrLinks,
});
