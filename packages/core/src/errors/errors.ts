/**
 * Every error that Countersign shows to a person or a model: one family, one table (`catalogue.ts`).
 *
 * The words come from that table and from the place that throws, never from a foreign error: what a service, a wallet
 * or a library answers is data, and travels in `detail`, cleaned and cut.
 */
import { cleanLine } from '../text/text.ts';
import { type CatalogueEntry, ERROR_CATALOGUE, type ErrorCode, XDR_REASONS, type XdrReason } from './catalogue.ts';
import type { Difference } from './differences.ts';
import type { Coded, FieldProblem, FieldText, None } from './problems.ts';

export { type CatalogueEntry, ERROR_CATALOGUE, type ErrorCode, XDR_REASONS, type XdrReason } from './catalogue.ts';
export { createSide, type Difference, type DifferenceText, type Side } from './differences.ts';
export {
  createProblem,
  type FieldProblem,
  type FieldText,
  fieldProblem,
  isProblem,
  type Problem,
} from './problems.ts';

/** Who reads an error: a person in a chat, on the page or in Discord; or the operator of Countersign. */
export type ErrorReader = 'person' | 'operator';

export type ErrorOptions = {
  readonly message?: string;
  /** For every reader, unless `operatorRemedy` says more to the operator. */
  readonly remedy?: string;
  readonly operatorRemedy?: string;
  /** Only for `XDR_UNREADABLE`; each reason has its own message and remedy. */
  readonly reason?: XdrReason;
  readonly retryAfterMs?: number | undefined;
  readonly fields?: readonly (FieldProblem | FieldText)[] | undefined;
  readonly differences?: readonly Difference[] | undefined;
  /** Text from outside (a service's reason): shown as labelled data, cleaned and cut here. */
  readonly detail?: string | undefined;
  /** Where its escrow can still be signed; only for people who may sign it. */
  readonly signUrl?: string;
  /** The language of `message` and `remedy`, where they are not English. */
  readonly language?: string;
  readonly cause?: unknown;
};

/** Longest foreign text that an error carries, in characters. */
const DETAIL_LIMIT = 300;

/**
 * The one class of errors.
 * @example
 * ```ts
 * import { CountersignError } from '@countersign/core/errors';
 *
 * const error = new CountersignError('SERVICE_TIMEOUT', { detail: 'the service’s own words' });
 * console.log(error.retryable, error.detail); // → true the service’s own words
 * console.log(error.toView('operator').code); // → SERVICE_TIMEOUT
 * ```
 */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  readonly code: ErrorCode;
  readonly reason: XdrReason | undefined;
  readonly remedy: string;
  readonly operatorRemedy: string;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly fields: readonly (FieldProblem | FieldText)[] | undefined;
  readonly differences: readonly Difference[] | undefined;
  readonly detail: string | undefined;
  /** Not part of the view: only surfaces for a person who may sign show it. */
  readonly signUrl: string | undefined;
  readonly language: string | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const entry: CatalogueEntry = {
      ...ERROR_CATALOGUE[code],
      ...(options.reason === undefined ? {} : XDR_REASONS[options.reason]),
    };
    super(options.message ?? entry.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
    this.remedy = options.remedy ?? entry.remedy;
    this.operatorRemedy = options.operatorRemedy ?? options.remedy ?? entry.operatorRemedy ?? entry.remedy;
    this.retryable = entry.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.fields = options.fields;
    this.differences = options.differences;
    this.detail = options.detail === undefined ? undefined : cleanLine(options.detail, DETAIL_LIMIT);
    this.signUrl = options.signUrl;
    this.language = options.language;
  }

  withSignUrl(signUrl: string): CountersignError {
    return Object.assign(this, { signUrl });
  }

  /** A copy for one reader, with its sentences as `take` returns them: an error may be shared by several calls. */
  withTexts(take: (text: string) => string): CountersignError {
    const [message, remedy] = [take(this.message), take(this.remedy)];
    const operatorRemedy = this.operatorRemedy === this.remedy ? remedy : take(this.operatorRemedy);
    return Object.assign(new CountersignError(this.code, { cause: this }), this, { message, remedy, operatorRemedy });
  }

  /** One shape for models, cards and terminals, without cause or stack; `spokenView` adds the words. */
  toView(reader: ErrorReader = 'person'): ErrorView {
    return {
      code: this.code,
      ...(this.reason === undefined ? {} : { reason: this.reason }),
      message: this.message,
      remedy: reader === 'operator' ? this.operatorRemedy : this.remedy,
      retryable: this.retryable,
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
      ...(this.fields === undefined ? {} : { fields: this.fields }),
      ...(this.differences === undefined ? {} : { differences: this.differences }),
      ...(this.detail === undefined ? {} : { detail: this.detail }),
    };
  }
}

export type ErrorView = Pick<CatalogueEntry, 'message' | 'remedy' | 'retryable'> &
  Pick<ErrorOptions, 'reason' | 'retryAfterMs' | 'fields' | 'differences' | 'detail'> & { readonly code: ErrorCode };

export type ErrorName = ErrorCode | `XDR_UNREADABLE (${XdrReason})`;

export function errorName({ code, reason }: { code: ErrorCode; reason?: XdrReason | undefined }): ErrorName {
  return reason === undefined ? code : `XDR_UNREADABLE (${reason})`;
}

/** What only the operator can mend, and what may pass without them; the rest is for the caller. INTERNAL has a line of its own. */
const SERIOUS: Partial<Record<ErrorCode, 'error' | 'warn'>> = {
  SERVICE_UNAUTHORIZED: 'error',
  RPC_REFUSED: 'error',
  STORE_UNREACHABLE: 'error',
  STORE_UNUSABLE: 'error',
  SERVICE_UNREACHABLE: 'warn',
  SERVICE_TIMEOUT: 'warn',
  SERVICE_FAILED: 'warn',
  SERVICE_REPLY_UNREADABLE: 'warn',
  SERVICE_REDIRECTED: 'warn',
  RPCS_DISAGREE: 'warn',
  RPC_BUSY: 'warn',
  RPC_UNREACHABLE: 'warn',
  CLOCK_WRONG: 'warn',
};

/** The log level for the outcome of a call. @param outcome `ok`, a code, or another word of ours */
export const logLevelOf = (outcome: string): 'error' | 'warn' | 'info' => SERIOUS[outcome as ErrorCode] ?? 'info';

/** Fields for a log line: the operator's remedy, if it differs from everybody's. */
export function operatorFields({ remedy, operatorRemedy }: CountersignError): { readonly remedy?: string } {
  return operatorRemedy === remedy ? {} : { remedy: operatorRemedy };
}

/** Any thrown value as a CountersignError; a foreign one becomes INTERNAL, with its words only in `cause`. */
export function toCountersignError(thrown: unknown): CountersignError {
  return thrown instanceof CountersignError ? thrown : new CountersignError('INTERNAL', { cause: thrown });
}

/**
 * Why a service's answer gives no balance of an address, as data; its words are in `words/messages/desk.<language>.json`.
 * `REFUSED_TOGETHER`: with others, of which too many were at fault to tell which.
 */
export type UnreadBalance =
  | Coded<Record<'NOT_NAMED' | 'NOT_A_NUMBER' | 'NEGATIVE' | 'BEYOND_ANY_TOKEN' | 'TWO_BALANCES' | 'NO_ESCROW', None>>
  | Coded<{
      REFUSED: { readonly status: number };
      REFUSED_TOGETHER: None;
      FAILED: { readonly error: CountersignError };
    }>;
