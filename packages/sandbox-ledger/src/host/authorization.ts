/**
 * Who authorised which calls. Two modes: this one enforces the entries of a transaction, the other one records which
 * entries the call would need (`recorded-authorization.ts`).
 *
 * The rules are the network's: an entry is a tree of calls; its root is used up by the first call that matches
 * it, its branches by calls made from within; unused branches are allowed.
 */
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { credentialsOf, type SignatureScope, spendCredentials } from './address-credentials.ts';
import { HostError } from './values.ts';

export type Authorization = {
  /** A call (or a contract's creation) begins. */
  enter(call: xdr.SorobanAuthorizedFunction): void;
  leave(): void;
  /** The innermost call requires the authorisation of `address`. */
  require(address: string, scope: SignatureScope): void;
};

export type Invocation = { readonly call: string; readonly branches: Invocation[]; used: boolean };

/** Checks an entry when it is first used. */
type Spend = (scope: SignatureScope) => void;

/** One entry while a call runs: which of its invocations each frame of the call stack has matched. */
export class Tracker {
  readonly address: string;
  readonly root: Invocation;
  readonly #matched: (Invocation | undefined)[];

  constructor(address: string, root: Invocation, depth: number) {
    this.address = address;
    this.root = root;
    this.#matched = new Array<undefined>(depth).fill(undefined);
  }

  enter(): void {
    this.#matched.push(undefined);
  }

  leave(): void {
    this.#matched.pop();
  }

  /** Whether the top frame is already authorised by this entry. */
  get covers(): boolean {
    return this.#matched.at(-1) !== undefined;
  }

  /** The invocation that the nearest frame below matched. */
  get nearest(): Invocation | undefined {
    return this.#matched.findLast((invocation) => invocation !== undefined);
  }

  match(invocation: Invocation): void {
    invocation.used = true;
    this.#matched[this.#matched.length - 1] = invocation;
  }
}

/** The entries of a transaction. `source`: the account of source-account credentials. */
export class EnforcedAuthorization implements Authorization {
  readonly #trackers: readonly Tracker[];
  readonly #unspent = new Map<Tracker, Spend>();
  readonly #calls: string[] = [];

  constructor(entries: readonly xdr.SorobanAuthorizationEntry[], source: string) {
    this.#trackers = entries.map(({ credentials, rootInvocation }) => {
      const root = toInvocation(rootInvocation);
      if (credentials.type === 'sorobanCredentialsSourceAccount') return new Tracker(source, root, 0);
      if (credentials.type === 'sorobanCredentialsAddressWithDelegates') {
        throw HostError.host('Auth', 'InvalidInput', 'this ledger takes no signatures of delegates');
      }
      const signer = Address.fromScAddress(credentialsOf(credentials).address).toString();
      const tracker = new Tracker(signer, root, 0);
      this.#unspent.set(tracker, (scope) => spendCredentials(credentials, rootInvocation, scope));
      return tracker;
    });
  }

  enter(call: xdr.SorobanAuthorizedFunction): void {
    this.#calls.push(callKey(call));
    for (const tracker of this.#trackers) tracker.enter();
  }

  leave(): void {
    this.#calls.pop();
    for (const tracker of this.#trackers) tracker.leave();
  }

  require(address: string, scope: SignatureScope): void {
    const call = this.#calls.at(-1);
    const matches = (invocation: Invocation) => !invocation.used && invocation.call === call;
    for (const tracker of this.#trackers) {
      if (tracker.address !== address) continue;
      if (tracker.covers) return;
      const invocation = (tracker.nearest?.branches ?? [tracker.root]).find(matches);
      if (invocation !== undefined) {
        tracker.match(invocation);
        this.#unspent.get(tracker)?.(scope);
        this.#unspent.delete(tracker);
        return;
      }
    }
    throw HostError.host('Auth', 'InvalidAction', `Unauthorized function call for address ${address}`);
  }
}

function toInvocation(invocation: xdr.SorobanAuthorizedInvocation): Invocation {
  return {
    call: callKey(invocation.function),
    branches: invocation.subInvocations.map(toInvocation),
    used: false,
  };
}

/** The older form of a contract creation equals the newer one without constructor arguments. */
export function callKey(call: xdr.SorobanAuthorizedFunction): string {
  if (call.type !== 'sorobanAuthorizedFunctionTypeCreateContractHostFn') return call.toXdr('base64');
  return xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(
    new xdr.CreateContractArgsV2({ ...call.createContractHostFn, constructorArgs: [] }),
  ).toXdr('base64');
}
