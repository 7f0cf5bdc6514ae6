/** Whose turn it is once a step has settled: who does what, and who that is. */
import type { StepSummary } from '@countersign/core/actions';
import { type NamedAddress, turnText } from '@countersign/core/words';
import { codeText } from '../parts/code-text.ts';
import { type Child, h } from '../parts/dom.ts';
import { demoName, nameOfAddress } from './facts.ts';

export function nextTurns(summary: StepSummary, names: readonly NamedAddress[]): Child {
  const { turn, signer } = summary;
  if (turn.length === 0) return h('p', {}, 'Nothing more is to be done.');
  return h(
    'ul',
    { class: 'turns' },
    turn.map(({ address, ...each }) =>
      h(
        'li',
        {},
        turnText(each),
        address !== undefined && [
          codeText(address),
          address === signer ? h('span', { class: 'tag' }, 'you') : demoName(summary, address),
          nameOfAddress(names, address),
        ],
      ),
    ),
  );
}
