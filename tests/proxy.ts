/** The proxies that are installed here, started with the files of distribution/proxy. */
import { accessSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { vi } from 'vitest';

const FOLDER = new URL('../distribution/proxy/', import.meta.url);
/** The servers that a file names, for each of its variables. */
const SERVERS = {
  COUNTERSIGN_PAGE: /127\.0\.0\.1:3418/,
  COUNTERSIGN_MCP: /mcp-\d:4030/,
  COUNTERSIGN_BOTS: /bot-\d:3420/,
};

type Use = 'page' | 'page-and-mcp' | 'discord';
type Proxy = { readonly port: number };

const COMMANDS = { caddy: '/usr/bin/caddy', nginx: '/usr/sbin/nginx' } as const;
type ProxyName = keyof typeof COMMANDS;

/** Those that are installed. In CI all must be. */
export const PROXIES = (Object.keys(COMMANDS) as ProxyName[]).filter((name) => {
  try {
    accessSync(COMMANDS[name]);
    return true;
  } catch {
    if (process.env['CI']) throw new Error(`${name} is missing: install Debian's package ${name}.`);
    process.stderr.write(`${name} is not installed: its files are not tested here.\n`);
    return false;
  }
});

/**
 * @param host the public name
 * @param ports of the servers behind it, on loopback
 * @param isSecure whether Caddy speaks TLS, with a certificate that no browser trusts
 */
export async function startProxy(
  name: ProxyName,
  use: Use,
  host: string,
  ports: readonly number[],
  isSecure = false,
): Promise<Proxy> {
  const [port, folder] = [await freePort(), temporaryFolder()];
  const start = name === 'caddy' ? startCaddy : startNginx;
  await start({ use, host, port, folder, isSecure, servers: ports.map((each) => `127.0.0.1:${each}`) });
  await vi.waitFor(() => bareRequest(port, '/', { headers: { host } }), { timeout: 20_000 });
  return { port };
}

type Place = {
  readonly use: Use;
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  readonly isSecure: boolean;
  readonly servers: readonly string[];
};

async function startCaddy({ use, host, port, folder, isSecure, servers }: Place): Promise<void> {
  const text = await readFile(new URL(`${use}.Caddyfile`, FOLDER), 'utf8');
  const file = path.join(folder, 'Caddyfile');
  // Its port for administration is the same for all.
  const global = [
    'admin off',
    ...(isSecure ? ['local_certs', 'skip_install_trust', 'auto_https disable_redirects'] : []),
  ];
  await writeFile(file, `{\n${global.join('\n')}\n}\n${text}`);
  const env = {
    ...Object.fromEntries(Object.keys(SERVERS).map((variable) => [variable, servers.join(' ')])),
    COUNTERSIGN_HOST: `${isSecure ? 'https' : 'http'}://${host}:${port}`,
    HOME: folder,
  };
  startProcess(['run', '--config', file, '--adapter', 'caddyfile'], { command: COMMANDS.caddy, env });
}

async function startNginx({ use, host, port, folder, servers }: Place): Promise<void> {
  const text = await readFile(new URL(`${use}.nginx.conf`, FOLDER), 'utf8');
  let at = 0;
  const site = Object.values(SERVERS)
    .reduce((changed, server) => changed.replaceAll(new RegExp(server, 'g'), () => servers[at++] ?? ''), text)
    .replace(/server_name .*;/, `server_name ${host};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ssl_certificate(?:_key)? .*;/g, '');
  await mkdir(path.join(folder, 'body'));
  const file = path.join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path body;`).join(' ');
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${paths}\n${site}}\n`,
  );
  startProcess(['-p', folder, '-c', file, '-e', 'stderr'], { command: COMMANDS.nginx });
}
