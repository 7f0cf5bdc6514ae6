/** The factory: creates an escrow contract and initialises it in the same call. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { NativeContract } from '../host/host.ts';
import { addressValue, asAddress, asBytes32, asList, asSymbol, takeArguments } from '../host/values.ts';

export const factoryContract: NativeContract = {
  /** (deployer, wasm_hash, salt, init_fn, init_args, constructor_args) -> (Address, Val) */
  deploy(context, args) {
    const [deployerArg, wasmHash, salt, initFunction, initArgs, constructorArgs] = takeArguments(args, 6);
    const deployer = asAddress(deployerArg);
    if (deployer !== context.self) context.host.requireAuth(deployer);
    const contract = context.host.createContract(
      deployer,
      asBytes32(wasmHash),
      asBytes32(salt),
      asList(constructorArgs),
    );
    const result = context.host.call(contract, asSymbol(initFunction), asList(initArgs));
    return xdr.ScVal.scvVec([addressValue(contract), result]);
  },
};
