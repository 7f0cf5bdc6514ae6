/** `pnpm evals`: plays the conversations and prints what they cost; with `--model` a provider's model is the assistant. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseProvider } from '../model/choose-provider.ts';
import { playModel } from '../model/play-model.ts';
import { type Conversation, readConversations } from './conversation.ts';
import { play } from './play.ts';
import { figuresTable, type Row, withFigures } from './table.ts';

const USAGE = `usage: pnpm evals [--write] [--model] [name …]

  Plays the conversations of evals/conversations against the real server in the sandbox and prints what they cost.
  --write  puts the figures into evals/README.md
  --model  a provider's model is the assistant: needs EVALS_MODEL, and ANTHROPIC_API_KEY or OPENAI_API_KEY
  name     plays those alone whose name contains it`;

const README = join(import.meta.dirname, '../README.md');
const print = (line: string) => void process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, model: { type: 'boolean' }, help: { type: 'boolean' } },
});
const chosen = readConversations().filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);

if (values.help || (values.write && (values.model || positionals.length > 0))) {
  print(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else if (values.model) {
  await askModel(chosen);
} else {
  await playAll(chosen);
}

async function playAll(conversations: readonly Conversation[]): Promise<void> {
  const rows: Row[] = [];
  for (const conversation of conversations) {
    const { problems, tokens } = await play(conversation);
    rows.push({ ...conversation, tokens });
    report(conversation, problems);
  }
  print(`\n${figuresTable(rows)}`);
  if (values.write && process.exitCode === undefined) {
    await writeFile(README, withFigures(await readFile(README, 'utf8'), figuresTable(rows)));
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
