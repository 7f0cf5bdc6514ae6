/** Builds the transaction that deploys and initialises an escrow. Changes nothing on the ledger. */
import { contractIdFor, deployInvocation, type EscrowOnChain, servedKind } from '@countersign/core/kinds';
import { type Pins, pinsOf, type Release } from '@countersign/core/network';
import { buildCall, type CallToBuild } from './build-call.ts';
import type { Call } from './call.ts';

type AskedDeploy = {
  readonly release: Release;
  readonly signer: string;
  /** The signer's present sequence number. */
  readonly sequence: bigint;
  readonly escrow: EscrowOnChain;
  /** 32 bytes. Whoever knew it could occupy the address. */
  readonly salt: Uint8Array;
  /** In stroops. */
  readonly inclusionFee: bigint;
} & Pick<CallToBuild, 'hasBegin'>;

/** @throws Refusal | NetworkTrouble */
export async function buildDeploy(
  call: Call,
  { release, signer, sequence, escrow, salt, inclusionFee, ...times }: AskedDeploy,
) {
  const kind = servedKind(release);
  const { factory, wasmHash } = pinsOf(call.network, release) as Required<Pins>;
  const invocation = deployInvocation(kind, {
    ...{ factory, deployer: signer, salt },
    wasmHash: Buffer.from(wasmHash, 'hex'),
    escrow: kind.encode(escrow),
  });
  const transaction = await buildCall(call, {
    ...{ source: signer, sequence, invocation, ...times },
    inclusionFee: () => inclusionFee,
  });
  return { transaction, kind, factory, contractId: contractIdFor(factory, salt, call.network.passphrase) };
}
