/** Log lines for stderr, one JSON object each, through the redactor. */

import { LOG_LEVELS, type LogLevel } from './config.ts';
import { escapeInvisible } from './text.ts';

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: LogFields) => void;

export type LogOptions = {
  /** Shows itself and what weighs more; nothing is written at `silent`. */
  readonly level: LogLevel;
  readonly redact: (text: string) => string;
  /** Takes one line with its line break. */
  readonly write: (line: string) => void;
};

export function createLog({ level, redact, write }: LogOptions): Log {
  return (entryLevel, message, fields) => {
    if (LOG_LEVELS.indexOf(entryLevel) > LOG_LEVELS.indexOf(level)) return;
    const entry = { time: new Date().toISOString(), level: entryLevel, message, ...fields };
    // Values are redacted before they are encoded: an escape sequence could hide a credential from the redactor.
    const line = JSON.stringify(entry, (_, value) => (typeof value === 'string' ? redact(value) : value));
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
  return parts.join('\ncaused by ').slice(0, 4_000);
}
