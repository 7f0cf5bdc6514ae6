/**
 * Address credentials: the authorisation of an account other than the transaction's source, by its own signatures. Valid
 * for one tree of calls, once, until a given ledger. Rules, their order and error codes are the real host's.
 */
import { Address, hash, Keypair, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { MAX_ENTRY_LIFE, nonceEntry, TEMPORARY_LIFE } from '../entries.ts';
import { accountKey, nonceKey } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import { asBytes, asList, field, HostError } from './values.ts';

export type SignatureScope = { readonly overlay: Overlay; readonly networkId: Uint8Array };

export type SignedCredentials = xdr.SorobanCredentialsAddress | xdr.SorobanCredentialsAddressV2;

const MAX_SIGNATURES = 20;
/** AuthenticationError, an error that all built-in contracts share. */
const AUTHENTICATION_ERROR = 5;
const MASTER_WEIGHT = 0;
const MEDIUM_THRESHOLD = 2;

export function credentialsOf(credentials: SignedCredentials): xdr.SorobanAddressCredentials {
  return credentials.type === 'sorobanCredentialsAddress' ? credentials.address : credentials.addressV2;
}

/** Checks the signatures of an entry and uses its nonce up. @throws HostError */
export function spendCredentials(
  credentials: SignedCredentials,
  invocation: xdr.SorobanAuthorizedInvocation,
  scope: SignatureScope,
): void {
  const { address, nonce, signatureExpirationLedger, signature } = credentialsOf(credentials);
  const who = Address.fromScAddress(address).toString();
  try {
    authenticate(who, signature, payloadOf(credentials, invocation, scope.networkId), scope.overlay);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // Any failure becomes this error, to distinguish it from errors of the calling contract.
    throw invalid('InvalidAction', `failed account authentication with error for ${who}: ${error.label}, ${error.why}`);
  }
  const { ledger } = scope.overlay;
  const last = ledger + MAX_ENTRY_LIFE - 1;
  if (ledger > signatureExpirationLedger) {
    throw invalid('InvalidInput', `signature has expired for ${who}: good until ledger ${signatureExpirationLedger}`);
  }
  if (signatureExpirationLedger > last) {
    throw invalid('InvalidInput', `signature expiration is too late for ${who}: after ledger ${last}`);
  }
  consumeNonce(who, nonce, signatureExpirationLedger, scope.overlay);
}

/** Stores a nonce for as long as its signature is valid. @throws HostError where it was used before */
export function consumeNonce(address: string, nonce: bigint, expiration: number, overlay: Overlay): void {
  const key = nonceKey(address, nonce);
  if (overlay.get(key) !== undefined) throw invalid('ExistingValue', `nonce already exists for address ${address}`);
  overlay.put(nonceEntry(address, nonce));
  overlay.setLife(key, Math.max(expiration, overlay.ledger + TEMPORARY_LIFE - 1));
}

/** What is signed. The second form binds the address too. */
function payloadOf(
  credentials: SignedCredentials,
  invocation: xdr.SorobanAuthorizedInvocation,
  networkId: Uint8Array,
): Uint8Array {
  const { address, nonce, signatureExpirationLedger } = credentialsOf(credentials);
  const signed = { networkId, nonce, signatureExpirationLedger, invocation };
  const preimage =
    credentials.type === 'sorobanCredentialsAddress'
      ? xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(new xdr.HashIdPreimageSorobanAuthorization(signed))
      : xdr.HashIdPreimage.envelopeTypeSorobanAuthorizationWithAddress(
          new xdr.HashIdPreimageSorobanAuthorizationWithAddress({ ...signed, address }),
        );
  return hash(preimage.toXdr());
}

function authenticate(address: string, signature: xdr.ScVal, payload: Uint8Array, overlay: Overlay): void {
  if (!StrKey.isValidEd25519PublicKey(address)) {
    // No contract on this ledger has `__check_auth`.
    throw HostError.host('WasmVm', 'MissingValue', 'trying to invoke non-existent contract function __check_auth');
  }
  const signatures = asList(signature);
  if (signatures.length > MAX_SIGNATURES) throw refusal('too many account signers');
  if (signatures.length === 0) throw refusal('no account signatures found');
  const account = overlay.account(accountKey(address));
  if (account === undefined) throw HostError.host('Storage', 'MissingValue', 'there is no such account');
  let weight = 0;
  let previous: Uint8Array | undefined;
  for (const signed of signatures) {
    const publicKey = asBytes(field(signed, 'public_key'), 32);
    if (previous !== undefined && Buffer.compare(previous, publicKey) >= 0) {
      throw refusal('public keys are not ordered');
    }
    previous = publicKey;
    const signer = StrKey.encodeEd25519PublicKey(publicKey);
    if (!isSignedBy(signer, payload, asBytes(field(signed, 'signature'), 64))) {
      throw HostError.host('Crypto', 'InvalidInput', 'failed ED25519 verification');
    }
    const own = signer === address ? account.thresholds.toBytes()[MASTER_WEIGHT] : signerWeight(account, publicKey);
    if (!own) throw refusal(`signer does not belong to account: ${signer}`);
    weight += own;
  }
  if (weight < (account.thresholds.toBytes()[MEDIUM_THRESHOLD] as number)) {
    throw refusal('signature weight is lower than threshold');
  }
}

function isSignedBy(signer: string, payload: Uint8Array, signature: Uint8Array): boolean {
  try {
    return Keypair.fromPublicKey(signer).verify(payload, signature);
  } catch {
    // 32 bytes that are not a point on the curve.
    return false;
  }
}

function signerWeight(account: xdr.AccountEntry, publicKey: Uint8Array): number | undefined {
  const found = account.signers.find(
    ({ key }) => key.type === 'signerKeyTypeEd25519' && Buffer.compare(key.ed25519.toBytes(), publicKey) === 0,
  );
  return found?.weight;
}

function invalid(code: 'InvalidAction' | 'InvalidInput' | 'ExistingValue', why: string): HostError {
  return HostError.host('Auth', code, why);
}

function refusal(why: string): HostError {
  return HostError.contract(AUTHENTICATION_ERROR, why);
}
