/** The requests of v1, the live service: paths and bodies as its client libraries and working scripts send them. */
import { FUND_SERVICE } from '../../../actions/fund/call.ts';
import type { Release } from '../../../escrow/network.ts';
import type { FundOrder, RowsQuery, StepOrder, StepTerms } from '../../escrow-service.ts';
import type { WireRequest } from '../../http/http.ts';
import { escrowCall, stepCall } from '../shared/step-call.ts';

export function deployCall(release: Release, body: object, apiKey: string): WireRequest {
  return withBody('POST', `/deployer/${release}-release`, body, apiKey);
}

/** No other fields: v1 refuses unknown ones. */
export function sendCall(signedXdr: string, apiKey: string): WireRequest {
  return withBody('POST', '/helper/send-transaction', { signedXdr }, apiKey);
}

export function balancesCall(addresses: readonly string[], apiKey: string): WireRequest {
  return get('/helper/get-multiple-escrow-balance', list('addresses', addresses), apiKey);
}

export function fundCall(order: FundOrder, apiKey: string): WireRequest {
  const { method, path, body } = escrowCall(FUND_SERVICE, order);
  return withBody(method, path, body, apiKey);
}

/** @param escrowBody of an update */
export function stepRequest(
  order: StepOrder,
  apiKey: string,
  escrowBody: (terms: StepTerms, release: Release) => object,
): WireRequest {
  const { method, path, body } = stepCall(order, escrowBody);
  return withBody(method, path, body, apiKey);
}

export function reindexCall(txHash: string, apiKey: string): WireRequest {
  return withBody('PUT', '/indexer/update-from-txhash', { txHash }, apiKey);
}

export function rowsCall(query: RowsQuery, apiKey: string): WireRequest {
  if ('contractIds' in query) {
    const parameters = [...list('contractIds', query.contractIds), 'validateOnChain=true'];
    return get('/helper/get-escrow-by-contract-ids', parameters, apiKey);
  }
  if ('signer' in query) {
    return get('/helper/get-escrows-by-signer', [`signer=${encodeURIComponent(query.signer)}`], apiKey);
  }
  // v1 spells the roles in camelCase, as we do.
  const parameters = [`role=${query.role}`, `roleAddress=${encodeURIComponent(query.address)}`];
  return get('/helper/get-escrows-by-role', parameters, apiKey);
}

/** With brackets even for one value: v1 does not read a bare name as a list. */
function list(name: string, values: readonly string[]): string[] {
  return values.map((value) => `${name}[]=${encodeURIComponent(value)}`);
}

function headers(apiKey: string) {
  return { 'Content-Type': 'application/json', 'x-api-key': apiKey };
}

function get(path: string, query: readonly string[], apiKey: string): WireRequest {
  return { method: 'GET', path: `${path}?${query.join('&')}`, headers: headers(apiKey) };
}

function withBody(method: WireRequest['method'], path: string, body: object, apiKey: string): WireRequest {
  return { method, path, headers: headers(apiKey), body: JSON.stringify(body) };
}
