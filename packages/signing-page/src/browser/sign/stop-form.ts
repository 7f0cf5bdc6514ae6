/** Where a person confirms what stands against signing, by typing the amount. Made once, so what was typed stays. */
import type { CountersignError } from '@countersign/core/errors';
import type { PageView } from '../../page-view.ts';
import { fill, h } from '../parts/dom.ts';
import { problemBox } from '../parts/problem.ts';
import { stopsBox } from './judgement.ts';

type Shown = { readonly stops: PageView['judgement']['stops']; readonly total: string; readonly unit: string };

/** @param onConfirm with the amount as it was typed */
export function createStopForm(onConfirm: (amount: string) => void) {
  const stopsPlace = h('div', {});
  const label = h('label', { for: 'amount' });
  const amount = h('input', { id: 'amount', type: 'text', inputmode: 'decimal', autocomplete: 'off' });
  const button = h('button', { type: 'submit', class: 'secondary' }, 'I have read this, and want it all the same');
  const trouble = h('div', {});
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        if (button.getAttribute('aria-disabled') !== 'true') onConfirm(amount.value.trim());
      },
    },
    h('p', {}, label),
    amount,
    h('p', { class: 'buttons' }, button),
    trouble,
  );
  const element = h(
    'section',
    { class: 'card stop', 'aria-labelledby': 'stop-title', hidden: true },
    h('h2', { id: 'stop-title' }, 'Confirm it yourself'),
    stopsPlace,
    form,
  );
  let drawn = '';
  return {
    element,
    /** @param next absent: there is nothing to confirm, and the form goes */
    show: (next: Shown | undefined) => {
      element.hidden = next === undefined;
      const key = JSON.stringify(next);
      if (next === undefined || key === drawn) return;
      drawn = key;
      amount.value = '';
      fill(stopsPlace, stopsBox(next.stops, 'What stands against it:'));
      fill(
        label,
        'If you want it all the same, type the total exactly as it is shown: ',
        h('strong', {}, next.total),
        ` (${next.unit})`,
      );
    },
    busy: (isBusy: boolean) => button.setAttribute('aria-disabled', String(isBusy)),
    problem: (error: CountersignError | undefined) => fill(trouble, error !== undefined && problemBox(error)),
  };
}
