/** Every field that will be on chain, read from the transaction itself. Addresses are whole, always. */

import type { Summary } from '@countersign/core/actions';
import type { RoleName } from '@countersign/core/escrow';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import {
  labelledCosts,
  type NamedAddress,
  NETWORK_WORDS,
  NO_OWN_AMOUNT,
  nameText,
  ROLE_WORDS,
} from '@countersign/core/words';
import { codeText } from '../parts/code-text.ts';
import { type Child, h } from '../parts/dom.ts';
import { timeText } from '../parts/time-text.ts';
import type { Change } from './changes.ts';
import type { Match } from './read-view.ts';
import { ROLE_VERBS, ROLES_IN_ORDER } from './words.ts';

/**
 * @param summary of what was decoded here; the server's own while nothing to sign is given
 * @param match absent while nothing to sign is given
 * @param changes what is marked as new in it
 * @param names as the server has them: each stands beside its own address alone. The page knows built-in ones itself
 */
export function facts(
  summary: Summary,
  match: Match | undefined,
  changes: readonly Change[],
  names: readonly NamedAddress[],
): HTMLElement {
  const nameOf = (field: string, address: string): Child => nameTag(names, field, address);
  const unit = summary.token.code ?? 'tokens';
  const element = h(
    'div',
    { class: 'facts' },
    card(
      'escrow',
      'The escrow',
      h('p', { class: 'title' }, summary.title),
      h('p', { class: 'description' }, summary.description),
      summary.warnings !== undefined && lookTwice('Check these texts carefully:', summary.warnings),
      list(
        ['Engagement', summary.engagementId],
        [
          'Token',
          [
            summary.token.code ?? 'A token that is not known here',
            codeText(summary.token.address),
            nameOf('trustline.address', summary.token.address),
          ],
        ],
        summary.receiverMemo !== undefined && ['Memo for the receiver', summary.receiverMemo],
      ),
    ),
    milestones(summary, unit),
    card(
      'people',
      'Who does what',
      list(
        ...ROLES_IN_ORDER.map(
          (role) => [ROLE_WORDS[role], [party(role, summary), nameOf(`roles.${role}`, summary.roles[role])]] as const,
        ),
      ),
    ),
    card(
      'costs',
      'What it costs',
      list(
        ['Platform fee', `${summary.platformFeePercent} % of what is released`],
        ...labelledCosts(summary.costs, unit).map(
          ({ label, value }) => [label, value === summary.costs.serviceAddress ? codeText(value) : value] as const,
        ),
        ['Network fee', `at most ${summary.feeXlm} XLM, paid by the signer`],
      ),
    ),
    card(
      'transaction',
      'The transaction',
      list(
        [
          'Escrow address',
          [codeText(summary.contractId), summary.address && h('span', { class: 'tag' }, summary.address)],
        ],
        ['Signer', [codeText(summary.signer), demoName(summary, summary.signer), nameOf('signer', summary.signer)]],
        ['Network', `${NETWORK_WORDS[summary.network].name}: “${summary.networkPassphrase}”`],
        ...(match === undefined ? [] : decodedRows(match)),
      ),
      match && rawTransaction(match),
    ),
  );
  markNew(element, changes);
  return element;
}

export function markNew(element: HTMLElement, changes: readonly Change[]): void {
  const fields = new Set<string>(changes.map(({ field }) => field));
  for (const name of element.querySelectorAll('dt, h2')) {
    if (fields.has(name.textContent)) name.append(' ', h('span', { class: 'tag new' }, 'new'));
  }
}

export function nameTag(names: readonly NamedAddress[], field: string, address: string): Child {
  const named = names.find((each) => each.field === field && each.address === address && each.setBy);
  return named && h('span', { class: 'tag name' }, nameText(named));
}

/** As `nameTag`, for an address that stands in several fields. */
export function nameOfAddress(names: readonly NamedAddress[], address: string): Child {
  const named = names.find((each) => each.address === address && each.setBy);
  return named && h('span', { class: 'tag name' }, nameText(named));
}

export function decodedRows({ expiresAt, read, ...match }: Match): (readonly [string, Child])[] {
  const ofDeploy: (readonly [string, Child])[] =
    match.action === 'deploy'
      ? [
          ['Factory contract', codeText(match.call.factory)],
          ['Contract code', codeText(match.call.wasmHash)],
        ]
      : [];
  return [
    ['Valid until', timeText(expiresAt)],
    ['Transaction hash', codeText(read.hashHex)],
    ...ofDeploy,
    ['Memo', read.transaction.memo.type === 'memoNone' ? 'none' : read.transaction.memo.type],
    ['Sequence number', read.transaction.seqNum.toString()],
  ];
}

export function rawTransaction({ read }: Match): HTMLElement {
  return h(
    'details',
    {},
    h('summary', {}, 'Unsigned transaction (XDR)'),
    h('p', { class: 'xdr', tabindex: '0', role: 'group', 'aria-label': 'Unsigned transaction' }, read.xdr),
  );
}

/** Said beside the texts, and no reason against signing: it is for the person to know whether it is meant. */
export function lookTwice(lead: string, warnings: readonly string[]): HTMLElement {
  return h(
    'div',
    { class: 'verdict partly look-twice' },
    h('p', {}, lead),
    h(
      'ul',
      {},
      warnings.map((warning) => h('li', {}, warning)),
    ),
  );
}

function milestones({ milestones: each, total }: Summary, unit: string): HTMLElement {
  const isSingle = each.some(({ amount }) => amount === NO_OWN_AMOUNT);
  const count = each.length === 1 ? 'One milestone' : `${each.length} milestones`;
  return card(
    'milestones',
    isSingle ? `${count}, paid out all at once` : count,
    h(
      'ol',
      { class: 'milestones' },
      each.map(({ description, amount }) =>
        h(
          'li',
          {},
          h('span', { class: 'what' }, description),
          amount !== NO_OWN_AMOUNT && h('span', { class: 'amount' }, `${amount} ${unit}`),
        ),
      ),
    ),
    h('p', { class: 'total' }, h('span', {}, 'Total'), h('span', { class: 'amount' }, `${total} ${unit}`)),
  );
}

function party(role: RoleName, summary: Summary): Child {
  const address = summary.roles[role];
  return [
    h('span', { class: 'does' }, ROLE_VERBS[role]),
    codeText(address),
    address === summary.signer ? h('span', { class: 'tag' }, 'the signer') : demoName(summary, address),
  ];
}

export function demoName(summary: Pick<Summary, 'network'>, address: string): Child {
  const known = summary.network === 'sandbox' && SANDBOX_ACCOUNTS.find((account) => account.address === address);
  return known && h('span', { class: 'tag' }, `demo account “${known.name}”`);
}

export function card(name: string, title: string, ...children: readonly Child[]): HTMLElement {
  return h(
    'section',
    { class: `card ${name}`, 'aria-labelledby': `${name}-title` },
    h('h2', { id: `${name}-title` }, title),
    children,
  );
}

export function list(...rows: readonly (readonly [string, Child] | false)[]): HTMLElement {
  return h(
    'dl',
    {},
    rows.map((row) => row && h('div', {}, h('dt', {}, row[0]), h('dd', {}, row[1]))),
  );
}
