import type { Abilities } from '@countersign/core/settings/abilities';
import * as z from 'zod';
import { xdrLinks } from '../views/prepared-view.ts';
import { stepView, stepViewSchema } from '../views/step-view.ts';
import { NOTHING_EXECUTED } from './prepare-step.ts';
import { defineTool, PREPARES } from './tool.ts';

const text = z.string();

export const updateEscrow = defineTool({
  name: 'update_escrow',
  isOffered: ({ steps }: Abilities) => steps.includes('update'),
  description:
    'Prepare a change of the terms of an escrow that is on the ledger: its texts, fee, roles or milestones. Only its ' +
    'platform can sign that, in its own wallet. Give the escrow and the terms that change; the others stay. Once money ' +
    'is in it, milestones can be added (addMilestones) and nothing else can change. No term sets a deadline, an automatic ' +
    'refund or a second approver (let an account with several signers approve). It sends nothing. Show the person ' +
    'each change before and after (summary.changes), the judgement and signUrl. An escrow that is not signed yet is ' +
    'corrected with deploy_escrow.',
  annotations: { title: 'Prepare a change of terms', ...PREPARES },
  input: ({ makesSingleRelease }: Abilities) => {
    const ofMulti = makesSingleRelease ? 'Of a multi-release escrow; ' : '';
    const milestones = z.array(
      z.strictObject({
        description: text,
        amount: text.optional().describe(`${ofMulti}in tokens`),
        receiver: text.optional().describe('Who is paid; else as before'),
      }),
    );
    const roles = { approver: text, serviceProvider: text, releaseSigner: text, disputeResolver: text };
    const ofSingle = text.describe('Of a single-release escrow');
    return z
      .strictObject({
        escrow: text.describe('Its address (C…), title, id or transaction hash'),
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
      .partial()
      .required({ escrow: true });
  },
  output: stepViewSchema,
  afterTimeout: NOTHING_EXECUTED,
  run: async (desk, { includeXdr, ...request }, options) =>
    stepView(await desk.prepareStep(['update'], request, options), includeXdr === true),
  links: xdrLinks,
});
