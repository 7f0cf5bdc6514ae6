/** What people of the sandbox sign at a desk. */
import type { Desk } from '@countersign/core';
import { signAs } from '../fixtures/sandbox-request.ts';

export type Signable = {
  readonly id: string;
  readonly unsignedXdr?: string | undefined;
  readonly transactionHash: string;
};

/** @returns the settlement; it throws when the transaction has not settled */
export async function signAndSend(
  desk: Pick<Desk, 'submit'>,
  who: string,
  { id, unsignedXdr, transactionHash }: Signable,
) {
  const settlement = await desk.submit({ signedXdr: signAs(who, String(unsignedXdr), transactionHash), id });
  if (settlement.status !== 'settled') throw new Error(`${id} is ${settlement.status}`);
  return settlement;
}
