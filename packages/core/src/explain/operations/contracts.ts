import { hash, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../../envelope/bytes.ts';
import { authorisationWords } from '../authorisations.ts';
import { describeCall } from '../contract-call.ts';
import { creationWords } from '../contract-creation.ts';
import { clause, type Described, type Scene } from '../scene.ts';
import type { Describers } from './describers.ts';

/** A ledger closes about every five seconds. */
const SECONDS_PER_LEDGER = 5;

export const CONTRACTS: Describers<'invokeHostFunction' | 'extendFootprintTtl' | 'restoreFootprint'> = {
  invokeHostFunction: {
    name: 'a contract’s work',
    say: ({ invokeHostFunctionOp }, scene) => {
      const { words, stakes } = describeHostFunction(invokeHostFunctionOp.hostFunction, scene);
      if (stakes !== undefined) scene.warn(stakes, clause(words));
      return `${words}; it ${authorisationWords(invokeHostFunctionOp, scene)}`;
    },
  },
  extendFootprintTtl: {
    name: 'a longer life for contract data',
    say: ({ extendFootprintTtlOp: { extendTo } }) =>
      `Keeps the contract data that the transaction declares to read alive for ${extendTo} ledgers (about ${Math.round((extendTo * SECONDS_PER_LEDGER) / 86_400)} days)`,
  },
  restoreFootprint: {
    name: 'the restoring of contract data',
    say: () => 'Restores the archived contract data that the transaction declares to write',
  },
};

function describeHostFunction(called: xdr.HostFunction, scene: Scene): Described {
  switch (called.type) {
    case 'hostFunctionTypeInvokeContract':
      return describeCall(called.invokeContract, scene);
    case 'hostFunctionTypeCreateContract':
      return { words: creationWords(called.createContract, [], scene) };
    case 'hostFunctionTypeCreateContractV2':
      return { words: creationWords(called.createContractV2, called.createContractV2.constructorArgs, scene) };
    case 'hostFunctionTypeUploadContractWasm':
      return {
        words: `Uploads contract code of ${called.wasm.length} bytes, with the hash ${toHex(hash(called.wasm))}`,
      };
  }
}
