/** A step of an escrow's life: who does what, what it changes, whom it pays, what it does not do, and who is next. */
import type { StepSummary } from '@countersign/core/actions';
import { type NamedAddress, NETWORK_WORDS, PARTY_WORDS, ROLE_WORDS } from '@countersign/core/words';
import { codeText } from '../parts/code-text.ts';
import { type Child, h } from '../parts/dom.ts';
import type { Change } from './changes.ts';
import { card, decodedRows, demoName, list, lookTwice, markNew, nameOfAddress, rawTransaction } from './facts.ts';
import { nextTurns } from './next-turns.ts';
import type { Match } from './read-view.ts';

type Payment = StepSummary['pays'][number];

/** @param match absent while nothing to sign is given */
export function stepFacts(
  summary: StepSummary,
  match: Match | undefined,
  changes: readonly Change[],
  names: readonly NamedAddress[],
): HTMLElement {
  const { signer, network, title, escrow, does, doesNot, role } = summary;
  const element = h(
    'div',
    { class: 'facts' },
    card(
      'escrow',
      'What you do',
      h('p', { class: 'title' }, does),
      summary.warnings.length > 0 && lookTwice('Look twice:', summary.warnings),
      list(
        ['You', [role && h('span', { class: 'does' }, ROLE_WORDS[role]), party(signer, summary, names)]],
        ['Escrow', [h('span', { class: 'does' }, title), party(escrow, summary, names)]],
        ['Keep in mind', doesNot.map((each) => h('span', { class: 'sentence' }, each))],
        ['Network fee', `at most ${summary.feeXlm} XLM, which you pay`],
      ),
    ),
    card('changes-made', 'What it changes', beforeAndAfter(summary, names)),
    card('money', 'Money that moves', money(summary, names)),
    card('next', 'Once it has settled', nextTurns(summary, names)),
    card(
      'transaction',
      'The transaction',
      list(
        ['Network', `${NETWORK_WORDS[network].name}: “${summary.networkPassphrase}”`],
        ['Token', [summary.token.code ?? 'A token that is not known here', codeText(summary.token.address)]],
        ...(match === undefined ? [] : decodedRows(match)),
      ),
      match && rawTransaction(match),
    ),
  );
  markNew(element, changes);
  return element;
}

export function party(address: string, summary: StepSummary, names: readonly NamedAddress[]): Child {
  return [codeText(address), demoName(summary, address), nameOfAddress(names, address)];
}

/** What changes stands over its two sides, so that they have room beside each other on a phone as well. */
function beforeAndAfter(summary: StepSummary, names: readonly NamedAddress[]): Child {
  if (summary.changes.length === 0) return h('p', {}, 'Nothing of the escrow’s terms, state or money.');
  const value = (text: string): Child => (IS_ADDRESS.test(text) ? party(text, summary, names) : text);
  return h(
    'table',
    {},
    h('caption', { class: 'hint' }, 'As the ledger had the escrow when this was prepared, and after this step.'),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Now'), h('th', { scope: 'col' }, 'After'))),
    summary.changes.map(({ what, before, after }) =>
      h(
        'tbody',
        {},
        h('tr', {}, h('th', { scope: 'rowgroup', colspan: '2' }, what)),
        h('tr', {}, h('td', {}, value(before)), h('td', { class: 'after' }, value(after))),
      ),
    ),
  );
}

const IS_ADDRESS = /^[GC][A-Z2-7]{55}$/;

function money(summary: StepSummary, names: readonly NamedAddress[]): Child {
  const { pays, left, token, about } = summary;
  const unit = token.code ?? 'tokens';
  if (pays.length === 0) return h('p', {}, `None. The escrow holds ${left} ${unit}, before and after.`);
  const isAbout = pays.some((each) => each.about);
  const amountOf = (amount: string, roughly?: boolean) => `${roughly ? 'about ' : ''}${amount} ${unit}`;
  const row = (what: Child, amount: string) =>
    h('tr', {}, h('th', { scope: 'row' }, what), h('td', { class: 'amount' }, amount));
  return [
    h(
      'table',
      { class: 'pays' },
      h('caption', { class: 'hint' }, `Out of the escrow${isAbout ? '' : ', to the last unit'}.`),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'To'), h('th', { scope: 'col' }, 'Amount'))),
      h(
        'tbody',
        {},
        pays.map((each) => row(receiver(each, summary, names), amountOf(each.amount, each.about))),
      ),
      h(
        'tfoot',
        {},
        row('Paid out in all, fees included', amountOf(summary.amount, isAbout)),
        row('Left in the escrow', amountOf(left, isAbout)),
      ),
    ),
    about !== undefined && h('p', { class: 'hint' }, about),
  ];
}

function receiver(payment: Payment, summary: StepSummary, names: readonly NamedAddress[]): Child {
  return [
    h('span', { class: 'does' }, receiverWord(payment)),
    payment.to === undefined ? 'An account that is not known here' : party(payment.to, summary, names),
  ];
}

function receiverWord({ as, roles }: Payment): string {
  switch (as) {
    case 'receiver':
      return ROLE_WORDS.receiver;
    case 'platform':
      return `${ROLE_WORDS.platformAddress}, its fee`;
    case 'service':
      return PARTY_WORDS.serviceFee;
    case 'share':
      return roles?.map((role) => ROLE_WORDS[role]).join(', ') ?? 'Nobody with a role in this escrow';
  }
}
