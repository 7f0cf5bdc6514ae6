/** The later steps of an escrow's life as v1 takes them, and the sandbox's own service in either dialect. */
import type { Release } from '../../../escrow/network.ts';
import type { StepOrder, StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import type { WireRequest } from '../../http/http.ts';

/** The path for a single-release escrow, and for a milestone of a multi-release escrow where that differs. */
const PATHS: Readonly<Record<StepOrder['act'], readonly [single: string, multi?: string]>> = {
  'change-status': ['change-milestone-status'],
  approve: ['approve-milestone'],
  release: ['release-funds', 'release-milestone-funds'],
  dispute: ['dispute-escrow', 'dispute-milestone'],
  resolve: ['resolve-dispute', 'resolve-milestone-dispute'],
  withdraw: ['withdraw-remaining-funds'],
  update: ['update-escrow'],
  extend: ['extend-ttl'],
};

type StepCall = Pick<WireRequest, 'method' | 'path'> & { readonly body: object };

/** @param escrowBody an escrow as the dialect's deploy names its terms, with what was done to its milestones */
export function stepCall(order: StepOrder, escrowBody: (terms: StepTerms, release: Release) => object): StepCall {
  const { act, release } = order;
  const [single, multi = single] = PATHS[act];
  return {
    method: act === 'update' ? 'PUT' : 'POST',
    path: `/escrow/${release}-release/${release === 'single' ? single : multi}`,
    body: { contractId: order.escrow, ...fieldsOf(order, escrowBody) },
  };
}

function fieldsOf(order: StepOrder, escrowBody: (terms: StepTerms, release: Release) => object): object {
  const { signer } = order;
  switch (order.act) {
    case 'change-status': {
      const evidence = order.evidence === undefined ? {} : { newEvidence: order.evidence };
      return { ...milestone(order), newStatus: order.status, ...evidence, serviceProvider: signer };
    }
    case 'approve':
      return { ...milestone(order), approver: signer };
    case 'release':
      return { releaseSigner: signer, ...milestone(order) };
    case 'dispute':
      return { signer, ...milestone(order) };
    case 'resolve':
      return { disputeResolver: signer, ...milestone(order), distributions: shares(order) };
    case 'withdraw':
      return { disputeResolver: signer, distributions: shares(order) };
    case 'update':
      return { signer, escrow: escrowBody(order.terms, order.release) };
    case 'extend':
      // v1 documents this endpoint but not its fields; these are those of v2, with v1's name of the signer's field.
      return { signer, ledgersToExtend: order.ledgers };
  }
}

/** The service wants the index as a string. */
function milestone({ index }: { readonly index?: number }): object {
  return index === undefined ? {} : { milestoneIndex: String(index) };
}

function shares({ distributions }: Extract<StepOrder, { readonly distributions: unknown }>): object {
  return distributions.map(({ address, amount }) => ({ address, amount: exactNumber(amount) }));
}
