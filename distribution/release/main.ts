/** `pnpm release --dry-run`: makes everything that a release would publish, once the checkout is fit for one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { bundleServer, PROGRAMS } from '../../tools/src/build/bundle.ts';
import { LICENSES } from '../../tools/src/build/licenses.ts';
import { withResources } from '../../tools/src/command-line/resources.ts';
import { runWithOptions } from '../../tools/src/command-line/run-with-options.ts';
import { VERSION } from '../../tools/src/pack/manifests.ts';
import { packAll } from '../../tools/src/pack/pack-all.ts';
import { packLibraries } from '../../tools/src/pack/pack-libraries.ts';
import { problemsOf } from './problems.ts';
import { writeStatements } from './statements.ts';

const USAGE = `usage: pnpm release --dry-run [--to <folder>] [--without-image]

  Checks version, CHANGELOG and the update from every stored version, then makes every artefact of a release in
  dist/release, or the folder named: the npm packages, the MCP bundles, server.json, the image, the licences of other
  packages, SHA256SUMS, and provenance.json. The image needs root, buildah, debootstrap and binutils. Nothing is
  published: that is the owner's to do (docs/decisions/0030-how-it-is-installed.md).`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  'without-image': { type: 'boolean' },
  to: { type: 'string', default: 'dist/release' },
} as const;

const ROOT = resolve(import.meta.dirname, '../..');
/** Each opens what every version has stored. */
const UPDATES = ['sqlite/from-any-version.test', 'postgres/from-any-version.machine', 'tests/stored-versions.machine'];

const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });

await runWithOptions({ usage: USAGE, options: OPTIONS }, async (options) => {
  if (!options['dry-run']) throw new Error(USAGE);
  const startedOn = new Date().toISOString();
  const problems = await problemsOf(ROOT);
  if (problems.length > 0) throw new Error(`This checkout is not fit for a release:\n${problems.join('\n')}`);
  // With CI set, a missing PostgreSQL is an error.
  process.env['CI'] ??= 'true';
  run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...UPDATES);

  const folder = resolve(ROOT, options.to);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await packAll(folder);
  await packLibraries(folder);
  await withResources(async (resources) => {
    const bundle = await resources.folder();
    await bundleServer(bundle, PROGRAMS);
    await copyFile(join(bundle, LICENSES), join(folder, LICENSES));
  });
  if (!options['without-image']) {
    const missing = ['buildah', 'debootstrap', 'strip'].filter((name) => spawnSync(name, ['--version']).error);
    if (missing.length > 0) throw new Error(`Without ${missing.join(', ')} add --without-image, or install them.`);
    run('sh', 'distribution/docker/image.sh');
    run('buildah', 'push', 'countersign', `docker-archive:${join(folder, `countersign-image-${VERSION}.tar`)}`);
  }
  await writeStatements(folder, {
    version: VERSION,
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    command: `pnpm release ${process.argv.slice(2).join(' ')}`,
    materials: {
      'pnpm-lock.yaml': await readFile(join(ROOT, 'pnpm-lock.yaml')),
      node: await readFile(process.execPath),
    },
    startedOn,
  });
  process.stdout.write(`Made ${relative(process.cwd(), folder)}; published nothing.\n`);
});
