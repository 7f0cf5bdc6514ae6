import * as z from 'zod';
import { statusView, statusViewSchema } from '../views/outcome-view.ts';
import { defineTool } from './tool.ts';

export const getTransaction = defineTool({
  name: 'get_transaction',
  description:
    'Tell what became of what was prepared; by says whose word that is. Use it after you gave the person signUrl, ' +
    'with waitSeconds up to 30, and again while they are still at it. settled: the ledger has it; tell any ' +
    'changedSince before it is funded. taken: tell the person not to fund it. accepted: only the service says so; ' +
    'wait, do not fund. rejected, expired, displaced: the tool that prepared it does so again with the id. unknown: ask again, prepare ' +
    'no other. to-confirm: the person confirms on signUrl. superseded: go on with replacedBy. declined: ask the ' +
    'person what they want; do not prepare it again unless they ask. Sends and changes nothing.',
  annotations: {
    title: 'Look up what was prepared',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    id: z.string().optional().describe('Handle of what was prepared'),
    transactionHash: z.string().optional().describe('In place of the id'),
    waitSeconds: z.number().optional().describe('0 to 30: how long to wait for the outcome'),
  }),
  output: statusViewSchema,
  afterTimeout: 'Ask again.',
  run: async (desk, input, options) => {
    const { waitSeconds } = { ...(input as { readonly waitSeconds?: unknown }) };
    const isLong = typeof waitSeconds === 'number' && waitSeconds > LONGEST_WAIT;
    return statusView(await desk.lookUp(input, options), isLong ? SHORTENED : undefined);
  },
});

const LONGEST_WAIT = 30;
const SHORTENED = 'A call waits 30 s at most, so waitSeconds was taken as 30.';
