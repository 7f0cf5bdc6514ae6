/** An error in core's one shape, as a person reads it. */
import type { CountersignError } from '@countersign/core/errors';
import { quoted } from '@countersign/core/text';
import { h } from './dom.ts';

const PASTE_WHAT_IT_SHOWS =
  'Sign it in your wallet, then paste what the wallet shows: a long text that begins with AAAA.';

/** Where core's remedy speaks of what a page has not got. */
const REMEDIES: Partial<Record<CountersignError['code'], string>> = {
  TRANSACTION_EXPIRED: 'Sign once more: it is prepared again from the same request.',
  HANDLE_NOT_FOUND:
    'It was discarded or is too old, or the address is not whole. Ask for a new one where it came from.',
  XDR_TRUNCATED:
    'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet: chats shorten long texts.',
  XDR_DAMAGED: 'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet.',
  XDR_IS_AN_ID: PASTE_WHAT_IT_SHOWS,
  XDR_IS_A_LINK: PASTE_WHAT_IT_SHOWS,
  OUTCOME_UNKNOWN: 'Wait for its outcome, or ask again above.',
};

export function problemBox(error: CountersignError): HTMLElement {
  return h(
    'div',
    { class: 'problem', role: 'alert' },
    h('p', { class: 'message' }, error.message),
    error.fields !== undefined && bullets(error.fields.map(({ path, problem }) => `${path} ${problem}`)),
    error.differences !== undefined &&
      bullets(error.differences.map(({ field, asked, found }) => `${field}: asked for ${asked}, found ${found}`)),
    error.detail !== undefined && h('p', {}, `It said: ${quoted(error.detail)}`),
    h('p', {}, REMEDIES[error.code] ?? error.remedy),
  );
}

function bullets(lines: readonly string[]): HTMLElement {
  return h(
    'ul',
    {},
    lines.map((line) => h('li', {}, line)),
  );
}
