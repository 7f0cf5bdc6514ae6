/** What is equal to the request may still be unwise: what a person must confirm, should look at twice, or may want to know. */
import { type Fact, type Stop, stopText, type Warning, warningText } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { type Child, h } from '../parts/dom.ts';

export function judgement({ warnings, facts }: PageView['judgement']): Child {
  return [
    warnings.length > 0 &&
      h(
        'div',
        { class: 'verdict partly look-twice' },
        h('p', {}, 'Look twice:'),
        bullets((warnings as readonly Warning[]).map(warningText)),
      ),
    facts.length > 0 &&
      h(
        'div',
        { class: 'hint' },
        (facts as readonly Fact[]).map((fact) => h('p', {}, warningText(fact))),
      ),
  ];
}

/** @param lead what the person is told about them */
export function stopsBox(stops: PageView['judgement']['stops'], lead: string): HTMLElement {
  return h(
    'div',
    { class: 'problem stops' },
    h('p', { class: 'message' }, lead),
    bullets((stops as readonly Stop[]).map(stopText)),
  );
}

function bullets(lines: readonly string[]): HTMLElement {
  return h(
    'ul',
    {},
    lines.map((line) => h('li', {}, line)),
  );
}
