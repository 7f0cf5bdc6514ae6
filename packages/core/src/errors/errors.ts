/**
 * Every error that Countersign shows to a person or a model: one family, one table.
 *
 * The wording a stranger reads comes from this table and from the place that throws, never from a foreign
 * error: what a service, a wallet or a library said is data, and travels in `detail`, cleaned and cut.
 */
import { cleanLine } from '../text/text.ts';

type Entry = {
  /** What happened, in plain words; the default message. */
  readonly message: string;
  /** What the person can do now. */
  readonly remedy: string;
  /** Whether the same call may succeed later without any change to it. */
  readonly retryable: boolean;
};

export const ERROR_CATALOGUE = {
  INPUT_INVALID: {
    message: 'The request has problems.',
    remedy: 'Correct the fields that are listed, then ask again.',
    retryable: false,
  },
  SECRET_REFUSED: {
    message:
      'The input holds what looks like a secret (a seed, a recovery phrase or a credential). It was refused and not kept.',
    remedy:
      'Never give a secret to a chat, an assistant or this tool. Treat the leaked key as lost: move its funds to a new account, or replace the credential. Then ask again without it.',
    retryable: false,
  },
  SETTING_INVALID: {
    message: 'A setting is wrong.',
    remedy: 'Correct the environment variable that is named, then start again.',
    retryable: false,
  },
  READ_ONLY: {
    message:
      'This installation is read-only: it reads balances and explains transactions, and prepares or submits nothing.',
    remedy: 'Ask its operator to unset COUNTERSIGN_READ_ONLY if deploys are wanted here.',
    retryable: false,
  },
  CANCELLED: {
    message: 'The call was cancelled.',
    remedy: 'Ask again when you want to.',
    retryable: true,
  },
  RATE_LIMITED: {
    message: 'Too many requests for now.',
    remedy: 'Ask again after the time in retryAfterMs.',
    retryable: true,
  },
  SERVICE_UNREACHABLE: {
    message: 'The escrow service could not be reached. Nothing was sent.',
    remedy: 'Check ESCROW_API_URL and the connection, then ask again.',
    retryable: true,
  },
  SERVICE_TIMEOUT: {
    message: 'The escrow service did not answer in time.',
    remedy: 'Ask again in a minute.',
    retryable: true,
  },
  SERVICE_FAILED: {
    message: 'The escrow service failed.',
    remedy: 'Ask again in a minute; if it stays so, ask the operator of the service.',
    retryable: true,
  },
  SERVICE_REFUSED: {
    message: 'The escrow service refused the request.',
    remedy: 'Read its reason in detail, correct the request, then ask again.',
    retryable: false,
  },
  SERVICE_UNAUTHORIZED: {
    message: 'The escrow service did not accept our credentials.',
    remedy: 'The operator should check ESCROW_ACCESS_TOKEN (deploy, send) and ESCROW_API_KEY (balances).',
    retryable: false,
  },
  SERVICE_REPLY_UNREADABLE: {
    message: 'The escrow service answered something that is not as its interface says.',
    remedy: 'Check that ESCROW_API_URL is the base address of an escrow service; if it is, tell its operator.',
    retryable: false,
  },
  SERVICE_REDIRECTED: {
    message:
      'The escrow service answered with a redirect, which is not followed: credentials go to the configured host alone.',
    remedy: 'Set ESCROW_API_URL to the final address of the service.',
    retryable: false,
  },
  SIGNER_NOT_FOUND: {
    message: 'The signer account does not exist on this network.',
    remedy:
      'Fund the account first (on the sandbox: pnpm wallet fund <address>), or check that the address belongs to this network.',
    retryable: false,
  },
  SANDBOX_MISMATCH: {
    message:
      'What answers as the sandbox is not one: its passphrase, factory or contract code differ from the sandbox constants.',
    remedy: 'Set STELLAR_NETWORK to the network that the service really uses, or correct ESCROW_API_URL.',
    retryable: false,
  },
  TRANSACTION_MISMATCH: {
    message:
      'The transaction that the service prepared is not what was asked for. It is not given out, and must not be signed.',
    remedy:
      'Look at the differences. If the factory or the contract code is what differs, verify with the service’s owner before pinning. Otherwise tell the operator of the service.',
    retryable: false,
  },
  TRANSACTION_PARTLY_VERIFIED: {
    message:
      'Nothing in the transaction contradicts the request, but not all of it could be verified, so it is not offered.',
    remedy:
      'Set ESCROW_FACTORY and ESCROW_WASM_HASH after verifying them with the service’s owner, and STELLAR_RPC_URL so that a token can be asked for its decimals; or let the operator accept this with COUNTERSIGN_ALLOW_PARTLY=true.',
    retryable: false,
  },
  XDR_UNREADABLE: {
    message: 'This is not a Stellar transaction in XDR (base64).',
    remedy: 'Paste the whole signed XDR as the wallet gave it, or give its file.',
    retryable: false,
  },
  XDR_EMPTY: {
    message: 'There is no transaction here: the text or file is empty.',
    remedy: 'Give the XDR of the transaction, as the wallet shows or saves it after signing.',
    retryable: false,
  },
  XDR_TRUNCATED: {
    message: 'The transaction is cut off: more of it should follow.',
    remedy:
      'Chats shorten long texts. Copy the signed XDR again with the wallet’s own copy button and hand it over whole: as a file, or on the signing page, where nothing is cut.',
    retryable: false,
  },
  XDR_DAMAGED: {
    message: 'This begins like a transaction, but characters of it were changed, lost or added on the way.',
    remedy: 'Copy the signed XDR again with the wallet’s own copy button, or hand it over as a file.',
    retryable: false,
  },
  XDR_AMBIGUOUS: {
    message: 'There are several different transactions in this, and it is not guessed which one is meant.',
    remedy: 'Paste the signed one alone.',
    retryable: false,
  },
  XDR_IS_A_HASH: {
    message: 'This is 32 bytes, like the hash of a transaction, not the transaction itself.',
    remedy: 'Give the transaction itself: a long text that begins with AAAA, as the wallet shows it after signing.',
    retryable: false,
  },
  XDR_IS_AN_ADDRESS: {
    message: 'This is an address, not a transaction.',
    remedy: 'Give the transaction itself: a long text that begins with AAAA, as the wallet shows it after signing.',
    retryable: false,
  },
  XDR_IS_AN_ID: {
    message: 'This looks like the id of a prepared escrow, not a transaction.',
    remedy:
      'Give the id where an id is asked for. The transaction is a long text that begins with AAAA, as the wallet shows it after signing.',
    retryable: false,
  },
  XDR_IS_A_LINK: {
    message: 'This is a link without a transaction in it. No link is followed from here.',
    remedy: 'Open the link yourself and sign there, or give the transaction itself: a long text that begins with AAAA.',
    retryable: false,
  },
  XDR_OF_ANOTHER_KIND: {
    message: 'This is XDR, but of another kind than a transaction.',
    remedy: 'Choose “sign transaction” in the wallet, and hand over the whole signed transaction (its envelope).',
    retryable: false,
  },
  XDR_NOT_TEXT: {
    message: 'The file is no text, so there is no XDR in it.',
    remedy: 'Give the XDR as a plain text file (.txt), with the text in it that the wallet shows after signing.',
    retryable: false,
  },
  XDR_TOO_LARGE: {
    message: 'This is larger than any transaction that the network accepts (132,096 bytes).',
    remedy: 'Check that the right file or text was given.',
    retryable: false,
  },
  XDR_NOT_SIGNED: {
    message: 'The transaction carries no signature.',
    remedy: 'Sign it in the wallet of the signer first, then submit what the wallet gave back.',
    retryable: false,
  },
  NOT_SIGNED_YET: {
    message: 'Nobody has delivered a signature for this escrow yet.',
    remedy: 'Open its signUrl and sign there, or give the signed XDR itself.',
    retryable: true,
  },
  SIGNED_BY_ANOTHER: {
    message: 'The transaction is signed, but not by the signer of this escrow.',
    remedy: 'Choose the signer’s account in the wallet and sign again.',
    retryable: false,
  },
  SIGNED_FOR_ANOTHER_NETWORK: {
    message: 'The signature is good for another network than this one.',
    remedy: 'Switch the wallet to the network of this escrow and sign again.',
    retryable: false,
  },
  SIGNATURE_BROKEN: {
    message: 'The signature of the signer is not valid for this transaction.',
    remedy: 'Sign the unsigned XDR again and submit the wallet’s answer unchanged.',
    retryable: false,
  },
  MULTISIG_NOT_SUPPORTED: {
    message:
      'The transaction carries signatures of other accounts too. Accounts that need several signers are not supported where their signers cannot be asked.',
    remedy:
      'Deploy from an account whose own key is enough, or let the operator set STELLAR_RPC_URL: the network is then asked for the account’s signers.',
    retryable: false,
  },
  SIGNATURES_MISSING: {
    message: 'The account needs more signatures than the transaction carries.',
    remedy:
      'Let those who are missing sign too: each in their wallet, what the one before gave, so that the last one holds all signatures. Then submit that.',
    retryable: false,
  },
  SIGNATURE_NOT_NEEDED: {
    message: 'The transaction carries a signature that it did not need, and the network refuses it for that.',
    remedy: 'Sign the prepared transaction again, with no more signers than it needs.',
    retryable: false,
  },
  FEE_BUMPED: {
    message: 'The wallet wrapped the transaction in a fee bump, which the escrow service does not take.',
    remedy:
      'Turn off whatever lets somebody else pay the fee in the wallet (fee sponsoring, gasless, fee bump), and sign the unsigned transaction again.',
    retryable: false,
  },
  TRANSACTION_CHANGED: {
    message: 'The signed transaction is not the one that was prepared and compared. It was not sent.',
    remedy: 'Sign the prepared XDR without changes. If you changed nothing, do not trust what changed it.',
    retryable: false,
  },
  TRANSACTION_EXPIRED: {
    message: 'The transaction’s time is over; the network would refuse it. It was not sent.',
    remedy: 'Prepare it again: call deploy_escrow with the id (or the same request), and sign the new one in time.',
    retryable: false,
  },
  NOT_PREPARED_HERE: {
    message: 'This transaction was not prepared here, so nobody compared it with a request. It was not sent.',
    remedy: 'Prepare the escrow here and sign that transaction.',
    retryable: false,
  },
  HANDLE_NOT_FOUND: {
    message: 'There is no prepared escrow under this id.',
    remedy: 'Check the id, or prepare the escrow again.',
    retryable: false,
  },
  OUTCOME_UNKNOWN: {
    message:
      'An earlier transaction for this request was sent and its outcome is not known yet, so no second one is prepared.',
    remedy:
      'Submit the same signed XDR again to learn the outcome. Do not sign another transaction for this escrow meanwhile.',
    retryable: true,
  },
  ALREADY_SETTLED: {
    message: 'This escrow is settled already.',
    remedy: 'Read its balance, or use another engagementId for another escrow.',
    retryable: false,
  },
  PREPARED_BY_ANOTHER: {
    message: 'Somebody else prepared this very escrow already.',
    remedy: 'Let that person sign it or discard it, or give the escrow another engagementId.',
    retryable: false,
  },
  DISCORD_UNREACHABLE: {
    message: 'Discord could not be reached.',
    remedy: 'Check the connection, then start the bot again.',
    retryable: true,
  },
  STORE_FULL: {
    message: 'The store of prepared escrows is full, so no new one is offered.',
    remedy: 'Wait until some expire (minutes), then ask again.',
    retryable: true,
  },
  STORE_UNUSABLE: {
    message: 'The data folder cannot be used.',
    remedy: 'Point COUNTERSIGN_DATA_DIR at a folder that can be written, or move the damaged file away.',
    retryable: false,
  },
  INTERNAL: {
    message:
      'Something went wrong in Countersign itself. Nothing more is known to the caller; the log has the details.',
    remedy: 'Ask again; if it stays so, report it with the log.',
    retryable: true,
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** One problem of an input: `path` as the person wrote it (`milestones[1].amount`), `problem` in plain words. */
export type FieldProblem = { readonly path: string; readonly problem: string };

/** One place where a transaction and its request differ; both sides as text for a person. */
export type Difference = { readonly field: string; readonly asked: string; readonly found: string };

export type ErrorOptions = {
  readonly message?: string;
  readonly remedy?: string;
  readonly retryAfterMs?: number;
  readonly fields?: readonly FieldProblem[];
  readonly differences?: readonly Difference[];
  /** Text from outside (a service's reason): shown as labelled data, cleaned and cut here. */
  readonly detail?: string;
  readonly cause?: unknown;
};

/** Longest foreign text that an error carries, in characters. */
const DETAIL_LIMIT = 300;

export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly differences: readonly Difference[] | undefined;
  readonly detail: string | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const entry = ERROR_CATALOGUE[code];
    super(options.message ?? entry.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy ?? entry.remedy;
    this.retryable = entry.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.fields = options.fields;
    this.differences = options.differences;
    this.detail = options.detail === undefined ? undefined : cleanLine(options.detail, DETAIL_LIMIT);
  }

  /** The error as every surface shows it (design: one shape for models, cards and terminals). No cause, no stack. */
  toView(): ErrorView {
    return {
      code: this.code,
      message: this.message,
      remedy: this.remedy,
      retryable: this.retryable,
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
      ...(this.fields === undefined ? {} : { fields: this.fields }),
      ...(this.differences === undefined ? {} : { differences: this.differences }),
      ...(this.detail === undefined ? {} : { detail: this.detail }),
    };
  }
}

export type ErrorView = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly fields?: readonly FieldProblem[];
  readonly differences?: readonly Difference[];
  readonly detail?: string;
};

/** Any thrown value as one of ours; what is not ours becomes INTERNAL, its own words kept as `cause` only. */
export function toCountersignError(thrown: unknown): CountersignError {
  return thrown instanceof CountersignError ? thrown : new CountersignError('INTERNAL', { cause: thrown });
}
