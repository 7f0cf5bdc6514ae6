/** The kinds of escrow contract by the code that they run. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { NETWORKS, networkWith } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import {
  ESCROW_KINDS,
  type EscrowKind,
  type EscrowOnChain,
  interfaceMulti,
  liveMulti,
  liveSingle,
} from '../kinds/index.ts';

const sandboxV1 = networkWith('sandbox', 'v1');
const KINDS_BY_CODE: ReadonlyMap<string | undefined, EscrowKind> = new Map<string | undefined, EscrowKind>([
  [NETWORKS.sandbox.wasmHash, interfaceMulti],
  [sandboxV1.wasmHash, liveMulti],
  [sandboxV1.single?.wasmHash, liveSingle],
  [TRUSTLESS_WORK.testnet.wasmHash, liveMulti],
  [TRUSTLESS_WORK.testnet.single.wasmHash, liveSingle],
]);

/** @param code SHA-256 in lower-case hex */
export function kindOfCode(code: string): EscrowKind | undefined {
  return KINDS_BY_CODE.get(code);
}

/** By its code where that is known, else by the first layout that fits. */
export function readEscrow(
  value: xdr.ScVal,
  code?: string,
): { readonly kind: EscrowKind; readonly escrow: EscrowOnChain } | undefined {
  const known = code === undefined ? undefined : kindOfCode(code);
  for (const kind of known === undefined ? ESCROW_KINDS : [known]) {
    const { escrow } = kind.decode(value);
    if (escrow !== undefined) return { kind, escrow };
  }
  return undefined;
}
