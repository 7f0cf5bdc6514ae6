/** Escrows of the contracts that are live today, in a sandbox: how they are made, by the RPC alone. */
import { randomBytes } from 'node:crypto';
import { parseDeployRequest } from '@countersign/core/escrow';
import {
  contractIdFor,
  type EscrowOnChain,
  escrowOfKind,
  escrowOfRequest,
  liveMulti,
  liveSingle,
} from '@countersign/core/kinds';
import { networkWith, type Pins, pinsOf, type Release } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import { addressValue, symbol } from '@countersign/sandbox-ledger/internal/host/values';
import { xdr } from '@stellar/stellar-sdk/base';
import { address, deployBody, PASSPHRASE, prepareCall, settle, type TestSandbox } from './sandbox-client.ts';

export const V1 = networkWith('sandbox', 'v1');
export const LIVE_KINDS = { multi: liveMulti, single: liveSingle };
export const livePins = (release: Release) => pinsOf(V1, release) as Required<Pins>;

export function liveEscrow(release: Release, change: Partial<EscrowOnChain> = {}): EscrowOnChain {
  return { ...escrowOfKind(LIVE_KINDS[release], escrowOfRequest(parseDeployRequest(deployBody()))), ...change };
}

export const liveEscrowValue = (release: Release, change: Partial<EscrowOnChain> = {}): xdr.ScVal =>
  LIVE_KINDS[release].encode(liveEscrow(release, change));

/** Contract, function and arguments of the call that creates it for the client. */
export function liveDeployCall(
  release: Release,
  escrow: xdr.ScVal = liveEscrowValue(release),
  salt: Uint8Array = randomBytes(32),
): [contract: string, name: string, ...args: xdr.ScVal[]] {
  const { factory, wasmHash } = livePins(release);
  return [
    factory,
    LIVE_KINDS[release].factoryFunction,
    addressValue(address('client')),
    xdr.ScVal.scvBytes(Buffer.from(wasmHash, 'hex')),
    xdr.ScVal.scvBytes(salt),
    symbol('initialize_escrow'),
    xdr.ScVal.scvVec([escrow]),
    xdr.ScVal.scvVec([]),
  ];
}

export async function deployLiveEscrow(
  t: TestSandbox,
  release: Release,
  change: Partial<EscrowOnChain> = {},
): Promise<string> {
  const salt = randomBytes(32);
  const call = liveDeployCall(release, liveEscrowValue(release, change), salt);
  const result = await settle(t, await prepareCall(t, demoKeypair('client'), ...call));
  if (result !== 'txSuccess') throw new Error(result);
  return contractIdFor(livePins(release).factory, salt, PASSPHRASE);
}
