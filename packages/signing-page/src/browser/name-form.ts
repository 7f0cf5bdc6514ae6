/** Giving an address a name for next time. Made once, so what was typed stays. */
import type { Summary } from '@countersign/core/actions';
import type { CountersignError } from '@countersign/core/errors';
import type { RoleName } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { type NamedAddress, ROLE_WORDS } from '@countersign/core/words';
import { codeText } from './code-text.ts';
import { fill, h } from './dom.ts';
import { problemBox } from './problem.ts';
import { ROLES_IN_ORDER } from './words.ts';

type Choice = { readonly address: string; readonly roles: readonly RoleName[] };

/** The parties that have no name yet, each once. */
export function unnamed({ network, roles }: Summary, names: readonly NamedAddress[]): Choice[] {
  const known = new Set([
    ...names.map(({ address }) => address),
    ...(network === 'sandbox' ? SANDBOX_ACCOUNTS.map(({ address }) => address) : []),
  ]);
  return [...new Set(Object.values(roles))]
    .filter((address) => !known.has(address))
    .map((address) => ({ address, roles: ROLES_IN_ORDER.filter((role) => roles[role] === address) }));
}

/** @param onName with the name as it was typed */
export function createNameForm(onName: (name: string, address: string) => void) {
  const name = h('input', { id: 'contact-name', type: 'text', maxlength: '40', autocomplete: 'off' });
  const choices = h('fieldset', {});
  const trouble = h('div', {});
  const form = h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        const chosen = choices.querySelector<HTMLInputElement>('input:checked')?.value;
        if (chosen !== undefined) onName(name.value.trim(), chosen);
      },
    },
    choices,
    h('p', {}, h('label', { for: 'contact-name' }, 'What do you call them?')),
    name,
    h('p', { class: 'buttons' }, h('button', { type: 'submit', class: 'secondary' }, 'Save the name')),
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
        'It goes into your address book on this computer. Next time you, or an assistant, can use the name instead of the address. Do this only if you know from its owner that the address is theirs.',
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
      const key = JSON.stringify(next);
      if (key === drawn) return;
      drawn = key;
      name.value = '';
      fill(choices, h('legend', {}, 'Whose address?'), next.map(choice));
    },
    problem: (error: CountersignError | undefined) => fill(trouble, error !== undefined && problemBox(error)),
  };
}

function choice({ address, roles }: Choice, index: number): HTMLElement {
  const id = `contact-${index}`;
  return h(
    'p',
    { class: 'choice' },
    h('input', { type: 'radio', name: 'contact', id, value: address, checked: index === 0 }),
    h('label', { for: id }, `${roles.map((role) => ROLE_WORDS[role]).join(', ')} `, codeText(address)),
  );
}
