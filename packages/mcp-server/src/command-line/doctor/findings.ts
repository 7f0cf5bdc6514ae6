/** What a check finds: one line for a person, one object for a machine; and what is found about the environment. */
import { toCountersignError } from '@countersign/core/errors';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { spokenFields } from '@countersign/core/words/problems';
import { nearest } from '../run-command.ts';

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

type Env = Readonly<Record<string, string | undefined>>;

export type Parsed<Value> = { readonly value?: Value; readonly findings: readonly Finding[] };

/** Variables that look like ours. */
const OURS = /^(?:COUNTERSIGN|ESCROW|STELLAR|DISCORD)_/;

/** Whether the settings are valid. */
export function checkSettings(env: Env): Parsed<Settings> {
  return parsed(
    () => parseSettings(env),
    (settings) => ok('settings', summary(settings)),
  );
}

export function parsed<Value>(parse: () => Value, say: (value: Value) => Finding): Parsed<Value> {
  try {
    const value = parse();
    return { value, findings: [say(value)] };
  } catch (thrown) {
    const error = toCountersignError(thrown);
    const fields =
      error.fields === undefined ? [{ path: 'settings', problem: error.message }] : spokenFields(error, 'en');
    return { findings: fields.map(({ path, problem }) => wrong(path, `${problem}.`, error.operatorRemedy)) };
  }
}

function summary({ network, serviceUrl, readOnly, allowPartly, allowForeign }: Settings): string {
  const where =
    network.isDirect === true
      ? 'without a service'
      : serviceUrl === undefined
        ? 'on the embedded service'
        : 'with a service of its own';
  const modes = [
    ...(readOnly ? ['read-only'] : []),
    ...(allowPartly ? ['offers partly verified deploys'] : []),
    ...(allowForeign ? ['submits verified deploys that were prepared elsewhere'] : []),
  ];
  return `${network.name}, ${where}${modes.length === 0 ? '' : ` (${modes.join(', ')})`}`;
}

/**
 * A variable that nothing reads is probably a typo for a setting that was meant to be changed.
 * @param parsers of all settings that are read here
 */
export function unread(env: Env, parsers: readonly ((env: Env) => unknown)[]): Finding[] {
  const names = knownNames(parsers);
  return Object.keys(env)
    .filter((name) => OURS.test(name) && !names.has(name))
    .map((name) => {
      const meant = nearest(name, [...names]);
      return note(name, `is read by nobody${meant === undefined ? '' : `; ${meant} was probably meant`}.`);
    });
}

/** The names that the parsers ask for when nothing is set, so that there is no second list to go stale. */
function knownNames(parsers: readonly ((env: Env) => unknown)[]): ReadonlySet<string> {
  const names = new Set<string>();
  const nothing = new Proxy({} as Env, { get: (_, name) => void names.add(String(name)) });
  for (const parse of parsers) {
    try {
      parse(nothing);
    } catch {
      // The names that it asked for before it threw are known all the same.
    }
  }
  return names;
}
