import type { PersonalDesk } from '@countersign/core';
import { format } from '@countersign/core/text/message';
import type { Message } from '../discord/answers.ts';
import type { Command } from '../discord/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { line } from '../views/markdown.ts';
import { notice } from '../views/parts.ts';
import type { Words } from '../words/index.ts';

/** `/escrow limits max-amount: max-per-day:` Options that are not given stay unchanged. */
export async function limits({ desk, words }: Task, { texts }: Command): Promise<Reply[]> {
  const now = await desk.limits();
  if (texts.size === 0) return [{ message: limitsShown(now, words) }];
  const maxAmount = chosen(texts.get('max-amount'), now.maxAmount);
  const maxPerDay = chosen(texts.get('max-per-day'), now.maxPerDay);
  const set = await desk.setLimits({
    ...(maxAmount === undefined ? {} : { maxAmount }),
    ...(maxPerDay === undefined ? {} : { maxPerDay }),
  });
  return [{ message: limitsShown(set, words) }];
}

function chosen(limit: string | undefined, now: string | undefined): string | undefined {
  if (limit === undefined) return now;
  const text = limit.trim();
  return text === '' || text.toLowerCase() === 'none' ? undefined : text;
}

type OwnLimits = Awaited<ReturnType<PersonalDesk['limits']>>;

function limitsShown({ maxAmount, maxPerDay }: OwnLimits, { answers, card }: Words): Message {
  const limitText = (limit: string | undefined) =>
    limit === undefined ? answers.noLimit : format(card.atMost, { amount: line(limit) });
  return notice(
    answers.limitsHeading,
    [
      `**${answers.oneEscrow}** ${limitText(maxAmount)}`,
      `**${answers.oneDay}** ${limitText(maxPerDay)}`,
      answers.limitsNote,
    ].join('\n'),
  );
}
