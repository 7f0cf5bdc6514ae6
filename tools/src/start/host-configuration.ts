/** What a person puts into their assistant's host, ready to be copied. */
import { fileURLToPath } from 'node:url';
import { HOSTS, type Host } from '@countersign/mcp-server/command-line/hosts';

/** Most hosts read the same form. */
const MOST_COMMON = HOSTS['claude-desktop'] as Host;

/**
 * From source and by the checkout's own Node: always what this checkout is now, while a bundle may be older than it.
 * @param environment what the server needs to stand on the same service and data folder
 */
export function hostConfiguration(environment: Readonly<Record<string, string>>): string {
  const entry = fileURLToPath(import.meta.resolve('@countersign/mcp-server/cli'));
  return MOST_COMMON.configuration({ command: process.execPath, args: [entry], env: environment });
}
