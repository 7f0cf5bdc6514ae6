/** The environment: whether its settings are valid, and which variables nothing reads. */
import { toCountersignError } from '@countersign/core/errors';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { spokenFields } from '@countersign/core/words/problems';
import { type Finding, note, ok, wrong } from './finding.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type Parsed<Value> = { readonly value?: Value; readonly findings: readonly Finding[] };

/** Variables that look like ours. */
const OURS = /^(?:COUNTERSIGN|ESCROW|STELLAR|DISCORD)_/;

export function checkSettings(env: Env): Parsed<Settings> {
  return parsed(
    () => parseSettings(env),
    (settings) => ok('settings', summary(settings)),
  );
}

/** The parsed value with a finding that says so, or a finding for each problem. */
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
  const where = serviceUrl === undefined ? 'on the embedded service' : 'with a service of its own';
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
      const meant = [...names].find((known) => known.startsWith(name) || distance(known, name) <= 2);
      return note(name, `is read by nobody${meant === undefined ? '' : `; ${meant} was probably meant`}.`);
    });
}

/** The names that the parsers ask for when nothing is set, so that there is no second list to go stale. */
function knownNames(parsers: readonly ((env: Env) => unknown)[]): ReadonlySet<string> {
  const names = new Set<string>();
  const nothing = new Proxy({} as Env, {
    get: (_, name) => void names.add(String(name)),
  });
  for (const parse of parsers) {
    try {
      parse(nothing);
    } catch {
      // The names that it asked for before it threw are known all the same.
    }
  }
  return names;
}

/** Levenshtein's distance, for short names. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, against] of [...other].entries()) {
      const replaced = (row[column] as number) + (letter === against ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] as number) + 1, (next[column] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
