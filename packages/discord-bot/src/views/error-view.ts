/** The one way from anything thrown to what a person in Discord reads: our catalogue's words alone, redacted. */
import {
  CountersignError,
  type ErrorCode,
  type ErrorName,
  type ErrorView,
  errorName,
  toCountersignError,
} from '@countersign/core/errors';
import type { Message } from '../answers.ts';
import { line, paragraph, quote, relativeTime } from './markdown.ts';
import { container, fits, RULE, text } from './parts.ts';

/** Where the catalogue speaks to programs, Discord has a button or a command. What an error advises itself counts more. */
const REMEDIES: Partial<Record<ErrorName, string>> = {
  CONFIRMATION_NEEDED: 'Press “I have read this” on its card; /escrow pending shows the card again.',
  ALREADY_SETTLED:
    'Read it with /escrow balance. For another escrow change the engagementId, or use /escrow deploy with another: True.',
  ALREADY_ON_LEDGER:
    'For another escrow change the engagementId. If you want a second one with the same terms, use /escrow deploy with another: True.',
  TRANSACTION_EXPIRED:
    'Press Renew on its card, or use /escrow pending for a fresh one. If it is not listed there, use /escrow deploy with the same file again. Sign the fresh one in time.',
  HANDLE_NOT_FOUND: 'Check the id; /escrow pending lists what you prepared here.',
  OUTCOME_UNKNOWN:
    'Use /escrow submit with the same signed XDR, or Check again on the card of /escrow pending. Until then, do not sign another transaction for this escrow.',
  NOT_SIGNED_YET: 'Sign it on its signing page, or give the signed XDR itself to /escrow submit.',
  'XDR_UNREADABLE (truncated)':
    'Save what the wallet shows as a text file and attach that: /escrow submit with file. Or sign on its signing page.',
  'XDR_UNREADABLE (id)':
    'To see its outcome, give only the id to /escrow submit. To send it, give the XDR that your wallet signed.',
};
/** Whose words the detail holds, where they are not the service's. */
const DETAIL_OF: Partial<Record<ErrorCode, string>> = {
  DECLINED: 'The reason given',
  TRANSACTION_PARTLY_VERIFIED: 'Not verified',
};
/** The person can go on by themselves. */
const NO_FAILURES: readonly ErrorCode[] = ['INPUT_INVALID', 'RATE_LIMITED', 'STEP_NOT_POSSIBLE', 'ALREADY_SO'];
const LIST_LIMITS = [20, 10, 5, 2, 0];

/**
 * @param redact blacks out secrets
 * @param lineOf the line of an input file where a field stands
 */
export function errorMessage(
  thrown: unknown,
  redact: (text: string) => string,
  lineOf: (path: string) => number | undefined = () => undefined,
): Message {
  const view = toCountersignError(thrown).toView();
  const say = (given: string, limit?: number) => line(redact(given), limit);
  const parts = (limit: number) => [
    text(`### ${say(view.message, 600)}`),
    ...list(view, limit, say, lineOf),
    ...(view.detail === undefined
      ? []
      : [text(`${DETAIL_OF[view.code] ?? 'The service said'}: ${quote(redact(view.detail))}`)]),
    RULE,
    text(`${paragraph(redact(remedyOf(view)))}${retryAt(view)}`.trim()),
    text(`-# ${line(errorName(view))}`),
  ];
  const fitting = LIST_LIMITS.map(parts).find(fits) ?? parts(0);
  return { components: container(NO_FAILURES.includes(view.code) ? 'waiting' : 'bad', fitting) };
}

function remedyOf(view: ErrorView): string {
  if (view.code === 'RATE_LIMITED' && view.retryAfterMs !== undefined) return '';
  return view.remedy === usual(view).remedy ? (REMEDIES[errorName(view)] ?? view.remedy) : view.remedy;
}

/** What the catalogue says where nothing more is known. */
function usual({ code, reason }: ErrorView): ErrorView {
  return new CountersignError(code, reason === undefined ? {} : { reason }).toView();
}

/** Shown as “in 20 seconds”, counting down. A whole second, and not too early. */
function retryAt({ retryAfterMs }: ErrorView): string {
  return retryAfterMs === undefined ? '' : ` Try again ${relativeTime(Date.now() + retryAfterMs + 999)}.`;
}

function list(
  { fields = [], differences = [] }: ErrorView,
  limit: number,
  say: (text: string, limit?: number) => string,
  lineOf: (path: string) => number | undefined,
) {
  const lines = [
    ...fields.map(({ path, problem }) => {
      const at = lineOf(path);
      return `- **${say(path, 80)}**${at === undefined ? '' : ` (line ${at})`} ${say(problem, 300)}`;
    }),
    ...differences.map(
      ({ field, asked, found }) => `- **${say(field, 80)}**: asked for ${say(asked, 200)}, found ${say(found, 200)}`,
    ),
  ];
  if (lines.length === 0) return [];
  const left = lines.length - limit;
  return [text([...lines.slice(0, limit), ...(left > 0 ? [`- and ${left} more`] : [])].join('\n'))];
}
