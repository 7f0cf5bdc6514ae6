import * as z from 'zod';
import { statusView, statusViewSchema } from '../views/outcome-view.ts';
import { defineTool } from './tool.ts';

export const discardEscrow = defineTool({
  name: 'discard_escrow',
  description:
    'End a prepared escrow, payment or action that was never sent, once the person says that they do not want it. Its page then says ' +
    'so, and a signature for it is refused. To correct one, call deploy_escrow with the corrected request and the ' +
    'same engagementId instead. What may have been sent is not ended: get_transaction tells what became of it.',
  annotations: {
    title: 'Discard what was prepared',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  },
  input: z.strictObject({ id: z.string().describe('Handle of what was prepared') }),
  output: statusViewSchema,
  afterTimeout: 'Ask get_transaction whether it was discarded.',
  // The desk uses only the id; it scans the rest for secrets.
  run: async (desk, input, options) => {
    const { id } = input as { id?: unknown };
    const status = await desk.discard(typeof id === 'string' ? id : '', {
      ...options,
      beside: { ...options.beside, ...(input as object) },
    });
    return statusView(status);
  },
});
