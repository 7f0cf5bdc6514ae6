import type { PrepareInput } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Abilities } from '@countersign/core/settings/abilities';
import * as z from 'zod';
import { preparedView, preparedViewSchema, xdrLinks } from '../views/prepared-view.ts';
import { defineTool, PREPARES } from './tool.ts';

/** What people often ask for, each with what to do instead. */
const LIMITS = [
  'act on a date, pay or refund by itself (the approver, or the arbiter in a dispute, does)',
  'pay part of a milestone (make smaller milestones)',
  'count several approvers (let an account with several signers approve)',
  'pay to an exchange (take the person’s own wallet)',
].join('; ');

const namesHere = ({ isSandbox }: Abilities): string =>
  isSandbox
    ? `${SANDBOX_ACCOUNTS.map(({ name }) => name).join(', ')}, or one of the address book`
    : 'one of the person’s address book';

/** Every one of a request, but what has a default. */
const NEEDED = {
  signer: true,
  engagementId: true,
  title: true,
  description: true,
  roles: true,
  platformFee: true,
  milestones: true,
  trustline: true,
} as const;

/** Decimals are text here, since hosts warn about a field with two types. The desk accepts numbers as well. */
const text = z.string();

export const deployEscrow = defineTool({
  name: 'deploy_escrow',
  description:
    'Prepare a new milestone escrow on Stellar, a contract that holds tokens and pays them out by milestones, when the ' +
    'person wants to agree on paid work. It sends nothing: it returns a summary, a judgement and signUrl, the page ' +
    'where the person reads it and signs in their own wallet. Ask for what you do not know, amounts and token (“500 ' +
    'bucks”, EUR) included; copy addresses whole, never guess or retype one.\nThe contract cannot do these, so say it ' +
    `first: ${LIMITS}.\nTo correct an unsigned escrow, give the whole request again with the same engagementId. Show ` +
    'the person summary, judgement and signUrl, where only they confirm stops (no argument can). Then wait with ' +
    'get_escrow. Never ask for a seed.',
  annotations: { title: 'Prepare an escrow', ...PREPARES },
  input: (can) =>
    z
      .strictObject({
        ...(can.makesSingleRelease
          ? {
              kind: z
                .enum(['multi', 'single'])
                .describe(
                  'multi, the default: each milestone is paid by itself. single: all at once, when all are approved',
                ),
            }
          : {}),
        signer: text.describe('Whose wallet signs: G… or a name'),
        engagementId: text.describe('The person’s own reference, new for each escrow'),
        title: text,
        description: text,
        roles: z
          .strictObject({
            approver: text.describe('Approves milestones; none is paid before'),
            serviceProvider: text.describe('Does and reports the work'),
            platformAddress: text.describe('Gets the platform fee; can change unfunded terms'),
            // Core also takes `release`, the name of the last release and of the service’s interface.
            releaseSigner: text.describe('Pays out approved milestones'),
            disputeResolver: text.describe('Decides alone who is paid in a dispute'),
            receiver: can.paysEachMilestone
              ? text.optional().describe('Is paid where a milestone names no receiver')
              : text.describe('Is paid, after fees'),
          })
          .describe(
            `Each an address (G…, C…) or a name: ${namesHere(can)}. One may hold several: ` +
              'a client is often approver and releaseSigner, the worker receiver too',
          ),
        platformFee: text.describe('Percent of payments: 5 means 5 %'),
        milestones: z.array(
          z.strictObject({
            description: text,
            amount: text.describe('In tokens: 150.5'),
            ...(can.paysEachMilestone ? { receiver: text.optional().describe('Is paid for it') } : {}),
          }),
        ),
        trustline: z.strictObject({
          address: text.describe('The token: its contract (C…), its issuer or USDC'),
          decimals: z.number().optional().describe('10000000, the default, means 7'),
        }),
        ...(can.takesReceiverMemo ? { receiverMemo: text.describe('A number that the receiver asks for') } : {}),
        anotherEscrow: z.boolean().describe('true: a second one with the same terms'),
        includeXdr: z.boolean().describe('true: adds unsignedXdr, if they cannot open signUrl'),
      })
      .partial()
      .required(NEEDED),
  output: preparedViewSchema,
  afterTimeout: 'Ask again with the same request: nothing was executed.',
  // The desk checks the request, so that every problem is reported at once and in its own words.
  run: async (desk, input, options) => {
    const { anotherEscrow, includeXdr, ...request } = input;
    const prepared = await desk.prepare('deploy', request as PrepareInput<'deploy'>, {
      ...options,
      ...(anotherEscrow === undefined ? {} : { another: anotherEscrow === true }),
    });
    return preparedView(prepared, includeXdr === true);
  },
  links: xdrLinks,
});
