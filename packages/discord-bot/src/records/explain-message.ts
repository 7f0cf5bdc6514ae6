/** "Explain this XDR" in the menu of a message: explains transactions in its text and files. */
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { explainXdr } from '../commands/explain.ts';
import { readXdrFile } from '../interactions/inputs.ts';
import type { Command } from '../interactions/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';

/** A message can have ten files; nobody signs that many at once. */
const MOST_SOURCES = 4;

/** Explains each transaction separately. Parts without one are skipped, unless none has one. */
export async function explainMessage(task: Task, { texts, files }: Command): Promise<Reply[]> {
  const { explain: own } = task.words;
  const content = texts.get('message');
  const sources = [
    ...(content === undefined ? [] : [async () => content]),
    ...[...files.values()].map((file) => () => readXdrFile(task, file)),
  ];
  if (sources.length === 0) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path: 'message', problem: own.NOTHING_IN_MESSAGE }],
      language: task.words.language,
    });
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
  // An error about a file says more than that the text beside it is not a transaction.
  if (replies.length === 0) throw problems.at(-1);
  const left = sources.length - MOST_SOURCES;
  if (left > 0) replies.push({ message: notice(own.NOT_READ, own.moreFiles(left)) });
  return replies;
}
