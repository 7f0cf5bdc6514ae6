/** Our own lint rules, tried on files that break them: a rule that matches nothing would enforce nothing. */

import { spawn } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { folderOfFile } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const copy = folderOfFile();
for (const path of ['biome.json', '.gitignore', 'tools/lint']) {
  await cp(join(root, path), join(copy, path), { recursive: true });
}

/** What the repository's configuration reports for a file with this text at this path. */
async function lint(path: string, code: string): Promise<string> {
  const file = join(copy, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
  const biome = spawn(join(root, 'node_modules/.bin/biome'), ['lint', path], { cwd: copy, stdio: 'pipe' });
  const [stdout, stderr] = await Promise.all([text(biome.stdout), text(biome.stderr)]);
  await rm(file);
  return stdout + stderr;
}

describe('stdout belongs to the protocol in the MCP server', () => {
  const broken = /stdout belongs to the protocol/;

  test.each([
    `process.stdout.write('x');`,
    `process['stdout'].write('x');`,
    `globalThis.process.stdout.write('x');`,
    `const { stdout } = process;\nstdout.end();`,
    `const { pid, stdout: out } = process;\nout.end(pid);`,
    `import { stdout } from 'node:process';\nstdout.end();`,
    `import proc, { stdout } from 'node:process';\nstdout.end(proc.pid);`,
    `import { writeSync } from 'node:fs';\nwriteSync(1, 'x');`,
    `import fs from 'node:fs';\nfs.writeSync(1, 'x', 0);`,
  ])('refused: %s', async (code) => {
    expect(await lint('packages/mcp-server/src/probe.ts', code)).toMatch(broken);
  });

  test('console is refused', async () => {
    expect(await lint('packages/mcp-server/src/probe.ts', `console.log('x');`)).toMatch(/noConsole/);
  });

  test('stderr is not', async () => {
    const code = `import { writeSync } from 'node:fs';\nprocess.stderr.write('x');\nwriteSync(2, 'x');`;
    expect(await lint('packages/mcp-server/src/probe.ts', code)).not.toMatch(broken);
  });

  test('elsewhere stdout is free', async () => {
    const code = `process.stdout.write('x');`;
    expect(await lint('tools/src/probe.ts', code)).not.toMatch(broken);
    expect(await lint('packages/mcp-server/src/probe.test.ts', code)).not.toMatch(broken);
  });
});
