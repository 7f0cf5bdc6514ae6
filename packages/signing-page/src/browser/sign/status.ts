/** Where this stands, in words, and whose word that is. */
import type { Difference } from '@countersign/core/errors';
import { cleanParagraph, quoted } from '@countersign/core/text';
import { reasonText } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import type { AfterwardsProps } from '../afterwards/afterwards.tsx';
import { afterwardsPlace } from '../afterwards/mount.ts';
import { codeText } from '../parts/code-text.ts';
import { type Child, h } from '../parts/dom.ts';
import { list } from './facts.ts';
import { judgement, stopsBox } from './judgement.ts';
import type { Match, Mismatch } from './read-view.ts';
import { type Screen, type Standing, standingOf } from './screen.ts';
import type { UnknownHelp } from './unknown-help.ts';
import { standingWords } from './words.ts';

/** Nothing was claimed about what became of it, so there is nobody whose word it is. */
const OPEN: readonly Standing[] = ['prepared', 'over', 'expired', 'to-confirm'];

export function statusCard(screen: Screen, unknownHelp: UnknownHelp): HTMLElement {
  const { view, reading } = screen;
  const { status } = view;
  const standing = standingOf(screen);
  const isOpen = OPEN.includes(standing);
  if (isOpen && reading.kind === 'mismatch') return mismatchCard(reading);
  const { title, lead } = standingWords(view.action, standing);
  return h(
    'section',
    { class: `card status ${standing}${status.changedSince === undefined ? '' : ' changed'}` },
    heading(title),
    h('p', {}, lead),
    standing === 'superseded' && [
      h('p', {}, 'What is different:'),
      differencesList(status.differences ?? [], 'in the newer version', 'in this one'),
      list(['Handle of the newer version', status.replacedBy ?? 'not known']),
    ],
    isOpen &&
      view.replaces !== undefined && [
        h(
          'p',
          {},
          'This is a new version of an earlier one. Once it can be signed, the earlier one no longer can. What is different:',
        ),
        differencesList(view.replaces.differences, 'now', 'before'),
      ],
    standing === 'to-confirm' && stopsBox(view.judgement.stops, 'What stands against it:'),
    isOpen && reading.kind === 'match' && verdict(reading),
    isOpen && judgement(view.judgement),
    standing === 'settled' && changedFacts(status),
    isFollowed(standing) && afterwardsPlace,
    standing === 'taken' && [
      differencesList(status.differences ?? [], 'asked for', 'found on the ledger'),
      status.contractId !== undefined && list(['Address', codeText(status.contractId)]),
      h('p', {}, 'Tell the person who runs Countersign.'),
    ],
    standing === 'accepted' && list(['Transaction hash', codeText(status.transactionHash)]),
    (standing === 'rejected' || standing === 'unknown') && h('p', { class: 'words' }, cleanParagraph(status.message)),
    status.detail !== undefined &&
      h(
        'p',
        { class: 'words' },
        `${standing === 'declined' ? 'The reason' : 'The service said'}: ${quoted(status.detail)}`,
      ),
    !isOpen && h('p', { class: 'hint by' }, saidBy(status)),
    standing === 'unknown' && unknownHelp(status),
  );
}

export function heading(title: string): HTMLElement {
  return h('h1', { tabindex: '-1' }, title);
}

function saidBy({ by, ledger }: PageView['status']): string {
  switch (by) {
    case 'ledger':
      return `The ledger says so${ledger === undefined ? '' : `, asked at ${ledger}`}.`;
    case 'service':
      return 'Only the escrow service says so.';
    case 'here':
      return 'Countersign’s own records say so.';
  }
}

function verdict({ reasons }: Match): Child {
  if (reasons.length === 0) {
    return h(
      'p',
      { class: 'verdict verified' },
      'This is what was asked for. Check that it is what you want.',
      h('span', { class: 'how' }, 'Decoded and compared with the request in your browser.'),
    );
  }
  return h(
    'div',
    { class: 'verdict partly' },
    h('p', {}, 'Decoded in your browser: nothing contradicts the request, but not all of it could be verified.'),
    h(
      'ul',
      {},
      reasons.map((reason) => h('li', {}, reasonText(reason))),
    ),
  );
}

function mismatchCard({ differences }: Mismatch): HTMLElement {
  return h(
    'section',
    { class: 'card status mismatch' },
    heading('Do not sign this'),
    h('p', {}, 'Your browser decoded the transaction, and it is not what was asked for. It cannot be signed here.'),
    differencesList(differences, 'asked for', 'found'),
    h('p', {}, 'Tell the operator of the escrow service.'),
  );
}

/** @param asked what stands in `asked`, @param found what stands in `found` */
function differencesList(differences: readonly Difference[], asked: string, found: string): HTMLElement {
  return h(
    'dl',
    { class: 'differences' },
    differences.map((difference) =>
      h(
        'div',
        {},
        h('dt', {}, difference.field),
        h('dd', {}, h('span', { class: 'label' }, asked), difference.asked),
        h('dd', {}, h('span', { class: 'label' }, found), difference.found),
      ),
    ),
  );
}

export const isFollowed = (standing: Standing): boolean =>
  standing === 'settled' || standing === 'sending' || standing === 'accepted' || standing === 'unknown';

function changedFacts({ changedSince }: PageView['status']): Child {
  if (changedSince === undefined) return undefined;
  return [
    h('p', { class: 'verdict partly' }, 'It was changed on the ledger since. Read this before you pay anything to it:'),
    differencesList(changedSince, 'asked for', 'on the ledger now'),
  ];
}

export function settledFacts({ view, reading }: Screen): AfterwardsProps {
  return { view, summary: reading.kind === 'mismatch' ? undefined : reading.summary };
}
