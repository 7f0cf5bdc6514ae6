import { hash, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../../envelope/bytes.ts';
import { authorisationWords } from '../authorisations.ts';
import { creationWords, describeCall } from '../contract-call.ts';
import { clause, type Described, type Describers, type Scene } from '../scene.ts';

/** A ledger closes about every five seconds. */
const SECONDS_PER_LEDGER = 5;

export const CONTRACTS: Describers<'invokeHostFunction' | 'extendFootprintTtl' | 'restoreFootprint'> = {
  invokeHostFunction: {
    name: 'contract',
    say: ({ invokeHostFunctionOp }, scene) => {
      const { words, stakes } = describeHostFunction(invokeHostFunctionOp.hostFunction, scene);
      if (stakes !== undefined) scene.warn(stakes, clause(words));
      return scene.words.whichDoes(words, authorisationWords(invokeHostFunctionOp, scene));
    },
  },
  extendFootprintTtl: {
    name: 'prolong',
    say: ({ extendFootprintTtlOp: { extendTo } }, { words }) =>
      words.extendsData(extendTo, Math.round((extendTo * SECONDS_PER_LEDGER) / 86_400)),
  },
  restoreFootprint: {
    name: 'restore',
    say: (_, { words }) => words.RESTORES_DATA,
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
        words: scene.words.uploadsCode(called.wasm.length, toHex(hash(called.wasm))),
      };
  }
}
