/** A prepared trustline for a model. Its transaction is short, so it is always included. */
import { type Prepared, preparedTrustSchema } from '@countersign/core/results';
import { nameText, stopLines, warningText } from '@countersign/core/words';
import * as z from 'zod';

const texts = z.array(z.string());

export const preparedTrustViewSchema = preparedTrustSchema
  .pick({
    id: true,
    status: true,
    network: true,
    transactionHash: true,
    expiresAt: true,
    checked: true,
    unsignedXdr: true,
    next: true,
    signUrl: true,
  })
  .extend({
    summary: preparedTrustSchema.shape.summary.omit({ network: true, networkPassphrase: true, expiresAt: true }),
    networkPassphrase: z.string().optional(),
    names: texts.optional().describe('Which address a name stood for'),
    judgement: z.strictObject({
      stops: texts.describe('Only the person confirms these'),
      warnings: texts,
      facts: texts,
    }),
  });

export function preparedTrustView({
  contractId: _,
  summary: { network: _network, networkPassphrase, expiresAt: _expiresAt, ...summary },
  judgement: { stops, warnings, facts },
  names = [],
  replaces: _replaces,
  ...prepared
}: Prepared<'trust'>): z.output<typeof preparedTrustViewSchema> {
  return {
    ...prepared,
    ...(prepared.unsignedXdr === undefined ? {} : { networkPassphrase }),
    summary,
    ...(names.length === 0 ? {} : { names: names.map((named) => `${nameText(named)}: ${named.address}`) }),
    judgement: {
      stops: stopLines(stops),
      warnings: warnings.map(warningText),
      facts: facts.map(warningText),
    },
  };
}
