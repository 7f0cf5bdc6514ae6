/** Errors in a command's arguments, in our own words. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { quoted } from '@countersign/core/text';
import { UsageError } from './run-command.ts';

/** @throws UsageError that names the first unknown option; the advice in Node's own text does not apply here */
export function requireKnownOptions(args: readonly string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  if (unknown?.kind !== 'option') return;
  throw new UsageError(`There is no option ${quoted(unknown.rawName, 40)}. --help lists what there is.`);
}

/** For a command that is missing, unknown, or has the wrong arguments. */
export function wrongCommand(command: string | undefined, known: readonly string[], usage: string): UsageError {
  const none = command === undefined ? 'A command is missing.' : `There is no command ${quoted(command, 40)}.`;
  const isKnown = command !== undefined && known.includes(command);
  return new UsageError(`${isKnown ? `This is not how ${command} is called.` : none}\n\n${usage}`);
}
