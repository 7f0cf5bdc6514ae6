/** Records the authorisation that a call needs, for the result of a simulation. */
import { randomBytes } from 'node:crypto';
import { Address, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { MAX_ENTRY_LIFE } from '../entries.ts';
import { accountKey, instanceKey } from '../keys.ts';
import { consumeNonce, type SignatureScope } from './address-credentials.ts';
import { type Authorization, callKey, type Invocation, Tracker } from './authorization.ts';
import { HostError } from './values.ts';

export type RecordingOptions = {
  /** Whether a nested call may require an address that the root call did not. */
  readonly allowNonRoot?: boolean;
  /** Whether signatures cover the signer's address too. */
  readonly upgraded?: boolean;
};

/** `source` gets source-account credentials; every other address gets a nonce to sign. */
export class RecordedAuthorization implements Authorization {
  readonly #trackers: Tracker[] = [];
  readonly #nonces = new Map<Tracker, bigint>();
  readonly #calls: xdr.SorobanAuthorizedFunction[] = [];
  readonly #known = new Map<string, xdr.SorobanAuthorizedFunction>();
  readonly #source: string;
  readonly #options: RecordingOptions;

  constructor(source: string, options: RecordingOptions = {}) {
    this.#source = source;
    this.#options = options;
  }

  enter(call: xdr.SorobanAuthorizedFunction): void {
    this.#calls.push(call);
    for (const tracker of this.#trackers) tracker.enter();
  }

  leave(): void {
    this.#calls.pop();
    for (const tracker of this.#trackers) tracker.leave();
  }

  require(address: string, scope: SignatureScope): void {
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
    if (this.#calls.length > 1 && this.#options.allowNonRoot !== true) {
      throw HostError.host(
        'Auth',
        'InvalidAction',
        `[recording authorization only] encountered authorization not tied to the root contract invocation for ${address}`,
      );
    }
    const tracker = new Tracker(address, invocation, this.#calls.length);
    tracker.match(invocation);
    this.#trackers.push(tracker);
    if (address !== this.#source) this.#nonces.set(tracker, newNonce(address, scope));
  }

  entries(): xdr.SorobanAuthorizationEntry[] {
    return this.#trackers.map(
      (tracker) =>
        new xdr.SorobanAuthorizationEntry({
          credentials: this.#credentials(tracker),
          rootInvocation: this.#toXdr(tracker.root),
        }),
    );
  }

  #credentials(tracker: Tracker): xdr.SorobanCredentials {
    const { sorobanCredentialsAddress, sorobanCredentialsAddressV2, sorobanCredentialsSourceAccount } =
      xdr.SorobanCredentials;
    const nonce = this.#nonces.get(tracker);
    if (nonce === undefined) return sorobanCredentialsSourceAccount();
    const unsigned = new xdr.SorobanAddressCredentials({
      address: Address.fromString(tracker.address).toScAddress(),
      nonce,
      signatureExpirationLedger: 0,
      signature: xdr.ScVal.scvVoid(),
    });
    return this.#options.upgraded === true
      ? sorobanCredentialsAddressV2(unsigned)
      : sorobanCredentialsAddress(unsigned);
  }

  #toXdr(invocation: Invocation): xdr.SorobanAuthorizedInvocation {
    return new xdr.SorobanAuthorizedInvocation({
      function: this.#known.get(invocation.call) as xdr.SorobanAuthorizedFunction,
      subInvocations: invocation.branches.map((branch) => this.#toXdr(branch)),
    });
  }
}

/** Uses a nonce, and touches what checking the signatures will, so that both are in the footprint. */
function newNonce(address: string, { overlay }: SignatureScope): bigint {
  const nonce = randomBytes(8).readBigUInt64BE() >> 1n;
  consumeNonce(address, nonce, overlay.ledger + MAX_ENTRY_LIFE - 1, overlay);
  overlay.touch(StrKey.isValidEd25519PublicKey(address) ? accountKey(address) : instanceKey(address));
  return nonce;
}
