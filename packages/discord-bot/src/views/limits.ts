/** What a person limited for themselves in this server. */
import type { PersonalDesk } from '@countersign/core';
import type { Message } from '../answers.ts';
import { line } from './markdown.ts';
import { notice } from './notice.ts';

type OwnLimits = Awaited<ReturnType<PersonalDesk['limits']>>;

export function limitsShown({ maxAmount, maxPerDay }: OwnLimits): Message {
  return notice(
    'Your own limits here',
    [
      `**One escrow** ${said(maxAmount)}`,
      `**One day (UTC), of one token** ${said(maxPerDay)}`,
      'In units of the token, whichever it is. Beyond them nothing is prepared for you in this server. Only you can change them, with /escrow limits. The person who runs this bot may have set others.',
    ].join('\n'),
  );
}

function said(limit: string | undefined): string {
  return limit === undefined ? 'no limit' : `at most ${line(limit)}`;
}
