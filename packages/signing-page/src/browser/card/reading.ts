/**
 * What the card may show of one reply. The transaction is decoded and compared with the request by the signing page's
 * own code; then what the reply says to a model is compared with the transaction too, so that a model that was given
 * something else is noticed here.
 */

import { type Fields, isObject } from '@countersign/core/text/fields';
import { NO_OWN_AMOUNT, summaryWords } from '@countersign/core/words';
import { CARD_DATA, type CardData } from '../../card-data.ts';
import { type Reading, readView } from '../sign/read-view.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../sign/summaries.ts';
import type { Speech } from './words.ts';

/** `altered`: what does not match, by name. */
export type Shown = {
  readonly result: Fields;
  readonly data?: CardData;
  readonly summary?: AnySummary;
  readonly isCompared: boolean;
  readonly altered: readonly Difference[];
};
export type Difference = { readonly field: string; readonly values?: readonly [asked: string, found: string] };

/** States in which the signing page is of use: it prepares again what has expired. */
const OPEN: readonly string[] = ['prepared', 'to-confirm', 'expired', 'displaced', 'rejected', 'partly-signed'];

export const statusOf = ({ result, data }: Shown): string => String(result['status'] ?? data?.view.status.status ?? '');
export const isOpen = (shown: Shown): boolean => OPEN.includes(statusOf(shown));
/** As `get_escrow` returns it. */
export const isWholeEscrow = (result: Fields): boolean =>
  Array.isArray(result['milestones']) && isObject(result['roles']);

/** @param reply of a tool, as the host passed it on */
export function readReply({ structuredContent, _meta: meta }: Fields, speech: Speech): Shown {
  const result = isObject(structuredContent) ? structuredContent : {};
  const data = isObject(meta) && isObject(meta[CARD_DATA]) ? (meta[CARD_DATA] as unknown as CardData) : undefined;
  if (data === undefined) return { result, isCompared: false, altered: [] };
  try {
    const reading = readIn(data, speech);
    if (reading.kind === 'mismatch') {
      return { result, data, isCompared: false, altered: reading.differences.map(shownDifference) };
    }
    const { summary } = reading;
    const altered = differencesOf(result, data, readIn(data, ENGLISH));
    return {
      result,
      data,
      ...(summary === undefined ? {} : { summary }),
      isCompared: reading.kind === 'match',
      altered,
    };
  } catch {
    // Data of another shape than ours.
    return { result, isCompared: false, altered: [{ field: CARD_DATA }] };
  }
}

type Words = { readonly core: Pick<Speech['core'], 'summaryWords'>; readonly own: { you(does: string): string } };
/** A model reads English. */
const ENGLISH: Words = { core: { summaryWords }, own: { you: (does) => does } };

function readIn({ view }: CardData, { core, own }: Words): Reading {
  return readView(view, view.now, {
    summaryWords: core.summaryWords,
    youDo: own.you,
    obstacleText: ({ code }) => code,
  });
}

/** Values that are data in all languages are shown; sentences are on the signing page. */
function shownDifference({ field, asked, found }: { field: string; asked: unknown; found: unknown }): Difference {
  const isText = typeof asked === 'string' && typeof found === 'string';
  return isText ? { field, values: [asked, found] } : { field };
}

/** Whatever the result says and the transaction does not. A field that it leaves out is not compared. */
function differencesOf(result: Fields, { view }: CardData, reading: Reading): Difference[] {
  const { offer, status } = view;
  const found: Difference[] = [];
  const same = (field: string, asked: unknown, ...allowed: readonly (string | undefined)[]) => {
    const fits = asked === undefined || allowed.some((each) => each !== undefined && String(asked) === each);
    if (!fits) found.push({ field, values: [String(asked), allowed.find((each) => each !== undefined) ?? ''] });
  };
  same('id', result['id'], view.id);
  same('network', result['network'], view.network.name);
  same('contractId', result['contractId'], offer.contractId, status.contractId);
  same('transactionHash', result['transactionHash'], offer.hash, status.transactionHash);
  same('unsignedXdr', result['unsignedXdr'], offer.unsignedXdr);
  same('signUrl', result['signUrl'], status.signUrl);
  if (reading.kind === 'mismatch' || reading.summary === undefined) return found;
  // A changed escrow says so, and differs from its transaction.
  if (isWholeEscrow(result) && result['changedSince'] === undefined && isEscrow(reading.summary)) {
    compareTerms(result, reading.summary, same);
  }
  if (isObject(result['summary'])) compareSummary(result['summary'], reading.summary, same);
  return found;
}

type Same = (field: string, asked: unknown, ...allowed: readonly (string | undefined)[]) => void;
type EscrowSummary = Extract<AnySummary, { readonly total: string }>;

