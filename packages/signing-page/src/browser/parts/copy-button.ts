import { h } from './dom.ts';

/** Copies a text, and says so where the button is. Its width stays, so nothing moves. */
export function copyButton(label: string, text: string | (() => string | Promise<string | undefined>)): HTMLElement {
  const says = h('span', { 'aria-live': 'polite' }, label);
  const copy = async () => {
    const content = typeof text === 'string' ? text : await text();
    if (content === undefined) return;
    says.textContent = await navigator.clipboard.writeText(content).then(
      () => 'Copied',
      () => 'Not allowed',
    );
    setTimeout(() => {
      says.textContent = label;
    }, 2_000);
  };
  return h('button', { type: 'button', class: 'secondary copy', onclick: () => void copy() }, says);
}
