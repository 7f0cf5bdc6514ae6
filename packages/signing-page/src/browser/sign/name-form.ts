/** Giving an address a name for next time. Made once, so what was typed stays. */
import type { Summary } from '@countersign/core/actions';
import type { CountersignError } from '@countersign/core/errors';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { labelledRoles, type NamedAddress } from '@countersign/core/words';
import { fill, h } from '../parts/dom.ts';
import { problemBox } from '../parts/problem.ts';

/** An address, and as whose it is shown. */
type Choice = readonly [address: string, label: string];

/** The parties that have no name yet, each once. */
export function unnamed({ network, roles }: Summary, names: readonly NamedAddress[]): Choice[] {
  const known = [...names, ...(network === 'sandbox' ? SANDBOX_ACCOUNTS : [])].map(({ address }) => address);
  const parties = labelledRoles(roles).map(({ label, address }) => [address, `${label}: ${address}`] as const);
  return [...new Map(parties)].filter(([address]) => !known.includes(address));
}

/** @param onName with the name as it was typed */
export function createNameForm(onName: (name: string, address: string) => void) {
  const whose = h('select', { id: 'whose' });
  const name = h('input', { id: 'name', maxlength: '40', autocomplete: 'off' });
  const trouble = h('div');
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        onName(name.value.trim(), whose.value);
      },
    },
    h('p', {}, h('label', { for: 'whose' }, 'Whose address?')),
    whose,
    h('p', {}, h('label', { for: 'name' }, 'Name')),
    name,
    h('p', { class: 'buttons' }, h('button', { class: 'secondary' }, 'Save the name')),
    trouble,
  );
  const element = h(
    'section',
    { class: 'card decline names', hidden: true },
    h(
      'details',
      {},
      h('summary', {}, 'Give an address a name'),
      h(
        'p',
        {},
        'You and an assistant can then use the name. Do it only if its owner told you that the address is theirs.',
      ),
      form,
    ),
  );
  let drawn = '';
  return {
    element,
    /** @param next empty: there is nothing to name, and the form goes */
    show: (next: readonly Choice[]) => {
      element.hidden = next.length === 0;
      if (drawn === String(next)) return;
      drawn = String(next);
      name.value = '';
      fill(
        whose,
        next.map(([value, label]) => h('option', { value }, label)),
      );
    },
    problem: (error: CountersignError | undefined) => fill(trouble, error !== undefined && problemBox(error)),
  };
}
