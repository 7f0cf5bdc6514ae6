/** The environment: whether it can be read as settings, and what in it is read by nobody. */

import { toCountersignError } from '@countersign/core/errors';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { type DiscordSettings, parseDiscordSettings } from '@countersign/discord-bot/settings';
import { type Finding, note, ok, skipped, wrong } from './finding.ts';

export type SettingsFound = {
  readonly settings?: Settings;
  readonly discord?: DiscordSettings;
  readonly findings: readonly Finding[];
};

type Env = Readonly<Record<string, string | undefined>>;

/** Variables that look like ours. */
const OURS = /^(?:COUNTERSIGN|ESCROW|STELLAR|DISCORD)_/;

export function checkSettings(env: Env): SettingsFound {
  const settings = attempt(() => parseSettings(env));
  const discord = attempt(() => parseDiscordSettings(env));
  const wantsDiscord = Object.keys(env).some((name) => name.startsWith('DISCORD_') && env[name]?.trim());
  return {
    ...('value' in settings ? { settings: settings.value } : {}),
    ...('value' in discord ? { discord: discord.value } : {}),
    findings: [
      ...('value' in settings ? [ok('settings', summary(settings.value))] : settings.findings),
      ...(wantsDiscord
        ? 'value' in discord
          ? [ok('Discord settings', 'can be read')]
          : discord.findings
        : [skipped('Discord settings', 'none are set, so there is no bot')]),
      ...unread(env, knownNames()),
    ],
  };
}

function attempt<T>(parse: () => T): { value: T } | { findings: Finding[] } {
  try {
    return { value: parse() };
  } catch (thrown) {
    const { fields, message, operatorRemedy: remedy } = toCountersignError(thrown);
    return {
      findings: (fields ?? [{ path: 'settings', problem: message }]).map(({ path, problem }) =>
        wrong(path, `${problem}.`, remedy),
      ),
    };
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

/** What the parsers ask for where nothing is set, so that no second list of names can go stale. */
function knownNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const nothing = new Proxy({} as Env, {
    get: (_, name) => void names.add(String(name)),
  });
  attempt(() => parseSettings(nothing));
  attempt(() => parseDiscordSettings(nothing));
  return names;
}

/** A variable that nobody reads is most likely a typo, and its default was meant to be changed. */
function unread(env: Env, names: ReadonlySet<string>): Finding[] {
  return Object.keys(env)
    .filter((name) => OURS.test(name) && !names.has(name))
    .map((name) => {
      const meant = [...names].find((known) => known.startsWith(name) || distance(known, name) <= 2);
      return note(name, `is read by nobody${meant === undefined ? '' : `; ${meant} was probably meant`}.`);
    });
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
