/** What a person reads at a terminal: what a transaction does, what to weigh before they sign, what became of it according to whom, and what can be done. */
import type { Settlement } from '@countersign/core';
import { type Explanation, explainTransaction } from '@countersign/core/explain';
import type { Risk } from '@countersign/core/judgement';
import type { Settings } from '@countersign/core/settings';
import { wrapped } from '@countersign/core/text/layout';
import { type KnownName, meansText, naming, stopLines, warningLines } from '@countersign/core/words';

/** Texts get at least this width, however narrow the terminal. */
const NARROWEST = 30;

/** With more lines than this, the top has scrolled away when the last one is printed. */
const ONE_SCREEN = 30;

/**
 * First what could be lost, then everything in the transaction.
 * @param columns of the terminal; absent where there is none. Lines are broken and indented here: a terminal would
 *   continue them at its left edge, where a text could look like a field of ours
 */
export function explanationText({ heading, lines, warnings }: Explanation, columns = Number.POSITIVE_INFINITY): string {
  const width = Math.max(...lines.map(({ label }) => label.length));
  const fold = (text: string, indent: number) =>
    wrapped(text, Math.max(columns - indent, NARROWEST), ' '.repeat(indent));
  const text = [
    fold(heading, 4),
    '',
    ...(warnings.length === 0
      ? []
      : ['Before anyone signs:', ...warnings.map((warning) => `  ! ${fold(warning.text, 4)}`), '']),
    ...lines.map(({ label, value }) => `  ${label.padEnd(width)}  ${fold(value, width + 4)}`),
    '',
  ].join('\n');
  const isLong = warnings.length > 0 && text.split('\n').length > ONE_SCREEN;
  const count = warnings.length === 1 ? 'warning' : `${warnings.length} warnings`;
  return isLong ? `${text}\nBefore anyone signs: read the ${count} at the top.\n` : text;
}

/** What a transaction does, for a person at a terminal before it is signed. */
export function explainedText(xdr: string, { feeStop, network }: Settings): string {
  const explained = explainTransaction(xdr, network, Math.floor(Date.now() / 1_000), { feeStop });
  return explanationText(explained, process.stderr.columns);
}

/**
 * First what they must confirm. Empty where there is nothing to weigh.
 * @param columns of the terminal; absent where there is none. @param names that its reader knows
 */
export function judgementText(
  { stops: blockers, warnings, facts }: Risk,
  columns: number = Number.POSITIVE_INFINITY,
  names: readonly KnownName[] = [],
): string {
  const named = naming(names);
  const fold = (text: string) => wrapped(text, Math.max(columns - 4, NARROWEST), '    ');
  const part = (title: string, mark: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [title, ...texts.map((text) => `  ${mark} ${fold(text)}`), ''];
  return [
    ...part('Confirm before anything is signed:', '!', stopLines(blockers, named)),
    ...part('Look twice:', '!', warningLines(warnings, named)),
    ...part('Good to know:', '-', warningLines(facts, named)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

export type Sent = 'payment' | 'escrow' | 'trustline' | 'step';

export function outcomeText(
  { status, message, transactionHash, contractId, by, ledger, expiresAt }: Settlement,
  sent: Sent = 'payment',
): string {
  const word = {
    ledger: `The ledger says so${ledger === undefined ? '' : ` (asked at ${ledger})`}.`,
    service: 'The escrow service says so; the ledger has not said it yet.',
    here: 'This is what is known on this machine; the ledger has not said it yet.',
  }[by];
  const next = nextText(sent, status, contractId, expiresAt);
  return `${message} (transaction ${transactionHash})\n${word}\n${next}`;
}

function nextText(
  sent: Sent,
  status: Settlement['status'],
  contractId: string | undefined,
  until = 'it expires',
): string {
  const means = (state: string) => meansText(ACTION_OF[sent], state);
  switch (status) {
    case 'settled':
      return arrivedText(sent, contractId);
    case 'partly-signed':
      return `The other signers sign it on its signing page before ${until}. After that, everybody signs a new one.`;
    case 'taken':
      return means(status);
    case 'accepted':
    case 'unknown': {
      const safe = sent === 'payment' ? ', and nothing is paid twice unless you confirm that' : '';
      return `${means(status)} Run the same command again in a few minutes: the ledger is asked what became of it${safe}.`;
    }
    default:
      return `${means('rejected')} Run the same command again to sign a new transaction.`;
  }
}

/** Of which the sentences about an outcome are the same. */
const ACTION_OF = { payment: 'fund', escrow: 'deploy', step: 'approve', trustline: 'trust' } as const;

function arrivedText(sent: Sent, contractId = 'the escrow'): string {
  if (sent === 'step') return 'The step has taken effect.';
  if (sent === 'trustline') return meansText('trust', 'settled');
  return sent === 'payment'
    ? `The payment arrived at ${contractId}.\nNext: ask your assistant whose turn it is.`
    : `Its address is ${contractId}.\nNext: ask your assistant to pay into it.`;
}

/** Labelled values for a terminal: each label once, with its values below. */
type Row = readonly [label: string, values: readonly string[]];

/** Values get at least this width, however narrow the terminal. */
const NARROWEST_VALUE = 40;
const LABEL = 24;

export function rowLines(rows: readonly Row[], columns: number = Number.POSITIVE_INFINITY): string {
  const indent = ' '.repeat(LABEL + 2);
  const fold = (text: string) => wrapped(text, Math.max(columns - LABEL - 2, NARROWEST_VALUE), indent);
  return rows
    .flatMap(([label, values]) =>
      values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(LABEL)}${fold(value)}`.trimEnd()),
    )
    .map((line) => `${line}\n`)
    .join('');
}
