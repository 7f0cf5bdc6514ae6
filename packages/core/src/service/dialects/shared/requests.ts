/** Calls of an existing escrow as v1 takes them, and the sandbox's own service in either dialect. */
import { formOf } from '../../../actions/registry.ts';
import type { ServiceCall } from '../../../actions/steps/form.ts';
import type { Release } from '../../../escrow/network.ts';
import type { FundOrder, StepOrder, StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import type { WireRequest } from '../../http/http.ts';

type StepCall = Pick<WireRequest, 'method' | 'path'> & { readonly body: object };
/** An escrow with the field names of the dialect's deploy, and the progress of its milestones. */
type EscrowBody = (terms: StepTerms, release: Release) => object;

export const stepCall = (order: StepOrder, escrowBody: EscrowBody): StepCall =>
  escrowCall(formOf(order.act).service, order, escrowBody);

export function escrowCall(
  { method = 'POST', path, body }: ServiceCall,
  order: Omit<StepOrder, 'act'> & Partial<FundOrder>,
  escrowBody?: EscrowBody,
): StepCall {
  const { escrow, release, index, amount, distributions, terms } = order;
  // The service wants the index as a string.
  const encodedRequest = {
    ...order,
    index: index === undefined ? undefined : String(index),
    amount: amount === undefined ? undefined : exactNumber(amount),
    distributions: distributions?.map((share) => ({ address: share.address, amount: exactNumber(share.amount) })),
    terms: terms === undefined ? undefined : escrowBody?.(terms, release),
  };
  return {
    method,
    path: `/escrow/${release}-release/${typeof path === 'string' ? path : path[release]}`,
    body: {
      contractId: escrow,
      ...Object.fromEntries(Object.entries(body).map(([name, field]) => [name, encodedRequest[field]])),
    },
  };
}

type Milestone = StepTerms['milestones'][number];

const NO_FLAGS = { approved: false, disputed: false, released: false, resolved: false };

/** A milestone's progress; initial values are left out, as in a deploy. */
export function progressOf({ status, evidence, flags }: Milestone): object {
  return {
    ...(status === 'pending' ? {} : { status }),
    ...(evidence === '' ? {} : { evidence }),
    ...(Object.values(flags).includes(true) ? { flags: { ...NO_FLAGS, ...flags } } : {}),
  };
}
