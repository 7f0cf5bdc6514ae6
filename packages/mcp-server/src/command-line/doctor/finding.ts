/** What a check found: one line for a person, one object for a machine. */

export type Finding = {
  /** What was checked: a variable's name, or a word or two. */
  readonly subject: string;
  /** `note`: nothing is wrong, but somebody should know. `skipped`: it could not be checked; the message says why. */
  readonly state: 'ok' | 'note' | 'wrong' | 'skipped';
  readonly message: string;
  /** What to do; present only for `wrong`. */
  readonly remedy?: string;
};

export const ok = (subject: string, message: string): Finding => ({ subject, state: 'ok', message });
export const note = (subject: string, message: string): Finding => ({ subject, state: 'note', message });
export const skipped = (subject: string, message: string): Finding => ({ subject, state: 'skipped', message });
export const wrong = (subject: string, message: string, remedy: string): Finding => ({
  subject,
  state: 'wrong',
  message,
  remedy,
});

const MARKS = { ok: '✓', note: '!', wrong: '✗', skipped: '-' } as const;

/** One line for each finding, the remedy in it. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  return findings
    .map(({ subject, state, message, remedy }) => {
      const line = `${MARKS[state]} ${subject.padEnd(width)}  ${message}`;
      return `${remedy === undefined ? line : `${line} ${remedy}`}\n`;
    })
    .join('');
}
