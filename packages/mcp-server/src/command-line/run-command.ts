/** How every command ends: its result on stdout, one readable error on stderr, and the right exit code. */

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type CountersignError, type ErrorCode, errorName, toCountersignError } from '@countersign/core/errors';
import { keepLoopbackDirect } from '@countersign/core/platform/loopback';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { credentialsIn } from '@countersign/core/settings';
import { cleanLine, cleanParagraph, quoted } from '@countersign/core/text';
import { editDistance } from '@countersign/core/text/edit-distance';
import { differenceText, fieldText } from '@countersign/core/words';
import { spokenFields } from '@countersign/core/words/problems';

/** Thrown for a wrong call. The text is ours, and quotes what was given. */
export class UsageError extends Error {}

/**
 * Refuses secrets among the arguments: they stay in the shell's history and appear in the process list.
 * Exit code 0 if `main` returns, 2 for a wrong call, 1 for everything else.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  // A reader that takes only the first lines (`| head`) closes the pipe. The work goes on, so that it cleans up and the
  // exit code stays right.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = 1;
  });
  keepLoopbackDirect(process.env);
  const scanner = createSecretScanner(credentialsIn(process.env));
  try {
    refuseSecrets(process.argv.slice(2), scanner);
    await main();
  } catch (thrown) {
    process.exitCode = isWrongCall(thrown) ? 2 : 1;
    process.stderr.write(`${scanner.redact(describe(thrown))}\n`);
  }
}

function describe(thrown: unknown): string {
  if (thrown instanceof UsageError) return thrown.message;
  if (isWrongCall(thrown)) return shown(thrown.message);
  const error = toCountersignError(thrown);
  const cause = thrown instanceof Error && thrown !== error ? ` (${cleanLine(thrown.message)})` : '';
  return [
    shown(`${errorName(error)}: ${error.message}${cause}`),
    ...spokenFields(error, 'en').map(
      ({ path, problem }) => `  ${shown(path === '' ? 'the input' : path)} ${shown(problem)}`,
    ),
    ...(error.differences ?? []).map((difference) => {
      const { field, asked, found } = differenceText(difference);
      return `  ${shown(fieldText(field))}: asked ${shown(asked)}, found ${shown(found)}`;
    }),
    ...(error.detail === undefined ? [] : [`  ${detailLabel(error)} ${quoted(error.detail, 300)}`]),
    `What to do: ${shown(error.operatorRemedy)}`,
  ].join('\n');
}

const detailLabel = ({ code }: CountersignError): string => DETAIL_LABELS[code] ?? 'The service said:';

const DETAIL_LABELS: Partial<Record<ErrorCode, string>> = {
  DECLINED: 'The reason given:',
  RPC_BUSY: 'Stellar answered:',
  RPC_REFUSED: 'Stellar answered:',
  TRIAL_REFUSED: 'Stellar answered:',
  NETWORK_REFUSED: 'Stellar answered:',
};

/** Anybody may have chosen the names of files and flags, and a library's words may come from anywhere. */
const shown = (text: string): string => cleanParagraph(text, 2_000).replaceAll('\n', '\n  ');

/** parseArgs of node:util throws its own error, which names the unknown flag. */
function isWrongCall(thrown: unknown): thrown is Error {
  return (
    thrown instanceof UsageError ||
    (thrown instanceof TypeError && String(Reflect.get(thrown, 'code')).startsWith('ERR_PARSE_ARGS'))
  );
}

/** @throws UsageError that names the first unknown option; the advice in Node's own text does not apply here */
export function readOptions<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  const parsing = { args: [...args], options, allowPositionals: true } as const;
  const { tokens } = parseArgs({ ...parsing, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name));
  if (unknown?.kind !== 'option') return parseArgs(parsing);
  throw new UsageError(`There is no option ${quoted(unknown.rawName, 40)}. --help lists what there is.`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A package manager forwards the terminal's signal, so it may arrive twice. */
export function untilStopped(): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
}

/** For a command that is missing, unknown, or has the wrong arguments. */
export function wrongCommand(command: string | undefined, known: readonly string[], usage: string): UsageError {
  const none = command === undefined ? 'A command is missing.' : noCommand(command, known);
  const isKnown = command !== undefined && known.includes(command);
  return new UsageError(`${isKnown ? `This is not how ${command} is called.` : none}\n\n${usage}`);
}

/** @param known commands, of which the nearest is suggested */
export function noCommand(command: string, known: readonly string[]): string {
  const meant = nearest(command, known);
  const suggestion = meant === undefined ? '' : ` Did you mean ${quoted(meant, 40)}?`;
  return `There is no command ${quoted(command, 40)}.${suggestion}`;
}

/** The known name that was probably meant. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const furthest = name.length < 4 ? 1 : 2;
  const [found] = known
    .map((other) => ({ other, far: distance(other, name, furthest) }))
    .filter(({ far }) => far <= furthest)
    .sort((one, other) => one.far - other.far);
  return found?.other;
}

/** Letters in another order count as one change. */
function distance(known: string, name: string, furthest: number): number {
  if (known.startsWith(name) && name.length > 2) return 0;
  const isAnagram = [...known].sort().join('') === [...name].sort().join('');
  return isAnagram ? 1 : editDistance(known, name, furthest);
}
