/** What is wrong with the arguments of a command, in our words. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { quoted } from '@countersign/core/text';
import { UsageError } from './run-command.ts';

/** @throws UsageError that names the first option that there is not; Node's own text advises what helps nobody here */
export function requireKnownOptions(args: readonly string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  if (unknown?.kind !== 'option') return;
  throw new UsageError(`There is no option ${quoted(unknown.rawName, 40)}. --help lists what there is.`);
}

/** For a command that is missing, is none, or was given something else than it takes. */
export function wrongCommand(command: string | undefined, known: readonly string[], usage: string): UsageError {
  const none = command === undefined ? 'A command is missing.' : `There is no command ${quoted(command, 40)}.`;
  const isKnown = command !== undefined && known.includes(command);
  return new UsageError(`${isKnown ? `This is not how ${command} is called.` : none}\n\n${usage}`);
}
