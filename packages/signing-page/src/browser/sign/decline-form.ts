/** “This is not what I want”: ends the offer, and tells whoever asked for it. Made once, so what was typed stays. */
import type { CountersignError } from '@countersign/core/errors';
import { fill, h } from '../parts/dom.ts';
import { problemBox } from '../parts/problem.ts';

/** As the desk cuts it. */
const MAX_REASON = 300;

/** @param onDecline with the reason, which may be empty */
export function createDeclineForm(onDecline: (reason: string) => void) {
  const reason = h('textarea', {
    id: 'reason',
    rows: '3',
    maxlength: String(MAX_REASON),
    'aria-describedby': 'reason-hint',
  });
  const button = h(
    'button',
    { type: 'button', class: 'secondary', onclick: () => onDecline(reason.value.trim()) },
    'End this offer',
  );
  const trouble = h('div', {});
  const element = h(
    'section',
    { class: 'card decline', hidden: true },
    h(
      'details',
      {},
      h('summary', {}, 'Don’t sign: this is not what I want'),
      h('p', {}, 'Nothing will be signed or sent, and its link can no longer be used to sign.'),
      h('p', {}, h('label', { for: 'reason' }, 'What is wrong? (optional)')),
      reason,
      h(
        'p',
        { id: 'reason-hint', class: 'hint' },
        'Whoever asked for it reads this, an assistant too. Never write a secret key.',
      ),
      h('p', { class: 'buttons' }, button),
      trouble,
    ),
  );
  return {
    element,
    show: (isShown: boolean) => {
      element.hidden = !isShown;
    },
    problem: (error: CountersignError | undefined) => fill(trouble, error !== undefined && problemBox(error)),
  };
}
