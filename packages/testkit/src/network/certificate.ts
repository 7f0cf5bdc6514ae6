/** An https server with a certificate that no authority signed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../processes/temporary-folder.ts';

/** @param days that it is valid from now; -1 for one that has expired. @returns its address on loopback */
export async function startWithCertificate(days: number): Promise<string> {
  const folder = temporaryFolder();
  const [key, request, certificate] = ['key', 'request', 'certificate'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, '-subj', '/CN=localhost');
  openssl('x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-out', certificate);
  const files = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(files, (_, response) => response.end());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
