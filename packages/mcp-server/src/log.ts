/** Log lines for stderr, one JSON object each, through the redactor. Stdout belongs to the protocol. */

/** In order of weight: a level shows itself and what stands before it. */
const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

export type LogOptions = {
  /** Nothing is written at `silent`. */
  readonly level: LogLevel | 'silent';
  readonly redact: (text: string) => string;
  /** Takes one line with its line break. */
  readonly write: (line: string) => void;
};

export function createLog({ level, redact, write }: LogOptions): Log {
  const shown = level === 'silent' ? [] : LEVELS.slice(0, LEVELS.indexOf(level) + 1);
  return (entryLevel, message, fields) => {
    if (!shown.includes(entryLevel)) return;
    const entry = { time: new Date().toISOString(), level: entryLevel, message, ...fields };
    // Values are redacted before they are encoded: an escape sequence could hide a credential from the redactor.
    write(`${JSON.stringify(entry, (_, value) => (typeof value === 'string' ? redact(value) : value))}\n`);
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
