/** A step of an escrow's life: who does what, what it changes, and who is next. */
import type { StepSummary } from '@countersign/core/actions';
import { type NamedAddress, NETWORK_WORDS, turnsText } from '@countersign/core/words';
import type { Change } from './changes.ts';
import { codeText } from './code-text.ts';
import { h } from './dom.ts';
import { card, decodedRows, demoName, list, lookTwice, markNew, nameTag, rawTransaction } from './facts.ts';
import type { Match } from './read-view.ts';

/** @param match absent while nothing to sign is given */
export function stepFacts(
  summary: StepSummary,
  match: Match | undefined,
  changes: readonly Change[],
  names: readonly NamedAddress[],
): HTMLElement {
  const { signer, network, title, escrow, does, doesNot, turn } = summary;
  const element = h(
    'div',
    { class: 'facts' },
    card(
      'escrow',
      title,
      summary.warnings.length > 0 && lookTwice('Look twice:', summary.warnings),
      list(
        ['You', [codeText(signer), demoName(summary, signer), nameTag(names, 'signer', signer)]],
        ['What you do', does],
        ['Escrow', codeText(escrow)],
        ...summary.changes.map(({ what, before, after }): [string, string] => [what, `${before} → ${after}`]),
        ['What it does not do', doesNot.join(' ')],
        ['Next', turnsText(turn)],
      ),
    ),
    card(
      'transaction',
      'The transaction',
      list(
        ['Network', `${NETWORK_WORDS[network].name}: “${summary.networkPassphrase}”`],
        ...(match === undefined ? [] : decodedRows(match)),
      ),
      match && rawTransaction(match),
    ),
  );
  markNew(element, changes);
  return element;
}
