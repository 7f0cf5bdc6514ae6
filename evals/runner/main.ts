/** `pnpm evals`: plays the conversations and prints what they cost; with `--model` a provider's model is the assistant. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '@countersign/mcp-server/command-line/run-command';
import { playModel } from '../model/play-model.ts';
import { chooseProvider } from '../model/provider.ts';
import { type Conversation, readConversations } from './conversation.ts';
import { play } from './play.ts';
import { type Answer, answersIn, LIFE, questionsTable } from './questions.ts';
import { figuresTable, type Row, withBlock } from './table.ts';

const USAGE = `usage: pnpm evals [--write] [--model] [name …]

  Plays the conversations of evals/conversations against the real server in the sandbox and prints what they cost.
  --write  puts the figures into evals/README.md
  --model  a provider's model is the assistant: needs EVALS_MODEL, and ANTHROPIC_API_KEY or OPENAI_API_KEY
  name     plays those alone whose name contains it`;

const README = join(import.meta.dirname, '../README.md');
const print = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const { names, model, write, help } = readArguments();
  if (help) return print(USAGE);
  const chosen = readConversations().filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new UsageError('No conversation has a name that contains this.');
  await (model ? askModel(chosen) : playAll(chosen, write));
});

type Asked = {
  readonly names: readonly string[];
  readonly model: boolean;
  readonly write: boolean;
  readonly help: boolean;
};

/** Figures are those of all conversations as they are written. */
function readArguments(): Asked {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { write: flag, model: flag, help: flag },
  });
  if (values.write && (values.model || names.length > 0)) throw new UsageError(USAGE);
  return { ...values, names };
}

async function playAll(conversations: readonly Conversation[], write: boolean): Promise<void> {
  const rows: Row[] = [];
  for (const conversation of conversations) {
    const { problems, tokens, transcript } = await play(conversation);
    rows.push({ ...conversation, tokens });
    report(conversation, problems);
    if (conversation.name === LIFE && problems.length === 0) reportAnswers(answersIn(conversation, transcript));
  }
  print(`\n${figuresTable(rows)}`);
  if (write && process.exitCode === undefined) {
    const page = withBlock(await readFile(README, 'utf8'), 'figures', figuresTable(rows));
    await writeFile(README, withBlock(page, 'questions', questionsTable()));
  }
}

/** Prints what each question is answered, and which half of a result has no answer. */
function reportAnswers(answers: readonly Answer[]): void {
  for (const { question, half, field, found, problems } of answers) {
    if (half === 'structuredContent') print(`       ${question} ${field}: ${JSON.stringify(found)}`);
    for (const problem of problems) {
      print(`       FAIL ${question} (${half}): ${problem}`);
      process.exitCode = 1;
    }
  }
}

async function askModel(conversations: readonly Conversation[]): Promise<void> {
  const provider = chooseProvider(process.env);
  if (typeof provider === 'string') return print(provider);
  let used = 0;
  for (const conversation of conversations) {
    const { problems, tokensUsed } = await playModel(conversation, provider);
    used += tokensUsed;
    report(conversation, problems);
  }
  print(`${provider.name} used ${used.toLocaleString('en')} tokens.`);
}

function report({ name }: Conversation, problems: readonly string[]): void {
  print(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const problem of problems) print(`       ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
