/** Explains what the authorisation entries of a call allow beyond it: a harmless call can carry a payment below it. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../envelope/bytes.ts';
import type { ExplainWords } from '../words/all.ts';
import { atLeast, type Stakes } from '../words/explain/stakes.ts';
import { contractAddressWords } from './asset-words.ts';
import { creationWords, describeCall } from './contract-call.ts';
import type { Described, ExplainContext } from './scene.ts';

type Invocation = xdr.SorobanAuthorizedInvocation;

/** One sentence about the entries; warns of each call that they allow beyond the plain one by the account that acts. */
export function authorisationWords(
  { hostFunction, auth }: Pick<xdr.InvokeHostFunctionOp, 'hostFunction' | 'auth'>,
  scene: ExplainContext,
): string {
  const { words } = scene;
  if (auth.length === 0) return words.NO_AUTHORISATION;
  const more = auth.filter((entry) => !isPlain(entry, hostFunction));
  for (const entry of more) warnOf(entry, hostFunction, scene);
  if (more.length === 0) return words.ONLY_THIS_CALL;
  return words.moreThanThisCall(auth.length);
}

/** Whether an entry is by the acting account, for exactly the operation's call or creation, with no calls below it. */
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

/** Each allowed call is a warning of its own, so that none hides among the others. */
function warnOf(
  { credentials, rootInvocation }: xdr.SorobanAuthorizationEntry,
  called: xdr.HostFunction,
  scene: ExplainContext,
): void {
  const { words: own } = scene;
  const who = whoWords(credentials, scene);
  const warn = (allowed: string, stakes?: Stakes) =>
    scene.warn(atLeast('money', stakes), own.alsoCarries(who, allowed));
  const calls = flatten(rootInvocation);
  const isOwn = isOperationItself(rootInvocation, called);
  if (isOwn && calls.length === 1) warn(own.THIS_CALL);
  for (const [index, invocation] of calls.entries()) {
    if (isOwn && index === 0) continue;
    const { words, stakes } = describeInvocation(invocation, scene);
    const place = isOwn ? own.THIS_AND_BELOW : index === 0 ? own.ANOTHER_CALL : own.ANOTHER_AND_BELOW;
    warn(`${place}: ${words}`, stakes);
  }
}

/** The call and all calls below it, from the top; without recursion, since the tree can be deep. */
function flatten(root: Invocation): Invocation[] {
  const found: Invocation[] = [];
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...[...next.subInvocations].reverse());
  }
  return found;
}

function describeInvocation({ function: allowed }: Invocation, scene: ExplainContext): Described {
  switch (allowed.type) {
    case 'sorobanAuthorizedFunctionTypeContractFn':
      return describeCall(allowed.contractFn, scene);
    case 'sorobanAuthorizedFunctionTypeCreateContractHostFn':
      return { words: creationWords(allowed.createContractHostFn, [], scene) };
    case 'sorobanAuthorizedFunctionTypeCreateContractV2HostFn':
      return {
        words: creationWords(allowed.createContractV2HostFn, allowed.createContractV2HostFn.constructorArgs, scene),
      };
  }
}

function whoWords(credentials: xdr.SorobanCredentials, { actor, words }: ExplainContext): string {
  switch (credentials.type) {
    case 'sorobanCredentialsSourceAccount':
      return actor;
    case 'sorobanCredentialsAddress':
      return addressWords(credentials.address, 0, words);
    case 'sorobanCredentialsAddressV2':
      return addressWords(credentials.addressV2, 0, words);
    case 'sorobanCredentialsAddressWithDelegates': {
      const { addressCredentials, delegates } = credentials.addressWithDelegates;
      return addressWords(addressCredentials, delegates.length, words);
    }
  }
}

function addressWords(
  { address, signatureExpirationLedger, signature }: xdr.SorobanAddressCredentials,
  delegates: number,
  words: ExplainWords,
): string {
  return words.byItself({
    address: contractAddressWords(address, words),
    isSigned: signature.type !== 'scvVoid',
    delegates,
    until: signatureExpirationLedger,
  });
}
