/** The escrow that a payment's contract call expects: what the ledger held of it. */
import { xdr } from '@stellar/stellar-sdk/base';
import { type EscrowKind, type EscrowOnChain, SERVED_KINDS } from '../../kinds/index.ts';

export type ExpectedEscrow = { readonly value: xdr.ScVal; readonly kind: EscrowKind; readonly escrow: EscrowOnChain };

/** @param expected XDR in base64. @returns undefined unless it is an escrow whose contract compares it */
export function readExpected(expected: string | undefined): ExpectedEscrow | undefined {
  if (expected === undefined) return undefined;
  try {
    return expectedIn(xdr.ScVal.fromXdr(expected, 'base64'));
  } catch {
    return undefined;
  }
}

/** Only the kinds that a service makes are known to take the expected escrow in `fund_escrow`. */
export function expectedIn(value: xdr.ScVal): ExpectedEscrow | undefined {
  for (const kind of SERVED_KINDS) {
    const { escrow, problems } = kind.decode(value);
    if (escrow !== undefined && problems.length === 0) return { value, kind, escrow };
  }
  return undefined;
}
