/** Maps executables to native contracts. */
import { NETWORKS, type Network, networkWith, type Pins, pinsOf, releasesOf } from '@countersign/core/network';
import { TRUSTLESS_WORK } from '@countersign/core/trustless-work';
import type { FindContract } from '../host/host.ts';
import { liveContract } from './live/live-contract.ts';
import { tokenContract } from './token.ts';

/** Testnet with the live contracts, as a ledger plays it for tests. */
export const LIVE_TESTNET: Network = { ...networkWith('testnet', 'v1'), ...TRUSTLESS_WORK.testnet };

/** A network's live contracts. Its factories run the same code as what they create. */
export const liveContractsOf = (network: Network) =>
  releasesOf(network).map((release) => ({
    ...(pinsOf(network, release) as Required<Pins>),
    code: liveContract(release),
  }));

const NATIVE_CODE = new Map(
  [NETWORKS.sandbox, LIVE_TESTNET].flatMap(liveContractsOf).map(({ wasmHash, code }) => [wasmHash, code] as const),
);

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
