/** Recognises, by form only, what people paste instead of a signed transaction. */

import { xdr } from '@stellar/stellar-sdk/base';
import { decodeStrKey } from '../../escrow/index.ts';
import { withoutTrailing } from '../../text/text.ts';
import { fromBase64, toHex } from '../bytes.ts';

/** `hash` in lower-case hex; `reference` is what may be an id of ours: 32 hex characters. */
export type Instead =
  | { readonly kind: 'empty' }
  | { readonly kind: 'link'; readonly hash?: string; readonly reference?: string }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'address'; readonly of: 'account' | 'contract' | 'muxedAccount'; readonly address: string }
  | { readonly kind: 'id'; readonly reference: string }
  | { readonly kind: 'other-kind'; readonly name: string }
  /** A wallet's message that it did not sign. */
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'base64' }
  | { readonly kind: 'unreadable' };

/** @param text unwrapped, and without an envelope in it */
export function pastedInstead(text: string): Instead {
  if (text.length <= LONGEST_NOTE) {
    const plain = WITHIN_WRAPPING.exec(text)?.[0] ?? '';
    if (plain === '') return { kind: 'empty' };
    if (LINK.test(plain)) {
      const name = otherKindOf(XDR_IN_LINK.exec(plain)?.[0] ?? '');
      return name === undefined ? { kind: 'link', ...partsOf(plain) } : { kind: 'other-kind', name };
    }
    const hash = HASH.exec(plain)?.[1]?.toLowerCase() ?? hashInBase64(plain);
    if (hash !== undefined) return { kind: 'hash', hash };
    const address = ADDRESS.exec(plain)?.[0];
    if (address !== undefined) return { kind: 'address', of: addressKind(address), address };
    const reference = ID.exec(plain)?.[1];
    if (reference !== undefined) return { kind: 'id', reference };
    if (HEX_SIGNATURE.test(plain)) return { kind: 'other-kind', name: SIGNATURE };
    const refusal = refusalIn(plain);
    if (refusal !== undefined) return { kind: 'refusal', text: refusal };
  }
  return base64In(text);
}

const SIGNATURE = 'a signature without its transaction';

const SIGNATURE_BYTES = 64;

/** With its hint of 4 bytes and its length. */
const DECORATED_SIGNATURE_BYTES = 72;

type Decoder = { fromXdr(bytes: Uint8Array): unknown };

/** The distinctive ones first: some short values read as several. */
const KINDS: readonly (readonly [name: string, decoder: Decoder])[] = [
  ['a transaction without its envelope, which has no room for a signature', xdr.Transaction],
  ['the result of a transaction', xdr.TransactionResult],
  ['the result of a transaction with its hash', xdr.TransactionResultPair],
  ['the metadata of a transaction’s result', xdr.TransactionMeta],
  ['the metadata of a transaction’s result', xdr.TransactionResultMeta],
  ['the resources of a contract call (SorobanTransactionData)', xdr.SorobanTransactionData],
  ['an entry of the ledger', xdr.LedgerEntry],
  ['the data of a ledger entry', xdr.LedgerEntryData],
  ['an authorisation entry of a contract call', xdr.SorobanAuthorizationEntry],
  ['what a wallet signs of a transaction, without its signature', xdr.TransactionSignaturePayload],
  [SIGNATURE, xdr.DecoratedSignature],
  ['a diagnostic event of a contract', xdr.DiagnosticEvent],
  ['an event of a contract', xdr.ContractEvent],
  ['a single operation', xdr.Operation],
  ['the key of a ledger entry', xdr.LedgerKey],
  ['a value of a contract', xdr.ScVal],
];

/** Each kind costs a decoding, so longer texts are only called base64. */
const LONGEST = 24_000;

/** @param body base64 or base64url. @returns the kind's name; undefined where it is none of these */
export function otherKindOf(body: string): string | undefined {
  if (body.length > LONGEST || body.length % 4 === 1) return undefined;
  const bytes = fromBase64(body);
  if (bytes.length === SIGNATURE_BYTES) return SIGNATURE;
  if (bytes.length < 8 || bytes.length % 4 !== 0) return undefined;
  return KINDS.find(([, decoder]) => canDecode(decoder, bytes))?.[0];
}

