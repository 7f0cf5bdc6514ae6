import { transactionStatusSchema } from '@countersign/core/results';
import * as z from 'zod';
import { defineTool } from './tool.ts';

export const getTransaction = defineTool({
  name: 'get_transaction',
  description:
    'Tell what became of a prepared escrow: prepared, expired, sending, settled, rejected or unknown. Use it after ' +
    'you gave the person signUrl, with waitSeconds up to 30, and again while they are still at it. Sends and ' +
    'changes nothing.',
  annotations: {
    title: 'Look up a prepared escrow',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    id: z.string().optional().describe('Handle from deploy_escrow'),
    transactionHash: z.string().optional().describe('In place of the id'),
    waitSeconds: z.number().optional().describe('0 to 30: wait so long for the outcome'),
  }),
  output: transactionStatusSchema,
  afterTimeout: 'Ask again.',
  run: (desk, input, options) => desk.lookUp(input, options),
});
