/** Explains what the authorisation entries of a call allow beyond it: a harmless call can carry a payment below it. */
import { xdr } from '@stellar/stellar-sdk/base';
import { sameBytes } from '../envelope/bytes.ts';
import type { ExplainWords } from '../words/all.ts';
import { atLeast, type Stakes } from '../words/explain/stakes.ts';
import { contractAddressWords } from './asset-words.ts';
import { describeHostFunction } from './contract-call.ts';
import type { ExplainContext } from './scene.ts';

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

function isOperationItself(allowed: Invocation, called: xdr.HostFunction): boolean {
  return sameBytes(asOperation(allowed).toXdr(), called.toXdr());
}

/** What an operation would call or create to do what is allowed. */
function asOperation({ function: allowed }: Invocation): xdr.HostFunction {
  switch (allowed.type) {
    case 'sorobanAuthorizedFunctionTypeContractFn':
      return xdr.HostFunction.hostFunctionTypeInvokeContract(allowed.contractFn);
    case 'sorobanAuthorizedFunctionTypeCreateContractHostFn':
      return xdr.HostFunction.hostFunctionTypeCreateContract(allowed.createContractHostFn);
    case 'sorobanAuthorizedFunctionTypeCreateContractV2HostFn':
      return xdr.HostFunction.hostFunctionTypeCreateContractV2(allowed.createContractV2HostFn);
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
    const { words, stakes } = describeHostFunction(asOperation(invocation), scene);
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
