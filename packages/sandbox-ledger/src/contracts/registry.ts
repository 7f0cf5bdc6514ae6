/** Which native contract stands behind which executable. */
import { createHash } from 'node:crypto';
import { NETWORKS } from '@countersign/core/network';
import type { FindContract } from '../host/host.ts';
import { escrowContract } from './escrow.ts';
import { factoryContract } from './factory.ts';
import { tokenContract } from './token.ts';

/** Stands in the factory's instance entry; nothing but this ledger refers to it. */
export const FACTORY_CODE_HASH = createHash('sha256')
  .update(`${NETWORKS.sandbox.passphrase} / code of the factory`)
  .digest();

const NATIVE_CODE = new Map([
  [FACTORY_CODE_HASH.toString('hex'), factoryContract],
  [NETWORKS.sandbox.wasmHash as string, escrowContract],
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
