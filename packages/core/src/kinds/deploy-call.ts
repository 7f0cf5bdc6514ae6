/**
 * The factory call that deploys an escrow, and the address of what a factory creates.
 * Source: the contract's public source and the network's rules, as recorded in docs/contract.md.
 */
import { Address, hash, xdr } from '@stellar/stellar-sdk/base';
import type { EscrowKind } from './escrow-kind.ts';

export const INIT_FUNCTION = 'initialize_escrow';

type DeployCall = {
  /** The factory's address, C…. */
  readonly factory: string;
  /** Who signs. */
  readonly deployer: string;
  /** 32 bytes: the hash of the escrow contract's code. */
  readonly wasmHash: Uint8Array;
  /** 32 bytes. */
  readonly salt: Uint8Array;
  readonly escrow: xdr.ScVal;
};

export function deployInvocation({ factoryFunction }: EscrowKind, call: DeployCall): xdr.InvokeContractArgs {
  return new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(call.factory).toScAddress(),
    functionName: factoryFunction,
    args: [
      Address.fromString(call.deployer).toScVal(),
      xdr.ScVal.scvBytes(call.wasmHash),
      xdr.ScVal.scvBytes(call.salt),
      xdr.ScVal.scvSymbol(INIT_FUNCTION),
      xdr.ScVal.scvVec([call.escrow]),
      xdr.ScVal.scvVec([]),
    ],
  });
}

/** The address of the contract that `deployer` creates with `salt` on the network of `passphrase`. */
export function contractIdFor(deployer: string, salt: Uint8Array, passphrase: string): string {
  const preimage = xdr.HashIdPreimage.envelopeTypeContractId(
    new xdr.HashIdPreimageContractId({
      networkId: hash(new TextEncoder().encode(passphrase)),
      contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAddress(
        new xdr.ContractIdPreimageFromAddress({ address: Address.fromString(deployer).toScAddress(), salt }),
      ),
    }),
  );
  return Address.contract(hash(preimage.toXdr())).toString();
}
