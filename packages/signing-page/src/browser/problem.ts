/** An error in core's one shape, as a person reads it. */
import type { CountersignError, ErrorCode } from '@countersign/core/errors';
import { quoted } from '@countersign/core/text';
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
const TELL_THE_OPERATOR = 'Tell the person who runs Countersign for you.';

/** Where core's remedy speaks of what a page has not got. */
const REMEDIES: Partial<Record<CountersignError['code'], string>> = {
  TRANSACTION_EXPIRED: 'Prepare it again below, read it, and sign once more.',
  HANDLE_NOT_FOUND:
    'It was discarded or is too old, or the address is not whole. Ask for a new one where it came from.',
  XDR_TRUNCATED:
    'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet: chats shorten long texts.',
  XDR_DAMAGED: 'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet.',
  XDR_IS_AN_ID: PASTE_WHAT_IT_SHOWS,
  XDR_IS_A_LINK: PASTE_WHAT_IT_SHOWS,
  OUTCOME_UNKNOWN: 'Wait for its outcome, or ask again above.',
  ...Object.fromEntries(OPERATOR_ERRORS.map((code) => [code, TELL_THE_OPERATOR])),
};

export const remedyOf = (error: CountersignError): string => REMEDIES[error.code] ?? error.remedy;

export function problemBox(error: CountersignError): HTMLElement {
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    h('p', { class: 'message' }, error.message),
    error.fields !== undefined && bullets(error.fields.map(({ path, problem }) => `${path} ${problem}`)),
    error.differences !== undefined &&
      bullets(error.differences.map(({ field, asked, found }) => `${field}: asked for ${asked}, found ${found}`)),
    error.detail !== undefined && h('p', {}, `It said: ${quoted(error.detail)}`),
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
