/** What a person is asked who would do the same again: a second equal payment, or another escrow with equal terms. */
import type { RequestOf } from '../../actions/action.ts';
import { codeOfToken, type Network } from '../../escrow/network.ts';
import type { BlockingWarning } from '../../words/data/risk.ts';
import {
  type ActionRequest,
  decidingTransaction,
  type PreparedRequest,
  type PreparedTransaction,
} from '../model/requests.ts';
import { totalOf } from './limits.ts';

export function repetitionBlockers(
  network: Network,
  existing: PreparedRequest | undefined,
  request: ActionRequest,
): readonly BlockingWarning[] {
  const before = existing && decidingTransaction(existing);
  if (request.action === 'deploy') {
    return [{ code: 'ANOTHER_ESCROW', params: { contractId: before?.contractId ?? '' } }];
  }
  if (request.action === 'withdraw') {
    const params = {
      amount: totalOf(request, network),
      token: codeOfToken(network, request.request.trustline.address),
      at: new Date(timeOf(before) ?? 0).toISOString(),
    };
    return [{ code: 'WITHDRAWN_ALREADY', params }];
  }
  // A step that its contract would refuse the second time is found by its obstacles on the ledger.
  return request.action === 'fund' ? [paidStop(network, request.request, timeOf(before))] : [];
}

/** Those of an earlier round, which stay true when the request is renewed. */
export function earlierBlockers(existing: PreparedRequest | undefined): readonly BlockingWarning[] {
  return (existing?.risk.stops ?? []).filter(({ code }) => DONE_BEFORE.includes(code));
}

const DONE_BEFORE: readonly BlockingWarning['code'][] = ['PAID_ALREADY', 'WITHDRAWN_ALREADY', 'ANOTHER_ESCROW'];

/** @param at when it was paid before: epoch milliseconds, if that is known */
export function paidStop(network: Network, { amount, trustline }: RequestOf<'fund'>, at = 0): BlockingWarning {
  const token = codeOfToken(network, trustline.address);
  return { code: 'PAID_ALREADY', params: { amount, token, at: new Date(at).toISOString() } };
}

/** When a payment or withdrawal of this store was made, in epoch milliseconds. */
export const timeOf = (before: PreparedTransaction | undefined): number | undefined =>
  before?.sentAt ?? before?.offeredAt;
