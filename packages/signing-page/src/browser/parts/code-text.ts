/** Long codes (addresses, hashes) whole and readable: groups of four by style alone, so that copying gives the code. */
import { h } from './dom.ts';

export function codeText(code: string): HTMLElement {
  const groups = code.match(/.{1,4}/gu) ?? [];
  return h(
    'code',
    { class: 'code' },
    groups.map((group) => h('span', {}, group)),
  );
}
