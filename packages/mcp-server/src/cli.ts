#!/usr/bin/env node
/**
 * The entry. It checks the Node version before it imports anything: an older Node fails while loading (node:sqlite,
 * newer syntax), with an error that helps no one.
 */
const need = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < need[0] || (major === need[0] && minor < need[1])) {
  process.stderr.write(
    `Countersign needs Node ${need.join('.')} or newer, and this is Node ${process.versions.node}. ` +
      'Install a newer Node, or put its folder first in PATH in the env of this server.\n',
  );
  process.exitCode = 1;
} else if (process.argv.length > 2) {
  import('./command-line/main.ts').then(({ main }) => main(process.argv.slice(2)));
} else {
  import('./compile-cache.ts')
    .then(({ keepCompiledCode }) => keepCompiledCode(process.env))
    .then(async (cacheProblem) => (await import('./main.ts')).main(cacheProblem));
}
