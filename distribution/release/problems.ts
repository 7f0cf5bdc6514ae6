/** What speaks against a release of a checkout. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @param root of the checkout. @returns sentences; none: it is fit for a release */
export async function problemsOf(root: string): Promise<readonly string[]> {
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`package.json: ${version} is not a version such as 1.2.3`);
  for (const file of globSync('{packages/*,tools,tests,evals}/package.json', { cwd: root }).toSorted()) {
    const other = JSON.parse(await read(file)) as { version: string };
    if (other.version !== version) problems.push(`${file}: version ${other.version} is not ${version}`);
  }
  const [, latest = '', entries = ''] =
    /^## (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(await read('CHANGELOG.md')) ?? [];
  if (latest !== 'Not released' && !latest.startsWith(version)) {
    problems.push(`CHANGELOG.md: its first section is “${latest}”, neither “Not released” nor ${version}`);
  }
  if (!entries.includes('- ')) problems.push(`CHANGELOG.md: “${latest}” says nothing`);
  // What is not committed would be in the artefacts, and not in what their statement names.
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim();
  if (changed !== '') problems.push(`not committed:\n${changed}`);
  return problems;
}
