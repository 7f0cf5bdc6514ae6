/** Every kind of escrow that is known here, and which of them a value or a code is. */
import type { xdr } from '@stellar/stellar-sdk/base';
import type { FieldProblem } from '../errors/errors.ts';
import type { DialectName, Release } from '../escrow/network.ts';
import { EARLIER_KINDS } from './earlier-kinds.ts';
import { EARLIEST_KINDS } from './earliest-kinds.ts';
import type { EscrowKind } from './escrow-kind.ts';
import type { EscrowOnChain } from './escrow-on-chain.ts';
import { interfaceMulti } from './interface-multi.ts';
import { interfaceSingle } from './interface-single.ts';
import { liveMulti } from './live-multi.ts';
import { liveSingle } from './live-single.ts';
import { nextMulti, nextSingle } from './next-kinds.ts';

/** Where several can be meant, the first that reads without a problem is. */
export const ESCROW_KINDS: readonly EscrowKind[] = [
  interfaceMulti,
  liveMulti,
  liveSingle,
  interfaceSingle,
  ...EARLIER_KINDS,
  ...EARLIEST_KINDS,
  nextMulti,
  nextSingle,
];

/** Those that some service makes, so that a deploy of one may be offered. */
export const SERVED_KINDS = ESCROW_KINDS.filter(({ dialect }) => dialect !== undefined);

/** The kind that a service of this dialect makes; nothing where it makes none of this release. */
export function servedKind(dialect: DialectName = 'seed', release: Release): EscrowKind | undefined {
  return SERVED_KINDS.find((kind) => kind.dialect === dialect && kind.release === release);
}

/** The kind whose code this is. @param code lower-case hex */
export function kindOfCode(code: string): EscrowKind | undefined {
  return ESCROW_KINDS.find(({ codes }) => codes.includes(code));
}

/** What the number of an error means that a contract of this code gave; nothing where that is not known. */
export function errorName(code: string, number: number): string | undefined {
  return ESCROW_KINDS.find(({ errors }) => errors?.codes.includes(code))?.errors?.names[number - 1];
}

export type ReadEscrow<Escrow extends EscrowOnChain = EscrowOnChain> = {
  readonly kind: EscrowKind<Escrow>;
  readonly escrow: Escrow;
  readonly problems: readonly FieldProblem[];
};

/**
 * An escrow as a contract stores it, by the kind of the contract's code where that can read it, else by any kind.
 * @param code lower-case hex
 * @returns nothing where it cannot be read as one
 */
export function readEscrow(value: xdr.ScVal, code?: string): ReadEscrow | undefined {
  const read = readAs(ESCROW_KINDS, value, code);
  return 'unreadable' in read ? undefined : read;
}

/** The kind whose code it is, if it can read it; else the first that reads without a problem; else the first that can. */
export function readAs<Escrow extends EscrowOnChain>(
  kinds: readonly EscrowKind<Escrow>[],
  value: xdr.ScVal,
  code?: string,
): ReadEscrow<Escrow> | { readonly unreadable: readonly FieldProblem[] } {
  const known = kinds.find(({ codes }) => code !== undefined && codes.includes(code));
  let readable: ReadEscrow<Escrow> | undefined;
  let unreadable: readonly FieldProblem[] | undefined;
  for (const kind of known === undefined ? kinds : [known, ...kinds]) {
    const { escrow, problems } = kind.decode(value);
    if (escrow === undefined) unreadable ??= problems;
    else if (kind === known || problems.length === 0) return { kind, escrow, problems };
    else readable ??= { kind, escrow, problems };
  }
  return readable ?? { unreadable: unreadable ?? [] };
}
