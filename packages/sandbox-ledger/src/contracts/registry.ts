/** Maps executables to native contracts. */
import { NETWORKS, type Network, type Pins, pinsOf, releasesOf } from '@countersign/core/network';
import type { FindContract } from '../host/host.ts';
import { liveContract } from './live/live-contract.ts';
import { tokenContract } from './token.ts';

const SANDBOX: Network = NETWORKS.sandbox;
/** Its factories run the same code as what they create. */
export const LIVE_CONTRACTS = releasesOf(SANDBOX).map((release) => ({
  ...(pinsOf(SANDBOX, release) as Required<Pins>),
  code: liveContract(release),
}));

const NATIVE_CODE = new Map(LIVE_CONTRACTS.map(({ wasmHash, code }) => [wasmHash, code] as const));

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
