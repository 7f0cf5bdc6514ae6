import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { countedWarnings, type Explanation, type Warning } from '@countersign/core/explain';
import { indented } from '@countersign/core/text/layout';
import { format, pluralForm } from '@countersign/core/text/message';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Command } from '../discord/interaction.ts';
import { readXdr, readXdrFile } from '../inputs/attachment.ts';
import type { Reply, Task } from '../task.ts';
import { line } from '../views/markdown.ts';
import { container, file, fits, notice, RULE, text } from '../views/parts.ts';
import { invalid, type Words } from '../words/index.ts';

/** `/escrow explain`: what any transaction does, without asking the service. */
export async function explain(task: Task, command: Command): Promise<Reply[]> {
  const xdr = await readXdr(task, command);
  if (xdr === undefined) {
    throw invalid(task.words, { fields: [{ path: 'file', problem: task.words.explain.fileMissing }] });
  }
  return [await explainXdr(task, xdr)];
}

/** @throws CountersignError XDR_UNREADABLE */
export async function explainXdr({ bot, desk, call, words }: Task, xdr: string): Promise<Reply> {
  const { explainTransaction } = await import('@countersign/core/explain');
  const now = Math.floor(Date.now() / 1_000);
  const known = await desk.recognise(xdr, call);
  const policy = { feeStop: bot.feeStop, language: words.language, known };
  const explained = explainTransaction(xdr, bot.desk.network, now, policy);
  return { message: explanationMessage(explained, words) };
}

const EXPLANATION_FILE = 'explanation.txt';
/** Of one warning or line in a message: room for an honest one, and not enough for a stranger's text to fill a message. */
const LONGEST = 1_000;

/**
 * What a transaction says, in plain words. What could be lost comes first, each warning whole; what does not fit into
 * a message is counted there and is in a file.
 */
export function explanationMessage(explanation: Explanation, words: Words): Message {
  const { warnings, lines } = explanation;
  const whole = parts(explanation, warnings.length, lines.length, words);
  if (longest(explanation) <= LONGEST && fits(whole)) return { components: container('plain', whole) };
  const shown = mostThatFit(warnings.length, (count) => parts(explanation, count, 0, words));
  // Nothing of lower rank takes the room of a warning.
  const lineCount =
    shown < warnings.length
      ? 0
      : mostThatFit(lines.length, (count) => parts(explanation, warnings.length, count, words));
  return {
    components: container('plain', [...parts(explanation, shown, lineCount, words), file(EXPLANATION_FILE)]),
    files: [{ name: EXPLANATION_FILE, text: asText(explanation) }],
  };
}

function parts({ heading, lines, warnings }: Explanation, shown: number, lineCount: number, words: Words) {
  const { explain: own } = words;
  return [
    text(`### ${line(heading, 400)}`),
    ...(warnings.length === 0 ? [] : [text(warningsText(warnings, shown, words)), RULE]),
    ...(lineCount === 0 ? [] : [text(...lines.slice(0, lineCount).map(lineText))]),
    ...(lineCount === lines.length
      ? []
      : [text(`-# ${format(own.moreLines, { left: lines.length - lineCount, file: EXPLANATION_FILE })}`)]),
  ];
}

/** Says before the first warning that some are missing, for anyone who reads no further. */
function warningsText(warnings: readonly Warning[], shown: number, { explain, language }: Words): string {
  const left = warnings.slice(shown);
  return [
    ...(left.length === 0
      ? []
      : [
          format(explain.readFile, {
            file: EXPLANATION_FILE,
            left: left.length,
            counted: countedWarnings(left, language),
          }),
        ]),
    ...warnings.slice(0, shown).map((warning) => `- ${line(warning.text, LONGEST)}`),
  ].join('\n');
}

function lineText({ label, value }: Explanation['lines'][number]): string {
  return `**${line(label)}** ${line(value, LONGEST)}`;
}

function longest({ lines, warnings }: Explanation): number {
  return Math.max(...lines.map(({ value }) => value.length), ...warnings.map((warning) => warning.text.length));
}

function mostThatFit(all: number, build: (count: number) => APIComponentInContainer[]): number {
  let [least, most] = [0, all];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(build(middle))) least = middle;
    else most = middle - 1;
  }
  return least;
}

function asText({ heading, lines, warnings }: Explanation): string {
  return [
    heading,
    '',
    ...warnings.map((warning) => `! ${indented(warning.text)}`),
    ...(warnings.length === 0 ? [] : ['']),
    ...lines.map(({ label, value }) => `${label}: ${indented(value)}`),
    '',
  ].join('\n');
}

/** A message can have ten files; no one signs that many at once. */
const MOST_SOURCES = 4;

/** “Explain this XDR” in the menu of a message: each transaction in its text and files, separately. Parts without one are skipped, unless none has one. */
export async function explainMessage(task: Task, { texts, files }: Command): Promise<Reply[]> {
  const { explain: own } = task.words;
  const content = texts.get('message');
  const sources = [
    ...(content === undefined ? [] : [async () => content]),
    ...[...files.values()].map((file) => () => readXdrFile(task, file)),
  ];
  if (sources.length === 0) {
    throw invalid(task.words, { fields: [{ path: 'message', problem: own.nothingInMessage }] });
  }
  const replies: Reply[] = [];
  const problems: CountersignError[] = [];
  for (const read of sources.slice(0, MOST_SOURCES)) {
    try {
      replies.push(await explainXdr(task, await read()));
    } catch (thrown) {
      const problem = toCountersignError(thrown);
      if (problem.code !== 'XDR_UNREADABLE' && problem.code !== 'INPUT_INVALID') throw thrown;
      problems.push(problem);
    }
  }
  // An error about a file helps more than one about the text next to it.
  if (replies.length === 0) throw problems.at(-1);
  const left = sources.length - MOST_SOURCES;
  if (left > 0)
    replies.push({
      message: notice(own.notRead, format(own.moreFiles[pluralForm(task.words.language, left)], { left })),
    });
  return replies;
}
