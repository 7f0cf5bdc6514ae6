/** What escrows hold, in the order asked. */
import type { Balances } from '@countersign/core';
import { SOURCE_WORDS } from '@countersign/core/words';
import type { Message } from '../answers.ts';
import { code, line, relativeTime } from './markdown.ts';
import { container, RULE, text } from './parts.ts';

export function balancesMessage({ balances, network, asOf, ledger }: Balances): Message {
  const lines = balances.map((entry) =>
    entry.balance !== undefined && entry.by !== undefined
      ? `**${line(entry.balance, 60)}** in ${code(entry.address)}, ${SOURCE_WORDS[entry.by]}${beside(entry)}`
      : `${code(entry.address)} ${line(entry.error ?? 'Not read.', 60)}`,
  );
  const whose = ledger === undefined ? '' : `. The ledger was read at ${line(ledger, 100)}.`;
  return {
    components: container('plain', [
      text('### Balances'),
      text(lines.join('\n')),
      RULE,
      text(`-# ${network}, read ${relativeTime(asOf)}, in units of each escrow’s token${whose}`),
    ]),
  };
}

function beside({ over, archived }: Balances['balances'][number]): string {
  return [
    over === undefined ? '' : `; ${line(over, 60)} more than it needs`,
    archived === undefined ? '' : '; archived on the ledger, where nothing is lost',
  ].join('');
}
