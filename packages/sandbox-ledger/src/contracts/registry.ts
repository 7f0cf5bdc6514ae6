/** Maps executables to native contracts. */
import { createHash } from 'node:crypto';
import { NETWORKS, networkWith, type Pins, pinsOf, releasesOf } from '@countersign/core/network';
import type { FindContract } from '../host/host.ts';
import { escrowContract } from './escrow.ts';
import { factoryContract } from './factory.ts';
import { liveContract } from './live/live-contract.ts';
import { tokenContract } from './token.ts';

/** The code hash in the factory's instance entry; only this ledger uses it. */
export const FACTORY_CODE_HASH = createHash('sha256')
  .update(`${NETWORKS.sandbox.passphrase} / code of the factory`)
  .digest();

/** The sandbox's network where a service speaks v1: its factories run the same code as what they create. */
const V1 = networkWith('sandbox', 'v1');
export const LIVE_CONTRACTS = releasesOf(V1).map((release) => ({
  ...(pinsOf(V1, release) as Required<Pins>),
  code: liveContract(release),
}));

const NATIVE_CODE = new Map([
  [FACTORY_CODE_HASH.toString('hex'), factoryContract],
  [NETWORKS.sandbox.wasmHash as string, escrowContract],
  ...LIVE_CONTRACTS.map(({ wasmHash, code }) => [wasmHash, code] as const),
]);

export const findContract: FindContract = (executable) => {
  switch (executable.type) {
    case 'contractExecutableStellarAsset':
      return tokenContract;
    case 'contractExecutableWasm':
      return NATIVE_CODE.get(Buffer.from(executable.wasmHash.toBytes()).toString('hex'));
    default:
      return undefined;
  }
};
