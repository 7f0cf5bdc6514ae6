/**
 * The contracts that are live today (generation B), multi and single release. One code is factory and escrow at once,
 * and each escrow stands at an address of its factory's.
 *
 * Rules and their order are those of the public source, error numbers those of the mainnet builds that were found
 * (decisions 37 and 41). An escrow is an entry of its own, as in the builds on testnet.
 */
import { liveMulti, liveSingle } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { xdr } from '@stellar/stellar-sdk/base';
import type { NativeContract } from '../../host/host.ts';
import { addressValue, asAddress, asBytes32, asList, asSymbol, takeArguments } from '../../host/values.ts';
import { escrowCode } from '../escrow/code.ts';
import { ERRORS } from '../escrow/errors.ts';
import { escrowFunctions } from '../escrow/functions.ts';

const KINDS = { multi: liveMulti, single: liveSingle };

export function liveContract(release: Release): NativeContract {
  const code = escrowCode(KINDS[release], ERRORS[release]);
  return {
    ...escrowFunctions(code),
    /** (signer, wasm_hash, salt, init_fn, init_args, constructor_args) -> (Address, Val) */
    [code.kind.factoryFunction](context, args) {
      const [signer, wasmHash, salt, initFunction, initArgs, constructorArgs] = takeArguments(args, 6);
      if (code.find(context) !== undefined) throw code.refusal('EscrowAlreadyInitialized');
      context.host.requireAuth(asAddress(signer));
      const { self, host } = context;
      const escrow = host.createContract(self, asBytes32(wasmHash), asBytes32(salt), asList(constructorArgs));
      const result = host.call(escrow, asSymbol(initFunction), asList(initArgs));
      return xdr.ScVal.scvVec([addressValue(escrow), result]);
    },
  };
}
