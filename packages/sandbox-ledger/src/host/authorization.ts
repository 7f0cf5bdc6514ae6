/**
 * Who authorised which calls. Two kinds: one holds a call to the entries that a transaction carries, the other
 * records what entries the call would need (simulation).
 *
 * The rules are the network's: an entry is a tree of calls; its root is used up by the first call that matches
 * it, its branches by calls made from within; a branch that no call uses does no harm.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { HostError } from './host-error.ts';

export type Authorization = {
  /** A call (or a contract's creation) begins. */
  enter(call: xdr.SorobanAuthorizedFunction): void;
  leave(): void;
  /** The call that began last needs the word of `address`. */
  require(address: string): void;
};

type Invocation = { readonly call: string; readonly branches: Invocation[]; used: boolean };

/** One entry while a call runs: which of its invocations each frame of the call stack has matched. */
class Tracker {
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

  /** Whether the frame on top has its authorisation from this entry already. */
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

/** The entries that a transaction carries. `source`: whose word source-account credentials are. */
export class EnforcedAuthorization implements Authorization {
  readonly #trackers: readonly Tracker[];
  readonly #calls: string[] = [];

  constructor(entries: readonly xdr.SorobanAuthorizationEntry[], source: string) {
    this.#trackers = entries.map((entry) => {
      if (entry.credentials.type !== 'sorobanCredentialsSourceAccount') {
        throw HostError.host('Auth', 'InvalidAction', 'this ledger takes source-account credentials only');
      }
      return new Tracker(source, toInvocation(entry.rootInvocation), 0);
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

  require(address: string): void {
    const call = this.#calls.at(-1);
    const matches = (invocation: Invocation) => !invocation.used && invocation.call === call;
    for (const tracker of this.#trackers) {
      if (tracker.address !== address) continue;
      if (tracker.covers) return;
      const invocation = (tracker.nearest?.branches ?? [tracker.root]).find(matches);
      if (invocation !== undefined) {
        tracker.match(invocation);
        return;
      }
    }
    throw HostError.host('Auth', 'InvalidAction', `Unauthorized function call for address ${address}`);
  }
}

/** Notes what a call needs. `source`: whose needs become source-account credentials. */
export class RecordedAuthorization implements Authorization {
  readonly #trackers: Tracker[] = [];
  readonly #calls: xdr.SorobanAuthorizedFunction[] = [];
  readonly #known = new Map<string, xdr.SorobanAuthorizedFunction>();
  readonly #source: string;
  readonly #allowNonRoot: boolean;

  constructor(source: string, allowNonRoot: boolean) {
    this.#source = source;
    this.#allowNonRoot = allowNonRoot;
  }

  enter(call: xdr.SorobanAuthorizedFunction): void {
    this.#calls.push(call);
    for (const tracker of this.#trackers) tracker.enter();
  }

  leave(): void {
    this.#calls.pop();
    for (const tracker of this.#trackers) tracker.leave();
  }

  require(address: string): void {
    const call = this.#calls.at(-1) as xdr.SorobanAuthorizedFunction;
    const own = this.#trackers.filter((tracker) => tracker.address === address);
    if (own.some((tracker) => tracker.covers)) return;
    const invocation: Invocation = { call: callKey(call), branches: [], used: true };
    this.#known.set(invocation.call, call);
    const open = own.find((tracker) => tracker.nearest !== undefined);
    if (open !== undefined) {
      open.nearest?.branches.push(invocation);
      open.match(invocation);
      return;
    }
    if (this.#calls.length > 1 && !this.#allowNonRoot) {
      throw HostError.host(
        'Auth',
        'InvalidAction',
        `[recording authorization only] encountered authorization not tied to the root contract invocation for ${address}`,
      );
    }
    const tracker = new Tracker(address, invocation, this.#calls.length);
    tracker.match(invocation);
    this.#trackers.push(tracker);
  }

  /** @throws HostError where someone else than the source account would have to sign */
  entries(): xdr.SorobanAuthorizationEntry[] {
    return this.#trackers.map(({ address, root }) => {
      if (address !== this.#source) {
        throw HostError.host(
          'Auth',
          'InvalidAction',
          `this ledger records the source account's word only, not ${address}'s`,
        );
      }
      return new xdr.SorobanAuthorizationEntry({
        credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
        rootInvocation: this.#toXdr(root),
      });
    });
  }

  #toXdr(invocation: Invocation): xdr.SorobanAuthorizedInvocation {
    return new xdr.SorobanAuthorizedInvocation({
      function: this.#known.get(invocation.call) as xdr.SorobanAuthorizedFunction,
      subInvocations: invocation.branches.map((branch) => this.#toXdr(branch)),
    });
  }
}

function toInvocation(invocation: xdr.SorobanAuthorizedInvocation): Invocation {
  return {
    call: callKey(invocation.function),
    branches: invocation.subInvocations.map(toInvocation),
    used: false,
  };
}

/** The older way to write a creation means the same as the newer one without constructor arguments. */
function callKey(call: xdr.SorobanAuthorizedFunction): string {
  if (call.type !== 'sorobanAuthorizedFunctionTypeCreateContractHostFn') return call.toXdr('base64');
  return xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(
    new xdr.CreateContractArgsV2({ ...call.createContractHostFn, constructorArgs: [] }),
  ).toXdr('base64');
}
