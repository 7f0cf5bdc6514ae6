/** `pnpm proof --only hosts`: installs the hosts where they are missing, and lets them play apart from other networks. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostRecord } from '../../tools/src/proof/host-tables.ts';
import { PLAYED_HOSTS, type PlayedHost } from './hosts.ts';

const PLAYER = fileURLToPath(new URL('./play-hosts.ts', import.meta.url));
/** Several hundred megabytes for each host; may be deleted at any time. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'countersign-hosts');
const INSTALL_MS = 600_000;

/** What a person can do something about. */
export class HostProblem extends Error {}

/** @param only a host's name; absent: all. @returns what was found; `isWhole` unless something went wrong */
export async function runHosts(
  only?: string,
): Promise<{ readonly records: readonly HostRecord[]; readonly isWhole: boolean }> {
  const hosts = PLAYED_HOSTS.filter(({ name }) => only === undefined || name === only);
  if (hosts.length === 0) {
    throw new HostProblem(`There is no host ${only}; there are ${PLAYED_HOSTS.map(({ name }) => name).join(', ')}.`);
  }
  const programs = hosts.flatMap((host) => [host.name, install(host)]);
  const file = join(tmpdir(), `countersign-hosts-${process.pid}.json`);
  try {
    const code = await playApart([PLAYER, file], programs);
    const records = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HostRecord[]) : [];
    return { records, isWhole: code === 0 && records.length === hosts.length };
  } finally {
    rmSync(file, { force: true });
  }
}

/** @returns its program. @throws HostProblem that says what to do */
function install({ title, package: name, version, program }: PlayedHost): string {
  const folder = join(CACHE, `${name.replaceAll(/[@/]+/g, '-').replace(/^-/, '')}@${version}`);
  const found = join(folder, 'node_modules', program);
  if (existsSync(found)) return found;
  process.stdout.write(`Installing ${name}@${version} into ${folder}\n`);
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
  const { status, error } = spawnSync('npm', ['install', '--prefix', part, ...flags, `${name}@${version}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: INSTALL_MS,
  });
  if (status !== 0 || error !== undefined) {
    throw new HostProblem(
      `${title} could not be installed: npm found no ${name}@${version}, or could not reach its registry. ` +
        'Check the connection and `npm config get registry`, and run it again.',
    );
  }
  renameSync(part, folder);
  if (!existsSync(found)) throw new HostProblem(`${title}: ${name}@${version} has no ${program} for this machine.`);
  return found;
}

/** Linux can give a process loopback as its only network; elsewhere a proxy refuses all else. */
async function playApart([script, file]: readonly [string, string], programs: readonly string[]): Promise<number> {
  const unshare = ['--net', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'])];
  const isApart = spawnSync('unshare', [...unshare, 'ip', 'link', 'set', 'lo', 'up']).status === 0;
  const isolation: HostRecord['isolation'] = isApart ? 'namespace' : 'proxy';
  const node = [process.execPath, script, file, isolation, ...programs];
  const [command = '', ...args] = isApart
    ? ['unshare', ...unshare, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...node]
    : node;
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
