/** What escrows hold, in the order asked. */
import type { Balances } from '@countersign/core';
import { fromBaseUnits, toBaseUnits } from '@countersign/core/escrow';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../interactions/answers.ts';
import type { Title } from '../records/titles.ts';
import type { Words } from '../words/index.ts';
import { code, line, relativeTime } from './markdown.ts';
import { container, file, fits, RULE, text } from './parts.ts';

export type BalancesRead = Balances;
type Entry = Balances['balances'][number];

const BALANCES_FILE = 'balances.txt';

/** @param titles what this person knows by a title. @param isTotalled a sum of each token as well */
export function balancesMessage(read: Balances, titles: readonly Title[], isTotalled: boolean, words: Words): Message {
  const { balances: own } = words;
  const { balances, network, asOf, ledger } = read;
  const named = new Map(titles.map(({ contractId = '', title }) => [contractId, title]));
  const lines = balances.map((entry) => entryLine(entry, named.get(entry.address), words));
  const whose = ledger === undefined ? '' : `. ${own.ledgerAt(line(ledger, 100))}`;
  const parts = (shown: number): APIComponentInContainer[] => [
    text(`### ${own.HEADING}`),
    ...(isTotalled ? [text(totalLines(balances, own).join('\n'))] : []),
    ...(shown === 0 ? [] : [text(lines.slice(0, shown).join('\n'))]),
    ...(shown === lines.length ? [] : [text(`-# ${own.moreIn(lines.length - shown, BALANCES_FILE)}`)]),
    RULE,
    text(`-# ${own.readAt(network, relativeTime(asOf))}${whose}`),
  ];
  if (fits(parts(lines.length))) return { components: container('plain', parts(lines.length)) };
  let shown = lines.length;
  while (shown > 0 && !fits(parts(shown))) shown -= 1;
  return {
    components: container('plain', [...parts(shown), file(BALANCES_FILE)]),
    files: [{ name: BALANCES_FILE, text: balances.map((entry) => plainLine(entry, named, own)).join('') }],
  };
}

function entryLine(entry: Entry, title: string | undefined, { balances: own, core }: Words): string {
  const named = title === undefined ? '' : ` · ${line(title, 100)}`;
  if (entry.balance === undefined || entry.by === undefined) {
    return `${code(entry.address)}${named} ${line(entry.error ?? own.NOT_READ, LONGEST_REASON)}`;
  }
  return `**${line(amountText(entry, own), 100)}**${named} ${own.inEscrow(code(entry.address))}, ${core.SOURCE_WORDS[entry.by]}${beside(entry, own)}`;
}

/** Twenty-five of them fit into a message. */
const LONGEST_REASON = 70;

/** "60.5 of 90.5 USDC": its balance, and what its terms have yet to pay out. */
function amountText({ balance = '', needed, asset }: Entry, { ofNeeded }: Words['balances']): string {
  const held = needed === undefined || needed === '0' ? balance : ofNeeded(balance, needed);
  return `${held}${asset === undefined ? '' : ` ${asset}`}`;
}

function plainLine(entry: Entry, named: ReadonlyMap<string, string>, own: Words['balances']): string {
  const what = entry.balance === undefined ? (entry.error ?? own.NOT_READ) : amountText(entry, own);
  const words = [what, named.get(entry.address) ?? '', entry.address].map((each) => each.replace(/\s+/g, ' '));
  return `${words.join('\t')}\n`;
}

/** More decimals than any token has. */
const DECIMALS = 40;

/** Totals by known token; escrows that were not read are counted, not guessed. */
function totalLines(balances: readonly Entry[], own: Words['balances']): string[] {
  const read = balances.filter(({ balance, asset }) => balance !== undefined && asset !== undefined);
  const byAsset = Map.groupBy(read, ({ asset }) => asset as string);
  const sum = (amounts: readonly (string | undefined)[]) =>
    fromBaseUnits(
      amounts.reduce((total, amount) => total + (toBaseUnits(amount ?? '0', DECIMALS) ?? 0n), 0n),
      DECIMALS,
    );
  const left = balances.length - read.length;
  return [
    ...[...byAsset].map(([asset, entries]) => {
      const needed = sum(entries.map((entry) => entry.needed));
      const held = sum(entries.map(({ balance }) => balance));
      return own.inAll(line(amountText({ address: '', balance: held, needed, asset }, own), 160), entries.length);
    }),
    ...(left === 0 ? [] : [own.notCounted(left)]),
  ];
}

function beside({ over, archived }: Entry, own: Words['balances']): string {
  return [over === undefined ? '' : own.over(line(over, 60)), archived === undefined ? '' : own.ARCHIVED].join('');
}
