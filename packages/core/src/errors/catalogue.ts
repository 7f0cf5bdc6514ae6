/** What each error says and may do. Its sentences for people are in `messages/errors.<language>.json`, this is English. */
import english from './messages/errors.en.json' with { type: 'json' };
import operatorRemedies from './operator-remedies.json' with { type: 'json' };

export type English = typeof english;
export type ErrorCode = keyof English['errors'];

/** Why a text or file is `XDR_UNREADABLE`, where there is more to report than that. */
export type XdrReason = keyof English['xdrReasons'];

export type CatalogueEntry = {
  /** What happened; the default message. */
  readonly message: string;
  /** What a person in a chat, on the page or in Discord can do now. Never the name of an environment variable. */
  readonly remedy: string;
  /** What the person who runs Countersign can do, where that differs; in English only. */
  readonly operatorRemedy?: string | undefined;
  /** The same call may succeed later without any change to it. */
  readonly retryable: boolean;
};

const RETRYABLE: readonly string[] = [
  'CANCELLED',
  'RATE_LIMITED',
  'SERVICE_UNREACHABLE',
  'RPCS_DISAGREE',
  'RPC_BUSY',
  'RPC_UNREACHABLE',
  'SERVICE_TIMEOUT',
  'SERVICE_FAILED',
  'NOT_SIGNED_YET',
  'PROOF_NOT_SIGNED',
  'PROOF_NEEDED',
  'OUTCOME_UNKNOWN',
  'SEQUENCE_TAKEN',
  'NOT_OVER',
  'DISCORD_UNREACHABLE',
  'STORE_FULL',
  'STORE_UNREACHABLE',
  'INTERNAL',
] satisfies ErrorCode[];

const remedies: Readonly<Record<string, string | undefined>> = operatorRemedies;

export const ERROR_CATALOGUE = Object.fromEntries(
  Object.entries(english.errors).map(([code, texts]) => [
    code,
    { ...texts, operatorRemedy: remedies[code], retryable: RETRYABLE.includes(code) },
  ]),
) as Readonly<Record<ErrorCode, CatalogueEntry>> & {
  readonly [Code in keyof typeof operatorRemedies]: { readonly operatorRemedy: string };
};

export const XDR_REASONS = english.xdrReasons;
