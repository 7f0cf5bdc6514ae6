/** An escrow as its contract holds it now. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import type { xdr } from '@stellar/stellar-sdk/base';
import { askContract, type Call } from './call.ts';
import { Refusal } from './refusal.ts';

export type StoredEscrow<Escrow extends EscrowOnChain = EscrowOnChain> = {
  /** As it stands in the contract. */
  readonly value: xdr.ScVal;
  readonly escrow: Escrow;
};

/**
 * By the contract's own word, which an archived one gives as well.
 * @throws Refusal where there is none of this kind | NetworkTrouble
 */
export async function readEscrow<Escrow extends EscrowOnChain>(
  call: Call,
  kind: Pick<EscrowKind<Escrow>, 'decode'>,
  contractId: string,
): Promise<StoredEscrow<Escrow>> {
  const value = await askContract(call, contractId, 'get_escrow');
  const { escrow, problems } = value === undefined ? {} : kind.decode(value);
  if (value === undefined || escrow === undefined || problems?.length !== 0) throw new Refusal('Escrow not found');
  return { value, escrow };
}
