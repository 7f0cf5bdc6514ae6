import type { xdr } from '@stellar/stellar-sdk/base';
import type { TransactionProblem } from '../errors/problems.ts';
import type { EscrowKind } from './escrow-kind.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';

export type ReadEscrow<Escrow extends EscrowOnChain = EscrowOnChain> = {
  readonly kind: EscrowKind<Escrow>;
  readonly escrow: Escrow;
  readonly problems: readonly TransactionProblem[];
};

/** Reads by the kind of its code if that works, else by the first kind without problems, else by the first that can. */
export function readAs<Escrow extends EscrowOnChain>(
  kinds: readonly EscrowKind<Escrow>[],
  value: xdr.ScVal,
  code?: string,
): ReadEscrow<Escrow> | { readonly unreadable: readonly TransactionProblem[] } {
  const known = kinds.find(({ codes }) => code !== undefined && codes.includes(code));
  let readable: ReadEscrow<Escrow> | undefined;
  let unreadable: readonly TransactionProblem[] | undefined;
  for (const kind of known === undefined ? kinds : [known, ...kinds]) {
    const { escrow, problems } = kind.decode(value);
    if (escrow === undefined) unreadable ??= problems;
    else if (kind === known || problems.length === 0) return { kind, escrow, problems };
    else readable ??= { kind, escrow, problems };
  }
  return readable ?? { unreadable: unreadable ?? [] };
}
