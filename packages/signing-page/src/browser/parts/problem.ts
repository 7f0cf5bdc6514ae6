/** An error in core's one shape, as a person reads it. */
import {
  type CountersignError,
  ERROR_CATALOGUE,
  type ErrorCode,
  type ErrorName,
  errorName,
} from '@countersign/core/errors';
import { quoted } from '@countersign/core/text';
import { errorWords, fieldText } from '../words/said.ts';
import { h } from './dom.ts';

const PASTE_WHAT_IT_SHOWS =
  'Sign it in your wallet, then paste what the wallet shows: a long text that begins with AAAA.';

/** What only the person who runs Countersign can change; a signature stays as good as it was. */
export const OPERATOR_ERRORS: readonly ErrorCode[] = [
  'READ_ONLY',
  'SANDBOX_MISMATCH',
  'SERVICE_REDIRECTED',
  'SERVICE_REPLY_UNREADABLE',
  'SERVICE_UNAUTHORIZED',
  'STORE_UNUSABLE',
];

/** Where core’s remedy names what a page does not have. */
const REMEDIES: Partial<Record<ErrorName, string>> = {
  TRANSACTION_EXPIRED: 'Sign once more: it is prepared again from the same request.',
  HANDLE_NOT_FOUND:
    'It has ended or was discarded, the link is incomplete, or it is from Countersign on another computer or with another data folder: there it works while Countersign is running. Ask for a new link where you got this one.',
  'XDR_UNREADABLE (truncated)':
    'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet: chats shorten long texts.',
  'XDR_UNREADABLE (damaged)':
    'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet.',
  'XDR_UNREADABLE (id)': PASTE_WHAT_IT_SHOWS,
  'XDR_UNREADABLE (link)': PASTE_WHAT_IT_SHOWS,
  OUTCOME_UNKNOWN: 'Wait for its outcome, or ask again above.',
};

/** Where an error says more than the catalogue does, that counts. */
export function remedyOf(error: CountersignError): string {
  const isUsual = error.reason !== undefined || error.remedy === ERROR_CATALOGUE[error.code].remedy;
  return (isUsual ? REMEDIES[errorName(error)] : undefined) ?? errorWords(error).remedy;
}

/** Whose words the detail holds, where they are not the service's. */
const SAID_BY: Partial<Record<ErrorCode, string>> = {
  DECLINED: 'The reason that was given:',
  TRANSACTION_PARTLY_VERIFIED: 'Why:',
};

export function problemBox(error: CountersignError): HTMLElement {
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    h('p', { class: 'message' }, errorWords(error).message),
    error.fields !== undefined && bullets(error.fields.map(({ path, problem }) => `${fieldText(path)} ${problem}`)),
    error.differences !== undefined &&
      bullets(
        error.differences.map(({ field, asked, found }) => `${fieldText(field)}: asked for ${asked}, found ${found}`),
      ),
    error.detail !== undefined && h('p', {}, `${SAID_BY[error.code] ?? 'The service said:'} ${quoted(error.detail)}`),
    h('p', {}, remedyOf(error)),
  );
}

function bullets(lines: readonly string[]): HTMLElement {
  return h(
    'ul',
    {},
    lines.map((line) => h('li', {}, line)),
  );
}
