/** Where the repository stands, if this runs inside it: a bundle may have been copied elsewhere. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** @param entry the file that was started: `packages/mcp-server/src/cli.ts` or `…/dist/cli.js` */
export function findCheckout(entry: string | undefined): string | undefined {
  if (entry === undefined) return undefined;
  const root = resolve(entry, '../../../..');
  return existsSync(join(root, 'pnpm-workspace.yaml')) ? root : undefined;
}
