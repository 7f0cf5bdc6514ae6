/** Whether the ledger lets an address receive a token and use it. One rule for every payee. */
import { Asset } from '@stellar/stellar-sdk/base';
import { type PaidThrough, paidThrough, type Refusal, refusalOf } from '../escrow/check-payees.ts';
import { assetOf, type Asset as IssuedAsset, type Network } from '../escrow/network.ts';
import type { PartyName } from '../words/words.ts';

export type KnownAccount = {
  readonly exists: boolean;
  /** Of the token; absent where that was not looked up. */
  readonly trustline?: boolean;
  /** Whether the token's issuer lets it be paid, and how many base units it can still take. */
  readonly isAuthorised?: boolean;
  readonly room?: bigint;
  readonly severalSigners?: boolean;
  /** Whether it wants a memo with each payment (SEP-29). */
  readonly needsMemo?: boolean;
};

/** What the ledger shows. An address that is missing was not looked up, or could not be. */
export type SeenOnLedger = {
  /** By G address. */
  readonly accounts?: ReadonlyMap<string, KnownAccount>;
  readonly tokens?: ReadonlySet<string>;
  /** Other contracts, by address. `wallet`: its code can agree to a call (`__check_auth`). */
  readonly contracts?: ReadonlyMap<string, 'wallet' | 'not-wallet' | 'absent'>;
  /** Contracts whose balance of the token its issuer has frozen. */
  readonly frozen?: ReadonlySet<string>;
  readonly protocol?: number;
  /** Of the token, as its contract proved it. */
  readonly asset?: IssuedAsset;
};

export type PaidFrom = PaidThrough & {
  /** Contracts of other tokens that are known without a ledger. */
  readonly otherTokens: readonly string[];
  /** Absent for XLM, for a token with code of its own, and where it is not known. */
  readonly asset?: IssuedAsset | undefined;
  readonly isNative: boolean;
  /** Who signs the transaction: an issuer who pays back to themselves knows that this redeems the token. */
  readonly signer: string;
};

export type Payee = {
  readonly role: PartyName;
  readonly address: string;
  /** In base units, after fees: its total, and the smallest payment in it. */
  readonly units: bigint;
  readonly least: bigint;
};

export type Payability =
  | { readonly kind: 'payable' }
  /** A contract that can use its payments. */
  | { readonly kind: 'smart-wallet' }
  /** The ledger does not show enough. */
  | { readonly kind: 'unknown' }
  /** What is paid to it is lost for certain. */
  | { readonly kind: 'refused'; readonly is: Refusal }
  /** What is paid to it is lost, unless a person knows better. */
  | { readonly kind: 'to-confirm'; readonly is: 'issuer' | 'token' | 'not-wallet' | 'needs-memo' }
  /** `fails`: whether a payment would fail until that is mended; otherwise it arrives, and cannot be used. */
  | { readonly kind: 'not-yet'; readonly lacks: Lack; readonly fails: boolean };

export type Lack = 'account' | 'contract' | 'trustline' | 'authorisation' | 'room';

/** @param token as terms name it: its contract, or a known issuer */
export function paidFrom(
  network: Network,
  token: string,
  { signer, escrow }: { readonly signer: string; readonly escrow?: string },
  seen: Pick<SeenOnLedger, 'asset'> = {},
): PaidFrom {
  const through = paidThrough(network, token, escrow);
  const native = nativeToken(network);
  const tokens = [...network.tokens.map(({ address }) => address), native];
  return {
    ...through,
    otherTokens: tokens.filter((other) => other !== through.token),
    asset: assetOf(network, token) ?? seen.asset,
    isNative: through.token === native,
    signer,
  };
}

export function payability(payee: Payee, paid: PaidFrom, seen: SeenOnLedger): Payability {
  const { address } = payee;
  const refusal = refusalOf(address, paid);
  if (refusal !== undefined) return { kind: 'refused', is: refusal };
  if (address === paid.asset?.issuer) return address === paid.signer ? PAYABLE : { kind: 'to-confirm', is: 'issuer' };
  return address.startsWith('C') ? ofContract(address, paid, seen) : ofAccount(payee, paid, seen);
}

const PAYABLE = { kind: 'payable' } as const;
const UNKNOWN = { kind: 'unknown' } as const;

function ofContract(
  address: string,
  { otherTokens }: PaidFrom,
  { tokens, contracts, frozen }: SeenOnLedger,
): Payability {
  if (otherTokens.includes(address) || tokens?.has(address)) return { kind: 'to-confirm', is: 'token' };
  const found = contracts?.get(address);
  if (found === 'not-wallet') return { kind: 'to-confirm', is: 'not-wallet' };
  if (found === 'absent') return { kind: 'not-yet', lacks: 'contract', fails: false };
  if (frozen?.has(address)) return { kind: 'not-yet', lacks: 'authorisation', fails: true };
  return found === 'wallet' ? { kind: 'smart-wallet' } : UNKNOWN;
}

function ofAccount(
  { address, units, least }: Payee,
  paid: PaidFrom,
  { accounts, protocol = 0 }: SeenOnLedger,
): Payability {
  const { exists, needsMemo, trustline, isAuthorised, room } = accounts?.get(address) ?? {};
  const isOfAsset = paid.asset !== undefined;
  if (exists === undefined) return UNKNOWN;
  if (!exists) {
    const isMade = paid.isNative && protocol >= CREATES_ACCOUNTS && least >= MINIMUM_RESERVE;
    return isMade ? PAYABLE : { kind: 'not-yet', lacks: 'account', fails: isOfAsset || paid.isNative };
  }
  if (needsMemo) return { kind: 'to-confirm', is: 'needs-memo' };
  if (!isOfAsset) return PAYABLE;
  if (trustline === false) return { kind: 'not-yet', lacks: 'trustline', fails: true };
  if (isAuthorised === false) return { kind: 'not-yet', lacks: 'authorisation', fails: true };
  if (room !== undefined && units > room) return { kind: 'not-yet', lacks: 'room', fails: true };
  return trustline === undefined ? UNKNOWN : PAYABLE;
}

/** From this protocol on, a payment of XLM creates the account (CAP-73), with the minimum reserve of an empty one. */
const CREATES_ACCOUNTS = 26;
const MINIMUM_RESERVE = 10_000_000n;

/** The contract of XLM, which every network has and no account needs a trustline for. */
export function nativeToken({ passphrase }: Pick<Network, 'passphrase'>): string {
  const known = NATIVE_TOKENS.get(passphrase) ?? Asset.native().contractId(passphrase);
  NATIVE_TOKENS.set(passphrase, known);
  return known;
}

/** By passphrase; there are three. */
const NATIVE_TOKENS = new Map<string, string>();
