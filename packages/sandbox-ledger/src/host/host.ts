/**
 * Runs contract calls. Contracts are native here; as on the network, the executable in the instance entry decides which
 * one runs at an address.
 */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { contractData, contractInstance, MAX_ENTRY_LIFE } from '../entries.ts';
import { eventOfContract } from '../events/asset-events.ts';
import { codeKey, contractAddress, contractDataKey, instanceKey, keyText } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import type { SignatureScope } from './address-credentials.ts';
import type { Authorization } from './authorization.ts';
import { HostError } from './values.ts';

type NativeFunction = (context: ContractContext, args: readonly xdr.ScVal[]) => xdr.ScVal;
export type NativeContract = Readonly<Record<string, NativeFunction>>;
export type FindContract = (executable: xdr.ContractExecutable) => NativeContract | undefined;

export class Host {
  readonly overlay: Overlay;
  readonly networkId: Uint8Array;
  readonly events: xdr.ContractEvent[] = [];
  readonly #authorization: Authorization;
  readonly #findContract: FindContract;
  readonly #stack: string[] = [];

  constructor({ overlay, networkId }: SignatureScope, authorization: Authorization, findContract: FindContract) {
    this.overlay = overlay;
    this.networkId = networkId;
    this.#authorization = authorization;
    this.#findContract = findContract;
  }

  call(contract: string, name: string, args: readonly xdr.ScVal[]): xdr.ScVal {
    // The network does not let a contract call back into one that is still running.
    if (this.#stack.includes(contract)) {
      throw HostError.host('Context', 'InvalidAction', 'Contract re-entry is not allowed');
    }
    const { executable } = this.instance(contract);
    if (executable.type === 'contractExecutableWasm') this.overlay.touch(codeKey(executable.wasmHash.toBytes()));
    const functions = this.#findContract(executable);
    if (functions === undefined) {
      throw HostError.host('Storage', 'MissingValue', `this ledger runs no code for contract ${contract}`);
    }
    if (!Object.hasOwn(functions, name)) {
      throw HostError.host('WasmVm', 'MissingValue', `trying to invoke non-existent contract function ${name}`);
    }
    this.#authorization.enter(
      xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
        new xdr.InvokeContractArgs({
          contractAddress: Address.fromString(contract).toScAddress(),
          functionName: name,
          args: [...args],
        }),
      ),
    );
    this.#stack.push(contract);
    try {
      return (functions[name] as NativeFunction)(new ContractContext(this, contract), args);
    } finally {
      this.#stack.pop();
      this.#authorization.leave();
    }
  }

  instance(contract: string): xdr.ScContractInstance {
    const data = this.overlay.get(instanceKey(contract));
    if (data?.type !== 'contractData' || data.contractData.val.type !== 'scvContractInstance') {
      throw HostError.host('Storage', 'MissingValue', `there is no contract at ${contract}`);
    }
    return data.contractData.val.instance;
  }

  /**
   * Creates a contract at the address that follows from `deployer` and `salt`. The running contract may deploy
   * from its own address; any other deployer must have authorised this very creation.
   * @throws HostError
   */
  createContract(deployer: string, wasmHash: Uint8Array, salt: Uint8Array, constructorArgs: xdr.ScVal[]): string {
    const creation = new xdr.CreateContractArgsV2({
      contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAddress(
        new xdr.ContractIdPreimageFromAddress({ address: Address.fromString(deployer).toScAddress(), salt }),
      ),
      executable: xdr.ContractExecutable.contractExecutableWasm(wasmHash),
      constructorArgs,
    });
    if (this.#stack.at(-1) !== deployer) {
      this.#authorization.enter(
        xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(creation),
      );
      this.#authorization.require(deployer, this);
      this.#authorization.leave();
    }
    const contract = contractAddress(this.networkId, creation.contractIdPreimage);
    const uploaded = this.overlay.get(codeKey(wasmHash));
    if (uploaded === undefined && this.#findContract(creation.executable) === undefined) {
      throw HostError.host('Storage', 'MissingValue', 'Wasm does not exist');
    }
    if (constructorArgs.length > 0) {
      throw HostError.host('Context', 'InvalidInput', 'constructor arguments for a contract that takes none');
    }
    if (this.overlay.get(instanceKey(contract)) !== undefined) {
      throw HostError.host('Storage', 'ExistingValue', 'contract already exists');
    }
    this.overlay.put(contractInstance(contract, creation.executable, []));
    return contract;
  }

  /** The real host's `extend_ttl` of a persistent entry, with one number for both of its own. @throws HostError */
  extendLife(key: xdr.LedgerKey, extendTo: number): void {
    this.overlay.get(key);
    const liveUntil = this.overlay.read(keyText(key))?.liveUntil;
    if (liveUntil === undefined) throw HostError.host('Storage', 'MissingValue', 'there is no such entry to extend');
    const extended = this.overlay.ledger + Math.min(extendTo, MAX_ENTRY_LIFE - 1);
    if (extended > liveUntil) this.overlay.setLife(key, extended);
  }

  /** @throws HostError unless `address` authorised the running call, or is the contract that made it */
  requireAuth(address: string): void {
    if (address.startsWith('C') && this.#stack.at(-2) === address) return;
    this.#authorization.require(address, this);
  }
}

/** What a native contract can do while one of its functions runs. */
export class ContractContext {
  readonly host: Host;
  readonly self: string;

  constructor(host: Host, self: string) {
    this.host = host;
    this.self = self;
  }

  emit(topics: xdr.ScVal[], data: xdr.ScVal): void {
    const contractId = new xdr.ContractId(Address.fromString(this.self).toBuffer());
    this.host.events.push(eventOfContract(contractId, topics, data));
  }

  getInstanceValue(key: xdr.ScVal): xdr.ScVal | undefined {
    return this.host.instance(this.self).storage?.find((entry) => entry.key.equals(key))?.val;
  }

  /**
   * The contract's instance lives for `extendTo` ledgers from now on, at least:
   * `env.storage().instance().extend_ttl(extend_to, extend_to)`. Its code, which that extends too, is no entry here.
   * @throws HostError
   */
  extendInstance(extendTo: number): void {
    this.host.extendLife(instanceKey(this.self), extendTo);
  }

  /** The same for an entry of its own. @throws HostError */
  extendPersistent(key: xdr.ScVal, extendTo: number): void {
    this.host.extendLife(contractDataKey(this.self, key), extendTo);
  }

  getPersistent(key: xdr.ScVal): xdr.ScVal | undefined {
    const data = this.host.overlay.get(contractDataKey(this.self, key));
    return data?.type === 'contractData' ? data.contractData.val : undefined;
  }

  setPersistent(key: xdr.ScVal, val: xdr.ScVal): void {
    this.host.overlay.put(contractData(this.self, key, val));
  }
}
