/** Turns anything thrown into what a person in Discord reads: only our catalogue's words, redacted. */

import {
  CountersignError,
  type ErrorCode,
  type ErrorName,
  type ErrorView,
  errorName,
  toCountersignError,
} from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { type SpokenField, spokenFields } from '@countersign/core/words/problems';
import type { Message } from '../discord/answers.ts';
import type { Words } from '../words/index.ts';
import { line, paragraph, quote, relativeTime } from './markdown.ts';
import { container, firstLines, fitting, RULE, text, textIfAny } from './parts.ts';

/** Whose words the detail holds, where they are not the service's. */
const DETAIL_OF: Partial<Record<ErrorCode, 'reason' | 'notVerified' | 'stellarAnswered'>> = {
  DECLINED: 'reason',
  TRANSACTION_PARTLY_VERIFIED: 'notVerified',
  RPC_BUSY: 'stellarAnswered',
  RPC_REFUSED: 'stellarAnswered',
  TRIAL_REFUSED: 'stellarAnswered',
  NETWORK_REFUSED: 'stellarAnswered',
};
/** The person can go on by themselves. */
const NO_FAILURES: readonly ErrorCode[] = ['INPUT_INVALID', 'RATE_LIMITED', 'STEP_NOT_POSSIBLE', 'ALREADY_SO'];
const LIST_LIMITS = [20, 10, 5, 2, 0];

type ErrorExtras = {
  readonly redact: (text: string) => string;
  readonly lineOf?: ((path: string) => number | undefined) | undefined;
};

/** @param beside.redact blacks out secrets. @param beside.lineOf the line of a field in an input file */
export function errorMessage(
  thrown: unknown,
  { redact, lineOf = () => undefined }: ErrorExtras,
  words: Words,
): Message {
  const { problems, core } = words;
  const error = toCountersignError(thrown);
  const view = error.toView();
  const spoken = core.errorWords(error);
  const say = (sentence: string, limit?: number) => line(redact(sentence), limit);
  const fields = spokenFields(error, words.language);
  const parts = (limit: number) => [
    text(`### ${say(spoken.message, 600)}`),
    ...list({ fields, differences: view.differences }, limit, say, lineOf, words),
    ...(view.detail === undefined
      ? []
      : [text(`${problems[DETAIL_OF[view.code] ?? 'fromService']}: ${quote(redact(view.detail))}`)]),
    RULE,
    text(`${paragraph(redact(remedyOf(view, spoken.remedy, problems)))}${retryAt(view, problems)}`.trim()),
    text(`-# ${line(errorName(view))}`),
  ];
  const colour = NO_FAILURES.includes(view.code) ? 'waiting' : 'bad';
  return { components: container(colour, fitting(LIST_LIMITS, parts)) };
}

function remedyOf(view: ErrorView, spoken: string, problems: Words['problems']): string {
  const remedies: Partial<Record<ErrorName, string>> = problems.remedies;
  if (view.code === 'RATE_LIMITED' && view.retryAfterMs !== undefined) return '';
  return view.remedy === usual(view).remedy ? (remedies[errorName(view)] ?? spoken) : spoken;
}

function usual({ code, reason }: ErrorView): ErrorView {
  return new CountersignError(code, reason === undefined ? {} : { reason }).toView();
}

/** Shown as “in 20 seconds”, counting down. A whole second, and not too early. */
function retryAt({ retryAfterMs }: ErrorView, { tryAgain }: Words['problems']): string {
  return retryAfterMs === undefined
    ? ''
    : ` ${format(tryAgain, { when: relativeTime(Date.now() + retryAfterMs + 999) })}`;
}

function list(
  {
    fields,
    differences = [],
  }: { readonly fields: readonly SpokenField[]; readonly differences: ErrorView['differences'] | undefined },
  limit: number,
  say: (text: string, limit?: number) => string,
  lineOf: (path: string) => number | undefined,
  { problems, card, core }: Words,
) {
  const lines = [
    ...fields.map(({ path, problem, written }) => {
      const at = written === undefined ? undefined : lineOf(written);
      return `**${say(path, 80)}**${at === undefined ? '' : ` (${format(problems.atLine, { line: at })})`} ${say(problem, 300)}`;
    }),
    ...differences.map((difference) => {
      const { field, asked, found } = core.differenceText(difference);
      return `**${say(core.fieldText(field), 80)}**: ${format(problems.differs, { requested: say(asked, 200), found: say(found, 200) })}`;
    }),
  ];
  return textIfAny(firstLines(lines, limit, card.more).map((each) => `- ${each}`));
}
