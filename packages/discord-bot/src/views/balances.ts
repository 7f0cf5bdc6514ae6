/** What escrows hold, in the order asked. */
import type { Balances } from '@countersign/core';
import { fromBaseUnits, toBaseUnits } from '@countersign/core/escrow';
import { SOURCE_WORDS } from '@countersign/core/words';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../answers.ts';
import type { Title } from '../records/titles.ts';
import { code, line, relativeTime } from './markdown.ts';
import { container, file, fits, RULE, text } from './parts.ts';

export type BalancesRead = Balances;
type Entry = Balances['balances'][number];

const BALANCES_FILE = 'balances.txt';

/** @param titles what this person knows by a title. @param isTotalled a sum of each token as well */
export function balancesMessage(read: Balances, titles: readonly Title[] = [], isTotalled = false): Message {
  const { balances, network, asOf, ledger } = read;
  const named = new Map(titles.map(({ contractId = '', title }) => [contractId, title]));
  const lines = balances.map((entry) => entryLine(entry, named.get(entry.address)));
  const whose = ledger === undefined ? '' : `. The ledger was read at ${line(ledger, 100)}.`;
  const parts = (shown: number): APIComponentInContainer[] => [
    text('### Balances'),
    ...(isTotalled ? [text(totalLines(balances).join('\n'))] : []),
    ...(shown === 0 ? [] : [text(lines.slice(0, shown).join('\n'))]),
    ...(shown === lines.length ? [] : [text(`-# ${lines.length - shown} more are in ${BALANCES_FILE}.`)]),
    RULE,
    text(`-# ${network}, read ${relativeTime(asOf)}, in units of each escrow’s token${whose}`),
  ];
  if (fits(parts(lines.length))) return { components: container('plain', parts(lines.length)) };
  let shown = lines.length;
  while (shown > 0 && !fits(parts(shown))) shown -= 1;
  return {
    components: container('plain', [...parts(shown), file(BALANCES_FILE)]),
    files: [{ name: BALANCES_FILE, text: balances.map((entry) => plainLine(entry, named)).join('') }],
  };
}

function entryLine(entry: Entry, title: string | undefined): string {
  const named = title === undefined ? '' : ` · ${line(title, 100)}`;
  if (entry.balance === undefined || entry.by === undefined) {
    return `${code(entry.address)}${named} ${line(entry.error ?? 'Not read.', 60)}`;
  }
  return `**${line(amountText(entry), 100)}**${named} in ${code(entry.address)}, ${SOURCE_WORDS[entry.by]}${beside(entry)}`;
}

/** "60.5 of 90.5 USDC": of what its terms have yet to pay out. */
function amountText({ balance = '', needed, asset }: Entry): string {
  const of = needed === undefined || needed === '0' ? '' : ` of ${needed}`;
  return `${balance}${of}${asset === undefined ? '' : ` ${asset}`}`;
}

function plainLine(entry: Entry, named: ReadonlyMap<string, string>): string {
  const what = entry.balance === undefined ? (entry.error ?? 'Not read.') : amountText(entry);
  const words = [what, named.get(entry.address) ?? '', entry.address].map((each) => each.replace(/\s+/g, ' '));
  return `${words.join('\t')}\n`;
}

/** More decimals than any token has. */
const DECIMALS = 40;

/** By token, as far as it is known; what was not read is counted, not guessed. */
function totalLines(balances: readonly Entry[]): string[] {
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
      return `**In all ${line(amountText({ address: '', balance: held, needed, asset }), 160)}** in ${entries.length} ${entries.length === 1 ? 'escrow' : 'escrows'}`;
    }),
    ...(left === 0 ? [] : [`${left} not counted: their token or what they hold was not told.`]),
  ];
}

function beside({ over, archived }: Entry): string {
  return [
    over === undefined ? '' : `; ${line(over, 60)} more than it needs`,
    archived === undefined ? '' : '; archived on the ledger, where nothing is lost',
  ].join('');
}
