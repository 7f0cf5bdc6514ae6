/** The compose file, parsed, and what it gives each service. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const ROOT = path.resolve(import.meta.dirname, '..');
export const textIn = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

export type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly read_only?: boolean;
};
const main = parse(textIn('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
export const { secrets, volumes } = main;

type Tool = Service & { readonly extends: { readonly file: string; readonly service: string } };
const tools = parse(textIn('compose.tools.yaml'), { merge: true }) as { readonly services: Record<string, Tool> };
/** As Compose extends a service: lists of volumes are joined, everything else is replaced. */
const extended = ({ extends: { file, service }, ...tool }: Tool): Service => {
  const base = main.services[service];
  if (file !== 'compose.yaml' || base === undefined) throw new Error(`no ${service} in ${file}`);
  return { ...base, ...tool, volumes: [...(base.volumes ?? []), ...(tool.volumes ?? [])] };
};
export const services: Readonly<Record<string, Service>> = {
  ...main.services,
  ...Object.fromEntries(Object.entries(tools.services).map(([name, tool]) => [name, extended(tool)])),
};
export const OURS = Object.entries(services).filter(([, { build }]) => build !== undefined);

export const DOT_ENV: Readonly<Record<string, string>> = {
  COUNTERSIGN_HOST: 'sign.example.org',
  COUNTERSIGN_OAUTH_ISSUER: 'https://login.example.org',
  DISCORD_APPLICATION_ID: '112233445566778899',
};

/** Fills in `${NAME}`, `${NAME-otherwise}`, `${NAME:-otherwise}`, `${NAME:?why}` and `${NAME:+instead}` as Compose does. */
export function filledIn(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?:(:?[-?+])([^}]*))?\}/g, (_, name: string, kind = '', rest = '') => {
    const value = env[name] ?? '';
    if (kind === '-') return env[name] ?? rest;
    if (value === '' && kind === ':?') throw new Error(`${name}: ${rest}`);
    if (kind === ':+') return value === '' ? '' : rest;
    return value === '' && kind === ':-' ? rest : value;
  });
}

export const environmentOf = ({ environment = {} }: Service, env = DOT_ENV) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(String(value), env)]));