function canDecode(decoder: Decoder, bytes: Uint8Array): boolean {
  if (decoder === xdr.DecoratedSignature && bytes.length !== DECORATED_SIGNATURE_BYTES) return false;
  try {
    decoder.fromXdr(bytes);
    return true;
  } catch {
    return false;
  }
}

/** From the first to the last character that is no quote, bracket or other wrapping. */
const WITHIN_WRAPPING = /[^\s"'`´«»‹›“”„‟‘’‚(){}[\]<>*_~|:;,.](?:.*[^\s"'`´«»‹›“”„‟‘’‚(){}[\]<>*_~|:;,.])?/s;

const LINK = /\b(?:https?:\/\/|web\+stellar:)/i;

const XDR_IN_LINK = /(?<==)AAAA[0-9A-Za-z+/_-]{8,}/;

const REFUSAL =
  /\b(?:user|wallet|request|transaction|signing|usuario|solicitud|firma)\b[^.\n]{0,40}\b(?:declin|reject|denied|cancel|refus|abort|closed|rechaz|deneg)\w{0,10}/i;
const LONGEST_REFUSAL = 400;

/** A refusal as a wallet words it, alone or in its JSON. */
function refusalIn(plain: string): string | undefined {
  if (plain.length > LONGEST_REFUSAL || !REFUSAL.test(plain)) return undefined;
  return /\b(?:message|error)"\s*:\s*"([^"]+)/i.exec(plain)?.[1] ?? plain;
}

const HASH = /(?<![0-9A-Za-z])(?:0[xX])?([0-9A-Fa-f]{64})(?![0-9A-Za-z])/;

const ID = /(?<![0-9A-Za-z])([0-9a-f]{32})(?![0-9A-Za-z])/;

const HEX_SIGNATURE = /^[0-9A-Fa-f]{128}$/;

const ADDRESS = /(?<![0-9A-Za-z])(?:[GC][A-Z2-7]{55}|M[A-Z2-7]{68})(?![0-9A-Za-z])/;

const BASE64 = /(?<![0-9A-Za-z+/_-])[0-9A-Za-z+/_-]{16,}/g;

/** Base64 of so many characters is no word and no name. */
const CERTAIN_LENGTH = 100;

/** A person's note that holds a hash or an address is short. */
const LONGEST_NOTE = 4_000;

const MOST_TOKENS = 8;

function partsOf(link: string): { hash?: string; reference?: string } {
  const hash = HASH.exec(link)?.[1]?.toLowerCase();
  const reference = ID.exec(link)?.[1];
  return { ...(hash === undefined ? {} : { hash }), ...(reference === undefined ? {} : { reference }) };
}

/** With a wrong checksum the first letter still shows which kind was meant. */
function addressKind(address: string): 'account' | 'contract' | 'muxedAccount' {
  const kind = decodeStrKey(address)?.kind;
  if (kind === 'account' || kind === 'contract' || kind === 'muxedAccount') return kind;
  return address.startsWith('C') ? 'contract' : address.startsWith('M') ? 'muxedAccount' : 'account';
}

/** 32 bytes: 43 characters and one of padding. */
function hashInBase64(plain: string): string | undefined {
  if (!/^[0-9A-Za-z+/_-]{43}=$/.test(plain)) return undefined;
  const body = plain.slice(0, -1);
  return otherKindOf(body) === undefined ? toHex(fromBase64(body)) : undefined;
}

function base64In(text: string): Instead {
  const joined = withoutTrailing(text.replace(/[\s"'`]/g, ''), '=');
  const runs = text.match(BASE64) ?? [];
  // Words without punctuation are none.
  const isWhole = /^[0-9A-Za-z+/_-]+$/.test(joined) && (runs.length > 0 || !/\s/.test(text.trim()));
  const tokens = isWhole ? [joined] : runs.toSorted(longestFirst).slice(0, MOST_TOKENS);
  for (const token of tokens) {
    const name = otherKindOf(token);
    if (name !== undefined) return { kind: 'other-kind', name };
  }
  return (tokens[0]?.length ?? 0) >= CERTAIN_LENGTH ? { kind: 'base64' } : { kind: 'unreadable' };
}

const longestFirst = (one: string, other: string) => other.length - one.length;
