/**
 * The entry of `pnpm bot` and `pnpm bot:register`. It imports nothing before it knows its Node: an older one fails
 * while it loads what is imported (node:sqlite, newer syntax), in words that help no one.
 */
const need = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < need[0] || (major === need[0] && minor < need[1])) {
  process.stderr.write(
    `Countersign needs Node ${need.join('.')} or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  import('./main.ts').then(({ main }) => main(process.argv.slice(2)));
}
