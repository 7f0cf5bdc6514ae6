/** A trustline as it was read from the transaction itself: whose account may hold what from then on. */
import type { TrustSummary } from '@countersign/core/actions';
import { type NamedAddress, NETWORK_WORDS } from '@countersign/core/words';
import { codeText } from '../parts/code-text.ts';
import { h } from '../parts/dom.ts';
import type { Change } from './changes.ts';
import { card, decodedRows, demoName, list, lookTwice, markNew, nameTag, rawTransaction } from './facts.ts';
import type { Match } from './read-view.ts';

/** @param match absent while nothing to sign is given */
export function trustlineFacts(
  summary: TrustSummary,
  match: Match | undefined,
  changes: readonly Change[],
  names: readonly NamedAddress[],
): HTMLElement {
  const { signer, token, network } = summary;
  const element = h(
    'div',
    { class: 'facts' },
    card(
      'escrow',
      'The trustline',
      summary.warnings.length > 0 && lookTwice('Look twice:', summary.warnings),
      list(
        ['Your account', [codeText(signer), demoName(summary, signer), nameTag(names, 'signer', signer)]],
        ['It may hold', token.code],
        ['Issued by', codeText(token.issuer)],
        ['Token contract', codeText(token.address)],
      ),
    ),
    card(
      'costs',
      'What it costs',
      list(
        ['Held back', `${summary.reserveXlm} XLM of your account, while the trustline stands`],
        ['Network fee', `at most ${summary.feeXlm} XLM`],
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
