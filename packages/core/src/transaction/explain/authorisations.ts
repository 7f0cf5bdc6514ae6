/**
 * What the authorisation entries of a contract call allow beyond the plain call. A signature over the transaction
 * covers them too, and a call that looks harmless can carry a payment below it.
 */
import type { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../bytes.ts';
import { contractAddressWords } from './address-words.ts';
import { callWords } from './contract-call.ts';
import { creationWords } from './contract-creation.ts';
import { listed, type Scene } from './scene.ts';

/** More than this many entries, or calls of one, help nobody; the rest is counted. */
const MOST_ENTRIES = 10;
const MOST_CALLS = 10;

type Invocation = xdr.SorobanAuthorizedInvocation;

/** One sentence about the entries; warns of each that is more than the plain call by the account that acts. */
export function authorisationWords({ hostFunction, auth }: xdr.InvokeHostFunctionOp, scene: Scene): string {
  if (auth.length === 0) return 'carries no authorisation';
  const more = auth.slice(0, MOST_ENTRIES).filter((entry) => !isPlain(entry, hostFunction));
  for (const entry of more) scene.warn(`also carries an authorisation: ${entryWords(entry, hostFunction, scene)}`);
  const uncounted = auth.length - MOST_ENTRIES;
  if (uncounted > 0) scene.warn(`carries ${uncounted} more authorisations, which are not shown here`);
  if (more.length === 0 && uncounted <= 0) return 'authorises this call alone';
  return `authorises more than this call (${auth.length} ${auth.length === 1 ? 'entry' : 'entries'}, see the warnings)`;
}

/** By the account that acts, for exactly the call or creation of the operation, with nothing below it. */
function isPlain({ credentials, rootInvocation }: xdr.SorobanAuthorizationEntry, called: xdr.HostFunction): boolean {
  return (
    credentials.type === 'sorobanCredentialsSourceAccount' &&
    rootInvocation.subInvocations.length === 0 &&
    isOperationItself(rootInvocation, called)
  );
}

function isOperationItself({ function: allowed }: Invocation, called: xdr.HostFunction): boolean {
  switch (allowed.type) {
    case 'sorobanAuthorizedFunctionTypeContractFn':
      return (
        called.type === 'hostFunctionTypeInvokeContract' &&
        sameBytes(allowed.contractFn.toXdr(), called.invokeContract.toXdr())
      );
    case 'sorobanAuthorizedFunctionTypeCreateContractHostFn':
      return (
        called.type === 'hostFunctionTypeCreateContract' &&
        sameBytes(allowed.createContractHostFn.toXdr(), called.createContract.toXdr())
      );
    case 'sorobanAuthorizedFunctionTypeCreateContractV2HostFn':
      return (
        called.type === 'hostFunctionTypeCreateContractV2' &&
        sameBytes(allowed.createContractV2HostFn.toXdr(), called.createContractV2.toXdr())
      );
  }
}

function entryWords(
  { credentials, rootInvocation }: xdr.SorobanAuthorizationEntry,
  called: xdr.HostFunction,
  scene: Scene,
): string {
  const calls = flatten(rootInvocation);
  const own = isOperationItself(rootInvocation, called);
  const words = calls
    .slice(own ? 1 : 0)
    .slice(0, MOST_CALLS)
    .map((invocation) => invocationWords(invocation, scene));
  const left = calls.length - (own ? 1 : 0) - words.length;
  const all = listed([...words, ...(left > 0 ? [`and ${left} more calls`] : [])], MOST_CALLS + 1, '; ');
  return `${whoWords(credentials, scene)} allows ${own ? 'this call, and below it' : 'another call'}: ${all || 'nothing more'}`;
}

/** The call and everything below it, from the top; not by recursion, since a tree can be deep. */
function flatten(root: Invocation): Invocation[] {
  const found: Invocation[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...[...next.subInvocations].reverse());
  }
  return found;
}

function invocationWords({ function: allowed }: Invocation, scene: Scene): string {
  switch (allowed.type) {
    case 'sorobanAuthorizedFunctionTypeContractFn':
      return callWords(allowed.contractFn, scene);
    case 'sorobanAuthorizedFunctionTypeCreateContractHostFn':
      return creationWords(allowed.createContractHostFn, [], scene);
    case 'sorobanAuthorizedFunctionTypeCreateContractV2HostFn':
      return creationWords(allowed.createContractV2HostFn, allowed.createContractV2HostFn.constructorArgs, scene);
  }
}

function whoWords(credentials: xdr.SorobanCredentials, { actor }: Scene): string {
  switch (credentials.type) {
    case 'sorobanCredentialsSourceAccount':
      return actor;
    case 'sorobanCredentialsAddress':
      return addressWords(credentials.address, 0);
    case 'sorobanCredentialsAddressV2':
      return addressWords(credentials.addressV2, 0);
    case 'sorobanCredentialsAddressWithDelegates': {
      const { addressCredentials, delegates } = credentials.addressWithDelegates;
      return addressWords(addressCredentials, delegates.length);
    }
  }
}

function addressWords(
  { address, signatureExpirationLedger, signature }: xdr.SorobanAddressCredentials,
  delegates: number,
): string {
  const signed = signature.type === 'scvVoid' ? 'not signed' : 'a signature that was not checked here';
  const through = delegates === 0 ? '' : `, through ${delegates} others`;
  return `${contractAddressWords(address)} (by itself: ${signed}${through}, until ledger ${signatureExpirationLedger})`;
}
