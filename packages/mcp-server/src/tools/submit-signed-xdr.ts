import * as z from 'zod';
import { settlementView, settlementViewSchema } from '../views/outcome-view.ts';
import { defineTool } from './tool.ts';

export const submitSignedXdr = defineTool({
  name: 'submit_signed_xdr',
  description:
    'Send a transaction that the person signed in their own wallet, for those who cannot open signUrl: the tool that ' +
    'prepared it gives unsignedXdr with includeXdr. Pass on unchanged what the wallet returned. If they ' +
    'signed on the signUrl page, id alone gives the outcome. It is checked against what was prepared, sent once, and ' +
    'cannot be taken back. partly-signed: kept, not sent; tell who can still sign, and until when. ' +
    'settled: the ledger has it; tell the contractId. taken: tell the person not to fund it. ' +
    'accepted: only the service says so; wait with get_transaction, do not fund. rejected, expired, displaced: tell the reason; ' +
    'the same tool with the id prepares it again. unknown: submit again with the id; prepare no other until then. ' +
    'Never ask for a key or seed.',
  annotations: {
    title: 'Submit a signed transaction',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({
    signedXdr: z.string().optional().describe('Base64, as the wallet returned it'),
    id: z.string().optional().describe('Handle of what was prepared'),
  }),
  output: settlementViewSchema,
  afterTimeout:
    'It may have been sent. Submit again with the id to learn the outcome; do not prepare another until then.',
  run: async (desk, input, options) => settlementView(await desk.submit(input, options)),
});
