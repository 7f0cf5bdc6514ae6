/** What a person puts into their assistant's host, ready to be copied. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromRoot = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** @param environment what the server needs to stand on the same service and data folder */
export function hostConfiguration(environment: Readonly<Record<string, string>>): string {
  const bundle = fromRoot('packages/mcp-server/dist/cli.js');
  const entry = existsSync(bundle) ? bundle : fromRoot('packages/mcp-server/src/cli.ts');
  const server = { command: process.execPath, args: [entry], env: environment };
  return JSON.stringify({ mcpServers: { countersign: server } }, null, 2);
}
