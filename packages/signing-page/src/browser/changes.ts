/** What is new in a transaction that was prepared again. The request never is; its comparison saw to that. */
import { codeText } from './code-text.ts';
import { h } from './dom.ts';
import type { Match } from './read-view.ts';

export type Change = {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** Whether it is a code that is new with every transaction; anything else should be read before signing. */
  readonly expected: boolean;
};

export function changesBetween(before: Match, after: Match): readonly Change[] {
  const fields = [
    ['Escrow address', before.summary.contractId, after.summary.contractId, true],
    ['Transaction hash', before.read.hashHex, after.read.hashHex, true],
    ['Network fee', `${before.summary.feeXlm} XLM`, `${after.summary.feeXlm} XLM`, false],
    ['Factory contract', before.deploy.factory, after.deploy.factory, false],
    ['Contract code', before.deploy.wasmHash, after.deploy.wasmHash, false],
    ['Not verified', before.reasons.join(' ') || 'nothing', after.reasons.join(' ') || 'nothing', false],
  ] as const;
  return fields
    .map(([field, was, is, expected]) => ({ field, before: was, after: is, expected }))
    .filter((change) => change.before !== change.after);
}

/** @param review whether something is new that the person should read before signing */
export function changesList(changes: readonly Change[], review: boolean): HTMLElement {
  return h(
    'div',
    { class: review ? 'changes review' : 'changes' },
    h(
      'p',
      {},
      'The earlier transaction had no time left, so it was prepared again from the same request, and compared again. ',
      review ? 'Please read what is new, then sign.' : 'New in it:',
    ),
    h(
      'dl',
      {},
      changes.map(({ field, before, after, expected }) =>
        h('div', {}, h('dt', {}, field), h('dd', {}, expected ? codeText(after) : `${after} (before: ${before})`)),
      ),
    ),
  );
}
