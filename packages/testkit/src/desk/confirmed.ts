/** A person who reads the blocking warnings of what was prepared, and confirms them all. */
import type { Desk } from '@countersign/core';

export type Confirmable = {
  readonly id: string;
  readonly status: 'prepared' | 'to-confirm';
  readonly contractId: string;
  readonly unsignedXdr?: string | undefined;
  /** `total` of a deploy or step, `amount` of a payment. */
  readonly summary: object;
  readonly judgement: { readonly key: string };
};

/** @returns what was prepared, ready to be signed; unchanged where nothing had to be confirmed */
export async function confirmed(desk: Pick<Desk, 'confirm'>, offer: Confirmable): Promise<Confirmable> {
  if (offer.status !== 'to-confirm') return offer;
  const { total, amount = '0' } = offer.summary as { readonly total?: string; readonly amount?: string };
  return await desk.confirm(offer.id, { amount: total ?? amount, shown: offer.judgement.key });
}