const fieldsIn = (value: unknown): Fields => (isObject(value) ? value : {});
const rowsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The terms as `get_escrow` has them; it cuts long texts. */
function compareTerms(result: Fields, summary: EscrowSummary, same: Same): void {
  const { milestones: _, ...texts } = result;
  if (summary.title.length < LONGEST_LINE) same('title', texts['title'], summary.title);
  for (const field of ['platformFeePercent', 'signer', 'total'] as const) same(field, texts[field], summary[field]);
  same('token', addressIn(texts['token']), summary.token.address);
  for (const [role, address] of Object.entries(fieldsIn(texts['roles']))) {
    same(role, addressIn(address), ...(summary.roles[role as keyof EscrowSummary['roles']]?.split(', ') ?? ['']));
  }
  compareAmounts(result, summary, same);
}

const LONGEST_LINE = 150;
/** A name may stand with it. */
const addressIn = (value: unknown): string | undefined => /\b[CG][A-Z2-7]{55}\b/.exec(String(value))?.[0];

function compareAmounts(result: Fields, { milestones }: EscrowSummary, same: Same): void {
  for (const [at, row] of rowsIn(result['milestones']).entries()) {
    const number = typeof row['number'] === 'number' ? row['number'] : at + 1;
    const own = milestones[number - 1]?.amount ?? '';
    same(`milestone ${number}: amount`, row['amount'], own === NO_OWN_AMOUNT ? '' : own);
  }
}

function compareSummary(stated: Fields, summary: AnySummary, same: Same): void {
  same('signer', addressIn(stated['signer'] ?? stated['payer']), summary.signer);
  same('network fee', stated['feeXlm'], summary.feeXlm);
  const token = fieldsIn(stated['token']);
  same('token', token['address'], summary.token.address);
  same('token', token['code'], summary.token.code);
  if (isTrustline(summary)) {
    same('issuer', token['issuer'], summary.token.issuer);
    return;
  }
  if (isPayment(summary) || isStep(summary)) same('title', stated['title'], summary.title);
  if (isPayment(summary)) {
    same('amount', stated['amount'], summary.amount);
    same('way', stated['way'], summary.way);
  }
  if (isStep(summary)) compareStep(stated, summary, same);
  if (isEscrow(summary)) {
    for (const field of ['title', 'description', 'engagementId', 'total', 'platformFeePercent'] as const) {
      same(field, stated[field], summary[field]);
    }
    same('receiver memo', stated['receiverMemo'], summary.receiverMemo);
    compareAmounts(stated, summary, same);
    for (const [at, row] of rowsIn(stated['milestones']).entries()) {
      same(`milestone ${at + 1}: description`, row['description'], summary.milestones[at]?.description ?? '');
    }
    compareParties(stated, summary, same);
  }
}

/** Amounts and addresses within the sentences that a model reads. */
function compareStep(stated: Fields, summary: Extract<AnySummary, { readonly step: string }>, same: Same): void {
  const pays = Array.isArray(stated['pays']) ? stated['pays'].map(String) : [];
  for (const [at, text] of pays.entries()) {
    const payment = summary.pays[at];
    const whom = addressIn(text);
    const holds = payment !== undefined && text.includes(payment.amount) && (whom === undefined || whom === payment.to);
    same(`payment ${at + 1}`, holds ? undefined : text, payment && `${payment.amount} ${payment.to ?? ''}`, '');
  }
  for (const [at, row] of rowsIn(stated['changes']).entries()) {
    const own = summary.changes[at];
    const holds = own !== undefined && says(row['before'], own.before) && says(row['after'], own.after);
    same(`change ${at + 1}`, holds ? undefined : `${row['after']}`, own?.after ?? '');
  }
  const left = stated['left'];
  same('left', typeof left === 'string' && left.includes(summary.left) ? undefined : left, summary.left);
}

/** An address may be there by its name alone. */
function says(text: unknown, own: string): boolean {
  const [stated, known] = [addressIn(text), addressIn(own)];
  return known === undefined ? String(text).includes(own) : stated === undefined || stated === known;
}

const SIGNER = 'Signer';

/** Each address with its roles, in English: “Approver, Release signer”. */
function compareParties(stated: Fields, { signer, roles }: EscrowSummary, same: Same): void {
  const named: Readonly<Record<string, string>> = Object.fromEntries([
    [SIGNER, signer],
    ...Object.entries(summaryWords.ROLE_WORDS).map(([role, label]) => [label, roles[role as keyof typeof roles]]),
  ]);
  const known = [signer, ...Object.values(roles).flatMap((each) => each.split(', '))];
  for (const { address, roles: labels } of rowsIn(stated['parties'])) {
    same('address', addressIn(address), ...known);
    for (const label of String(labels ?? '').split(', ')) {
      const holder = named[label];
      if (holder !== undefined && !says(address, holder) && !holder.split(', ').includes(addressIn(address) ?? ''))
        same(label, address, holder);
    }
  }
}
