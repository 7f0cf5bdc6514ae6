/** Requests of every dialect: calls of an existing escrow as v1 takes them, and the sandbox's own service in either dialect. */
import type { ServiceCall } from '../../../actions/steps/form.ts';
import type { Release } from '../../../escrow/network.ts';
import type { FundOrder, StepOrder, StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import type { WireRequest } from '../../http/http.ts';
import type { Credentials } from '../dialect.ts';

type Header = Readonly<Record<string, string>>;

export const keyHeader = ({ apiKey }: Credentials): Header => ({ 'x-api-key': apiKey });

const headers = (credential: Header): Header => ({ 'Content-Type': 'application/json', ...credential });

export const getCall = (path: string, query: readonly string[], credential: Header): WireRequest => ({
  ...{ method: 'GET', path: `${path}?${query.join('&')}` },
  headers: headers(credential),
});

export const bodyCall = (
  method: WireRequest['method'],
  path: string,
  body: object,
  credential: Header,
): WireRequest => ({ method, path, headers: headers(credential), body: JSON.stringify(body) });

/** Parameters of a list. With brackets even for one value: a bare name is not read as a list everywhere. */
export const listOf = (name: string, values: readonly string[]): string[] =>
  values.map((value) => `${name}[]=${encodeURIComponent(value)}`);

/** @param escrowBody an escrow with the field names of the dialect's deploy, and the progress of its milestones */
export function escrowCall(
  { method = 'POST', path, body }: ServiceCall,
  order: Omit<StepOrder, 'act'> & Partial<FundOrder>,
  credential: Header,
  escrowBody?: (terms: StepTerms, release: Release) => object,
): WireRequest {
  const { escrow, release, index, amount, distributions, terms } = order;
  // The service wants the index as a string.
  const encodedRequest = {
    ...order,
    index: index === undefined ? undefined : String(index),
    amount: amount === undefined ? undefined : exactNumber(amount),
    distributions: distributions?.map((share) => ({ address: share.address, amount: exactNumber(share.amount) })),
    terms: terms === undefined ? undefined : escrowBody?.(terms, release),
  };
  const fields = Object.entries(body).map(([name, field]) => [name, encodedRequest[field]]);
  const name = typeof path === 'string' ? path : path[release];
  const content = { contractId: escrow, ...Object.fromEntries(fields) };
  return bodyCall(method, `/escrow/${release}-release/${name}`, content, credential);
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
