/** Reads an escrow's present state. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import type { xdr } from '@stellar/stellar-sdk/base';
import { askContract, type Call } from './call.ts';
import { Refusal } from './refusal.ts';

export type StoredEscrow<Escrow extends EscrowOnChain = EscrowOnChain> = {
  /** As stored by the contract. */
  readonly value: xdr.ScVal;
  readonly escrow: Escrow;
};

/**
 * Asks the contract itself, which also works for an archived one.
 * @throws Refusal where there is no escrow of this kind | NetworkTrouble
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
