/**
 * Signs a browser in as a wallet, by a text or a transaction that its key signs. Nothing is stored before the proof: its
 * code is made with the store's secret, and binds wallet, origin, network and time.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readTransaction } from '../../envelope/index.ts';
import { CountersignError } from '../../errors/errors.ts';
import { addressProblem } from '../../escrow/index.ts';
import { hasSigned, hasSignedMessage, NEVER_SENT_SECONDS, neverSentTransaction } from '../../signatures/index.ts';
import { deskWordsOf } from '../../words/all.ts';
import { LANGUAGES, type Language } from '../../words/language.ts';
import type { DeskContext } from '../context.ts';
import type { SignInProof, SignInToSign } from '../model/wallet-proof-views.ts';
import type { WalletAt } from '../store/store.ts';
import { isEqual, withCode } from './page-proof.ts';

type SignInContext = Pick<DeskContext, 'store' | 'network' | 'now' | 'ledger'>;

const SESSION_MS = 12 * 3_600_000;
const ASK_LEDGER_MS = 5_000;
/** A time, a language, 128 random bits, and a code over these. */
const ID = /^([0-9a-z]{8})-([a-z]{2})-([0-9a-f]{32})-[0-9a-f]{32}$/;
/** 128 random bits in hex. */
const SESSION = /^[0-9a-f]{32}$/;

/** @throws CountersignError INPUT_INVALID */
export async function signInText(context: SignInContext, wallet: WalletAt, language: Language): Promise<SignInToSign> {
  const problem = addressProblem(wallet.address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  const seconds = Math.floor(context.now() / 1_000) + NEVER_SENT_SECONDS;
  const nonce = randomBytes(16).toString('hex');
  const id = await idFor(context, wallet, `${seconds.toString(36).padStart(8, '0')}-${language}-${nonce}`);
  return toSign(context, wallet, { id, seconds, language });
}

/**
 * @param wallet as the text was made for it
 * @returns the session's secret, and when it ends in epoch milliseconds
 * @throws CountersignError PROOF_CLOSED where the text is not ours, is over or was used; PROOF_NOT_SIGNED
 */
export async function signIn(
  context: SignInContext,
  wallet: WalletAt,
  { id, signature, signedXdr }: SignInProof,
): Promise<{ readonly session: string; readonly endsAt: number }> {
  const [, time = '', spoken = '', nonce = ''] = ID.exec(id) ?? [];
  const [seconds, language] = [Number.parseInt(time, 36), LANGUAGES.find((each) => each === spoken) ?? 'en'];
  const over = () => new CountersignError('PROOF_CLOSED', { ...deskWordsOf(language).SIGN_IN_OVER, language });
  const isOurs = nonce !== '' && isEqual(id, await idFor(context, wallet, `${time}-${spoken}-${nonce}`));
  if (!isOurs || seconds * 1_000 < context.now()) throw over();
  const expected = toSign(context, wallet, { id, seconds, language });
  const isSigned =
    signature === undefined
      ? signedXdr !== undefined && hasSignedTransaction(context, wallet, expected, signedXdr)
      : hasSignedMessage(wallet.address, expected.text, signature);
  if (!isSigned || (await isRetired(context, wallet.address))) throw new CountersignError('PROOF_NOT_SIGNED');
  const session = randomBytes(16).toString('hex');
  const endsAt = context.now() + SESSION_MS;
  const used = { hash: hashOf('used', nonce, wallet.origin), expiresAt: seconds * 1_000 };
  const kept = { hash: hashOf('session', session, wallet.origin), expiresAt: endsAt };
  if (!(await context.store.openWalletSession(wallet, used, kept))) throw over();
  return { session, endsAt };
}

/** The address of the wallet; undefined where the session is unknown, over, or of another origin. */
export async function signedInWallet(
  { store }: Pick<SignInContext, 'store'>,
  session: string,
  origin: string,
): Promise<string | undefined> {
  const wallet = SESSION.test(session) ? await store.walletSession(hashOf('session', session, origin)) : undefined;
  return wallet?.origin === origin ? wallet.address : undefined;
}

export async function signOut({ store }: Pick<SignInContext, 'store'>, session: string, origin: string): Promise<void> {
  if (SESSION.test(session)) await store.endWalletSession(hashOf('session', session, origin));
}

type Text = { readonly id: string; readonly seconds: number; readonly language: Language };

function toSign(
  { network }: SignInContext,
  { origin, address }: WalletAt,
  { id, seconds, language }: Text,
): SignInToSign {
  const { name, passphrase: networkPassphrase } = network;
  const text = deskWordsOf(language).signInText({ origin, address, network: name, code: id });
  return { id, address, text, network: name, networkPassphrase, endsAt: seconds * 1_000 };
}

function hasSignedTransaction(
  { network: { passphrase } }: SignInContext,
  wallet: WalletAt,
  { text, endsAt }: SignInToSign,
  signedXdr: string,
): boolean {
  const ours = neverSentTransaction({ ...wallet, text, endsAt, passphrase });
  const theirs = readTransaction(signedXdr, passphrase);
  return ours?.hashHex === theirs.hashHex && hasSigned(theirs, wallet.address, theirs.hash);
}

/** Whether the account took its own key's right to sign, as after a theft. Unknown where the ledger does not answer. */
async function isRetired({ ledger }: SignInContext, address: string): Promise<boolean> {
  const found = await ledger?.accountOf(address, AbortSignal.timeout(ASK_LEDGER_MS));
  return found?.kind === 'account' && found.entry.thresholds.toBytes()[0] === 0;
}

async function idFor(context: SignInContext, { origin, address }: WalletAt, prefix: string): Promise<string> {
  const content = ['sign in', origin, context.network.passphrase, address, prefix];
  return await withCode(context, prefix, JSON.stringify(content));
}

const hashOf = (kind: 'session' | 'used', secret: string, origin: string): string =>
  createHash('sha256').update(`wallet ${kind} ${origin} ${secret}`).digest('hex');
