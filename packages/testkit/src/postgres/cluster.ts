/** PostgreSQL for tests and tools: a cluster of our own in a folder of its own, on a free port of loopback. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../processes/ports.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const DEBIAN = '/usr/lib/postgresql';

/** Where `initdb` and `postgres` are; nothing where PostgreSQL is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  const folders = [
    ...versions.map((version) => path.join(DEBIAN, String(version), 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(path.join(folder, name))),
  );
}

/**
 * @param programs of `postgresPrograms`
 * @param configure changes the files of its data folder before it starts; gives more settings, as on a command line
 */
export async function startCluster(programs: string, configure: (data: string) => string = () => '') {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-postgres-'));
  const data = path.join(folder, 'data');
  const as = giveToPostgres(folder);
  const port = await freePort();
  const run = (name: string, ...args: string[]) =>
    execFileSync(path.join(programs, name), args, { ...as, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8');
  const settings = [
    `-p ${port} -k ${folder} -h 127.0.0.1 -c max_connections=200`,
    // Nothing here must survive the machine: what crashes is the server alone.
    '-c fsync=off -c synchronous_commit=on -c autovacuum=off',
    configure(data),
  ].join(' ');
  const start = () => {
    run('pg_ctl', 'start', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings);
  };
  const end = (how: 'immediate' | 'fast') => {
    run('pg_ctl', 'stop', '-D', data, '-m', how, '-w');
  };
  start();
  removeAfter(process.pid, programs, folder, as);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** Processor time of all its processes until now, in milliseconds; of Linux alone. */
    usedMs: () => usedBy(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])),
    /** Ends it as a crash would: without a checkpoint, connections cut. */
    crash: () => end('immediate'),
    remove: () => {
      try {
        end('immediate');
      } catch {
        // It had ended already.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Linux counts in hundredths of a second. Source: proc(5), fields 4 and 14 to 17 of stat. */
const TICK_MS = 10;

/** Of a process, and of those that it started: who has ended counts in its own. */
function usedBy(pid: number): number {
  const stats = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat === undefined) return [];
    const fields = stat.replace(/^.*\) /, '').split(' ');
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
    return [
      { pid: Number(name), parent, own: (user ?? 0) + (system ?? 0), ended: (childUser ?? 0) + (childSystem ?? 0) },
    ];
  });
  return stats
    .filter((each) => each.pid === pid || each.parent === pid)
    .reduce((sum, each) => sum + (each.own + (each.pid === pid ? each.ended : 0)) * TICK_MS, 0);
}

/** Nothing of a process that has ended since the folder was listed. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}

/** A process that is killed removes nothing, and workers of tests are: so somebody watches it. */
const WATCH = `
  lives() { if [ -d /proc/self ]; then [ -d "/proc/$1" ]; else ps -p "$1" >/dev/null; fi; }
  while lives "$1"; do sleep 1; done
  "$2/pg_ctl" stop -D "$3/data" -m immediate -w
  rm -rf "$3"`;

function removeAfter(pid: number, programs: string, folder: string, as: { uid?: number; gid?: number }): void {
  const args = ['-c', WATCH, 'watch', String(pid), programs, folder];
  spawn('sh', args, { ...as, cwd: '/', detached: true, stdio: 'ignore' }).unref();
}

/** PostgreSQL does not run as root; Debian's package makes a user for it. @param folder or a file */
export function giveToPostgres(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'));
  if (row === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres.');
  const [, , uid, gid] = row.split(':').map(Number) as [number, number, number, number];
  chownSync(folder, uid, gid);
  return { uid, gid };
}
