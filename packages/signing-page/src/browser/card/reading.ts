/**
 * What the card may show of one reply: only what the server sent for it in `_meta`. The transaction there is decoded and
 * compared with the request by the signing page's own code. Every field that the host shows of the result is compared
 * with the server's copy, so that a model that was given something else is noticed here.
 */
import { type Fields, isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import type { ShownState } from '@countersign/core/words';
import coreEn from '@countersign/core/words/messages/core.en.json' with { type: 'json' };
import { CARD_DATA, type CardData } from '../../card-data.ts';
import type { PageView } from '../../page-view.ts';
import { attempt } from '../parts/attempt.ts';
import { type Reading, readView } from '../transaction/read-view.ts';
import type { AnySummary } from '../transaction/summaries.ts';
import { core, words } from '../words/words.ts';
import type { CardWords } from './words.ts';

export type Shown = {
  /** As the server sent it; empty where the host passed on nothing to compare with. */
  readonly result: Fields;
  readonly data?: CardData;
  readonly summary?: AnySummary;
  /** Of an approval: all that was reported. */
  readonly report?: string;
  readonly isCompared: boolean;
  /** Names of fields that do not match. */
  readonly altered: readonly string[];
};

/** States in which the signing page is of use: it prepares again what has expired. */
const OPEN: readonly string[] = ['prepared', 'to-confirm', 'expired', 'displaced', 'rejected', 'partly-signed'];

export const statusOf = ({ result, data }: Shown): string =>
  String(preparedIn(result)['status'] ?? data?.view?.status.status ?? '');
export const isOpen = (shown: Shown): boolean => OPEN.includes(statusOf(shown));
/** As `get_escrow` returns it. */
export const isWholeEscrow = (result: Fields): boolean =>
  Array.isArray(result['milestones']) && Array.isArray(result['parties']);

/** The step `end` returns the sentences of its plan, and the next transaction in a part of its own. */
export const planIn = ({ ending }: Fields): readonly string[] | undefined =>
  Array.isArray(ending) && ending.every((line) => typeof line === 'string') ? ending : undefined;
export const preparedIn = (result: Fields): Fields =>
  planIn(result) !== undefined && isObject(result['prepared']) ? result['prepared'] : result;

/** For who reads the card by ear. */
export function stateText(now: Shown, own: CardWords): string {
  const texts: Readonly<Record<string, string>> = core.STATE_WORDS;
  const text = texts[statusOf(now)] ?? '';
  return now.result['by'] === 'ledger' && text !== '' ? `${text} (${own.by})` : text;
}

/** @param result as `get_escrow` returns it: its state is an English sentence of the page */
export function lifeText({ state }: Fields): string | undefined {
  const [name] = Object.entries(coreEn.lifeStates).find(([, text]) => text === state) ?? [];
  return core.LIFE_WORDS[name as ShownState];
}

/** @param reply of a tool, as the host passed it on */
export function readReply(reply: Fields): Shown {
  const data = dataIn(reply);
  if (data === undefined) return { result: {}, isCompared: false, altered: [] };
  const { result, view } = data;
  try {
    const seen = [reply['structuredContent'], textIn(reply)];
    const differing = new Set([
      ...seen.flatMap((part) => (part === undefined ? [] : differencesIn(part, result, ''))),
      ...(view === undefined ? [] : unrelated(preparedIn(result), view)),
    ]);
    if (view === undefined || differing.size > 0) return { result, data, isCompared: false, altered: [...differing] };
    const reading = readIn(view);
    if (reading.kind === 'mismatch') {
      return { result, data, isCompared: false, altered: reading.differences.map(({ field }) => field) };
    }
    const { summary } = reading;
    const isCompared = reading.kind === 'match';
    const report = 'report' in reading ? { report: reading.report } : {};
    return { result, data, ...(summary === undefined ? {} : { summary }), ...report, isCompared, altered: [] };
  } catch {
    // Data of another shape than ours.
    return { result: {}, isCompared: false, altered: [CARD_DATA] };
  }
}

function dataIn({ _meta: meta }: Fields): CardData | undefined {
  const data = isObject(meta) ? meta[CARD_DATA] : undefined;
  return isObject(data) && isObject(data['result']) ? (data as CardData) : undefined;
}

/** Some hosts show a model only the text, which is the result as JSON; undefined where the host replaced or cut it. */
function textIn({ content }: Fields): Fields | undefined {
  const [first] = Array.isArray(content) ? content : [];
  const value: unknown = attempt(() => JSON.parse(String(isObject(first) ? first['text'] : '')));
  return isObject(value) ? value : undefined;
}

/**
 * Where a part of the result is not what the server sent. A field that is left out is no difference, since hosts shorten
 * results; a list or a text that was shortened is one. The path names no field that the server did not send: such a
 * name is the text of a stranger.
 */
function differencesIn(found: unknown, sent: unknown, path: string): readonly string[] {
  if (isObject(found) && isObject(sent)) {
    return Object.entries(found).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const inner = path === '' ? name : `${path}.${name}`;
      return Object.hasOwn(sent, name) ? differencesIn(value, sent[name], inner) : [path || 'result'];
    });
  }
  if (Array.isArray(found) && Array.isArray(sent) && found.length === sent.length) {
    return sent.flatMap((each, at) => differencesIn(found[at], each, `${path}[${at + 1}]`));
  }
  return found === sent ? [] : [path || 'result'];
}

/** What the result names and the transaction next to it is not. */
function unrelated(result: Fields, { id, network, offer: transaction, status }: PageView): readonly string[] {
  const own: Readonly<Record<string, readonly unknown[]>> = {
    id: [id],
    network: [network.name],
    escrow: [transaction.contractId, status.contractId],
    transactionHash: [transaction.hash, status.transactionHash],
    unsignedXdr: [transaction.unsignedXdr],
    signUrl: [status.signUrl],
  };
  return Object.keys(own).filter((name) => result[name] !== undefined && !own[name]?.includes(result[name]));
}

function readIn(view: PageView): Reading {
  return readView(view, view.now, {
    summaryWords: core.summaryWords,
    youDo: (what) => format(words().deal.youDo, { what }),
    obstacleText: ({ code }) => code,
  });
}
