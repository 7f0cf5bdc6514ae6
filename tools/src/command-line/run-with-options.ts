/** How the commands of a checkout read their arguments: --help shows the usage, and an unknown option is a wrong call. */
import type { ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { readOptions, runCommand, UsageError } from '@countersign/mcp-server/command-line/run-command';

type Parsed<MoreOptions extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: MoreOptions; allowPositionals: true }>
>;

/** @param argumentCount how many arguments it takes besides its options */
export async function runWithOptions<const MoreOptions extends ParseArgsOptionsConfig>(
  { usage, options, argumentCount = 0 }: { usage: string; options: MoreOptions; argumentCount?: number },
  run: (values: Parsed<MoreOptions>['values'], args: readonly string[]) => Promise<void>,
): Promise<void> {
  await runCommand(async () => {
    const args = process.argv.slice(2);
    if (args.some((arg) => arg === '--help' || arg === '-h')) {
      process.stdout.write(`${usage}\n`);
      return;
    }
    const { values, positionals } = readOptions(args, options);
    if (positionals.length !== argumentCount) throw new UsageError(usage);
    await run(values, positionals);
  });
}
