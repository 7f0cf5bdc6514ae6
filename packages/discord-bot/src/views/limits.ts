/** What a person limited for themselves in this server. */
import type { PersonalDesk } from '@countersign/core';
import type { Message } from '../interactions/answers.ts';
import type { Words } from '../words/index.ts';
import { line } from './markdown.ts';
import { notice } from './notice.ts';

type OwnLimits = Awaited<ReturnType<PersonalDesk['limits']>>;

export function limitsShown({ maxAmount, maxPerDay }: OwnLimits, { answers, card }: Words): Message {
  const said = (limit: string | undefined) => (limit === undefined ? answers.NO_LIMIT : card.atMost(line(limit)));
  return notice(
    answers.LIMITS_HEADING,
    [
      `**${answers.ONE_ESCROW}** ${said(maxAmount)}`,
      `**${answers.ONE_DAY}** ${said(maxPerDay)}`,
      answers.LIMITS_NOTE,
    ].join('\n'),
  );
}
