/** The configuration for an assistant's host, ready to be copied. */
import { fileURLToPath } from 'node:url';
import { HOSTS, type Host } from '@countersign/mcp-server/command-line/hosts';

/** Most hosts read the same format. */
const MOST_COMMON = HOSTS['claude-desktop'] as Host;

/**
 * From source and with the checkout's own Node: always this checkout's current code, while a bundle may be older.
 * @param environment what the server needs to use the same service and data folder
 */
export function hostConfiguration(environment: Readonly<Record<string, string>>): string {
  const entry = fileURLToPath(import.meta.resolve('@countersign/mcp-server/cli'));
  return MOST_COMMON.configuration({ command: process.execPath, args: [entry], env: environment });
}
