/** The service provider says how far a milestone is, with evidence. */
import { xdr } from '@stellar/stellar-sdk/base';
import { finishedObstacles } from '../steps/of-milestone.ts';
import { milestoneOf, withMilestone } from '../steps/standing.ts';
import { NO_PAYMENT, type Step } from '../steps/step.ts';
import { indexArguments, stringValue } from '../steps/values.ts';

export const changeStatus: Step<'change-status'> = {
  name: 'change-status',
  signers: ({ escrow }) => [{ role: 'serviceProvider', address: escrow.roles.serviceProvider }],
  obstacles(standing, { milestone, status, evidence }) {
    const of = standing.escrow.flags === undefined ? { milestone } : {};
    const before = milestoneOf(standing, milestone);
    const isSame = before?.status === status && (evidence === undefined || evidence === before.evidence);
    return [
      // The contract accepts a report on a finished milestone, but nobody would act on it.
      ...finishedObstacles(standing, of),
      ...(isSame ? [{ code: 'ALREADY_REPORTED', params: { milestone } } as const] : []),
    ];
  },
  given(_, { milestone, status, evidence }) {
    const said = evidence === undefined ? xdr.ScVal.scvVoid() : stringValue(evidence);
    const index = indexArguments(milestone);
    const change = [
      ['evidence', said],
      ['index', index.index as xdr.ScVal],
      ['status', stringValue(status)],
    ] as const;
    const entries = change.map(([key, val]) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(key), val }));
    return {
      ...index,
      status: stringValue(status),
      evidence: said,
      statusChanges: xdr.ScVal.scvVec([xdr.ScVal.scvMap(entries)]),
    };
  },
  effect: ({ escrow }, { milestone, status, evidence }) => ({
    after: withMilestone(escrow, milestone, (before) => ({ status, evidence: evidence ?? before.evidence })),
    ...NO_PAYMENT,
  }),
};
