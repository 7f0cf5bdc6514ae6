/** What a person puts into their assistant's host, ready to be copied. */
import { fileURLToPath } from 'node:url';

/**
 * From source and by the checkout's own Node: always what this checkout is now, while a bundle may be older than it.
 * @param environment what the server needs to stand on the same service and data folder
 */
export function hostConfiguration(environment: Readonly<Record<string, string>>): string {
  const entry = fileURLToPath(import.meta.resolve('@countersign/mcp-server/cli'));
  const server = { command: process.execPath, args: [entry], env: environment };
  return JSON.stringify({ mcpServers: { countersign: server } }, null, 2);
}
