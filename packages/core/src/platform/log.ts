/** Log lines for stderr, one JSON object each, through the redactor. */

import { escapeInvisible } from '../text/text.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: LogFields) => void;

export type LogOptions = {
  /** Shows itself and what weighs more; nothing is written at `silent`. */
  readonly level: LogLevel;
  readonly redact: (text: string) => string;
  /** Takes one line with its line break. */
  readonly write: (line: string) => void;
};

/** Of each text in a line, in characters; what it came from may have no end. */
const LONGEST_VALUE = 4_000;
/** Read beyond that, so that a secret at the cut is seen whole. */
const LONGEST_SECRET = 5_000;

export function createLog({ level, redact, write }: LogOptions): Log {
  return (entryLevel, message, fields) => {
    if (LOG_LEVELS.indexOf(entryLevel) > LOG_LEVELS.indexOf(level)) return;
    // Redacted before it is encoded and before it is cut: an escape sequence, or half of it, could hide a secret.
    const shown = (value: string) => {
      const redacted = redact(value.slice(0, LONGEST_VALUE + LONGEST_SECRET));
      return redacted.length > LONGEST_VALUE ? `${redacted.slice(0, LONGEST_VALUE)}…` : redacted;
    };
    const entry = { time: new Date().toISOString(), level: entryLevel, message, ...fields };
    const line = JSON.stringify(entry, (_, value) => (typeof value === 'string' ? shown(value) : value));
    write(`${escapeInvisible(line)}\n`);
  };
}

/** A thrown value with its stack and causes, for the log alone: no host or model ever sees this. */
export function describeThrown(thrown: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = thrown; at !== undefined && parts.length < 5; ) {
    parts.push(at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : typeof at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return parts.join('\ncaused by ');
}
