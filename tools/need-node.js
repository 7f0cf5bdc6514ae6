// Runs before every script's first TypeScript file, which an older Node cannot even load.
// Plain JavaScript without modern syntax, so that it can say its one line anywhere.
var need = [22, 18];
var have = process.versions.node.split('.').map(Number);
if (have[0] < need[0] || (have[0] === need[0] && have[1] < need[1])) {
  process.stderr.write(
    `Countersign needs Node ${need.join('.')} or newer, and this is Node ${process.versions.node}. ` +
      'Run it as `npx -y pnpm@12.21.0 <script>`, which brings its own, or install a newer Node.\n',
  );
  process.exit(1);
}
