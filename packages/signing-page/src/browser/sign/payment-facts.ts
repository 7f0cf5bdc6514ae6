/** A payment as it was read from the transaction itself: who pays how much, to which escrow, by which way. */
import type { FundingSummary } from '@countersign/core/actions';
import { type NamedAddress, NETWORK_WORDS } from '@countersign/core/words';
import { codeText } from '../parts/code-text.ts';
import { h } from '../parts/dom.ts';
import type { Change } from './changes.ts';
import { card, decodedRows, demoName, list, lookTwice, markNew, nameTag, rawTransaction } from './facts.ts';
import type { Match } from './read-view.ts';

const WAYS: Readonly<Record<FundingSummary['way'], string>> = {
  escrow: 'by the escrow’s contract, which refuses the payment if the escrow’s terms were changed',
  transfer: 'a plain transfer of the token, which the escrow’s contract does not check',
};

/** @param match absent while nothing to sign is given */
export function paymentFacts(
  summary: FundingSummary,
  match: Match | undefined,
  changes: readonly Change[],
  names: readonly NamedAddress[],
): HTMLElement {
  const unit = summary.token.code ?? 'tokens';
  const element = h(
    'div',
    { class: 'facts' },
    card(
      'escrow',
      'The payment',
      summary.title !== undefined && h('p', { class: 'title' }, summary.title),
      summary.warnings.length > 0 && lookTwice('Look twice:', summary.warnings),
      h('p', { class: 'total' }, h('span', {}, 'You pay'), h('span', { class: 'amount' }, `${summary.amount} ${unit}`)),
      list(
        [
          'Payer',
          [codeText(summary.signer), demoName(summary, summary.signer), nameTag(names, 'signer', summary.signer)],
        ],
        ['Escrow address', [codeText(summary.escrow), nameTag(names, 'escrow', summary.escrow)]],
        ['Token', [summary.token.code ?? 'A token that is not known here', codeText(summary.token.address)]],
        ['How it is paid', WAYS[summary.way]],
      ),
    ),
    card('costs', 'What it costs', list(['Network fee', `at most ${summary.feeXlm} XLM, paid by the payer`])),
    card(
      'transaction',
      'The transaction',
      list(
        ['Network', `${NETWORK_WORDS[summary.network].name}: “${summary.networkPassphrase}”`],
        ...(match === undefined ? [] : decodedRows(match)),
      ),
      match && rawTransaction(match),
    ),
  );
  markNew(element, changes);
  return element;
}
