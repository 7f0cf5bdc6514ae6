/** Log lines for stderr, one JSON object each, through the redactor. */
import { escapeInvisible } from '../text/text.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: LogFields) => void;

export type LogOptions = {
  /** Lines of this level and above are written; none at `silent`. */
  readonly level: LogLevel;
  readonly redact: (text: string) => string;
  /** Takes one line with its line break. */
  readonly write: (line: string) => void;
};

/** The longest text in a line, in characters; its source may be endless. */
const LONGEST_VALUE = 4_000;
/** How far the redactor reads beyond the cut, so that it sees a secret there whole. */
const LONGEST_SECRET = 5_000;

/**
 * A log of one JSON object a line.
 * @example
 * ```ts
 * import { createLog } from '@countersign/core/platform/log';
 * import { createSecretScanner } from '@countersign/core/secrets';
 *
 * const { redact } = createSecretScanner();
 * const log = createLog({ level: 'info', redact, write: (line) => void process.stderr.write(line) });
 * log('info', 'request to the escrow service', { kind: 'deploy', ms: 212 });
 * log('debug', 'not written at this level');
 * ```
 */
export function createLog({ level, redact, write }: LogOptions): Log {
  return (entryLevel, message, fields) => {
    if (LOG_LEVELS.indexOf(entryLevel) > LOG_LEVELS.indexOf(level)) return;
    // Redacted before encoding and cutting: an escape sequence, or half a secret, would not be recognised.
    const shown = (value: string) => {
      const redacted = redact(value.slice(0, LONGEST_VALUE + LONGEST_SECRET));
      return redacted.length > LONGEST_VALUE ? `${redacted.slice(0, LONGEST_VALUE)}…` : redacted;
    };
    const entry = { time: new Date().toISOString(), level: entryLevel, message, ...fields };
    const line = JSON.stringify(entry, (_, value) => (typeof value === 'string' ? shown(value) : value));
    write(`${escapeInvisible(line)}\n`);
  };
}

/** A thrown value with its stack and causes, only for the log: no host or model ever sees this. */
export function describeThrown(thrown: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = thrown; at !== undefined && parts.length < 5; ) {
    parts.push(at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : typeof at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return parts.join('\ncaused by ');
}
