import type { Settlement } from '@countersign/core';
import { explainTransaction } from '@countersign/core/explain';
import { SANDBOX_NAMES } from '@countersign/core/network';
import { NOW, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { FACTS, STOPS, WARNINGS } from '@countersign/testkit/fixtures/judged';
import { HARMLESS, hiddenAmong, TAKEOVER, TAKEOVER_WARNINGS } from '@countersign/testkit/fixtures/takeover';
import { expect, test } from 'vitest';
import { explanationText, judgementText, outcomeText, rowLines, type Sent } from './texts.ts';

const WIDTHS = [40, 80, 100, 200, undefined];

/** The text without its line breaks, as a person reads it. */
const read = (text: string) => text.replace(/\s+/g, ' ');

test.each(Object.keys(HARMLESS))('a takeover hidden among 99 %s is printed first, at every width', (kind) => {
  for (const position of [0, 42, 98, 99]) {
    const explanation = explainTransaction(hiddenAmong(kind, position, TAKEOVER), sandbox, NOW);
    for (const columns of WIDTHS) {
      const [top = '', ...rest] = explanationText(explanation, columns).split('\n\n');
      expect(top).not.toContain('\n\n');
      const [warnings = ''] = rest;
      expect(warnings).toMatch(/^Before anyone signs:\n {2}! Operation/);
      const first = read(warnings.split('\n  ! ').slice(1, 4).join(' '));
      for (const text of TAKEOVER_WARNINGS) expect(first).toContain(text);
      // Nothing is left out, and a reader who sees only the end is sent to the top.
      for (const { text } of explanation.warnings) expect(read(warnings)).toContain(read(text));
      expect(rest.at(-1)).toBe(`Before anyone signs: read the ${explanation.warnings.length} warnings at the top.\n`);
    }
  }
});

const STATUSES: readonly Settlement['status'][] = [
  ...(['settled', 'taken', 'rejected', 'expired', 'displaced'] as const),
  ...(['accepted', 'unknown', 'partly-signed'] as const),
];
/** Words for a model, or for someone who holds a signed transaction. */
const NOT_HERE = /[a-z]+_[a-z]+|XDR|[Ss]ubmit|with the id/;

test('says what became of a transaction, by which source, and what can be done at a terminal', async () => {
  const next = 'Submit the same signed XDR again; get_balances shows what it holds.';
  const one = { by: 'ledger', message: 'So it is.', next, transactionHash: '<hash>' } as const;
  const lines = (['payment', 'escrow', 'trustline', 'step'] as const).flatMap((sent: Sent) =>
    STATUSES.map((status) => `${sent}, ${status}: ${outcomeText({ ...one, status, contractId: '<escrow>' }, sent)}`),
  );
  const settled = { ...one, status: 'settled' } as const;
  const others = [
    outcomeText(settled),
    outcomeText(settled, 'escrow'),
    outcomeText({ ...settled, ledger: 'rpc.example' }),
    outcomeText({ ...settled, by: 'service', ledger: 'rpc.example' }),
    outcomeText({ ...settled, by: 'here' }),
    outcomeText({ ...one, status: 'partly-signed', expiresAt: '<time>' }),
  ];
  const text = [...lines, ...others].join('\n\n');
  expect(text).not.toMatch(NOT_HERE);
  await expect(`${text}\n`).toMatchFileSnapshot('recorded/outcomes.txt');
});

test('breaks lines for the width of the terminal, and never into less than a person can read', async () => {
  const words = 'aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp';
  const explained = (lines: number, warnings: number) => ({
    heading: `Heading ${words}`,
    lines: Array.from({ length: lines }, (_, at) => ({ label: 'L'.repeat(1 + (at % 3)), value: words })),
    warnings: Array.from({ length: warnings }, () => ({ code: 'FEE', text: `Warning ${words}` })) as never,
  });
  const [stops, warnings, facts] = [STOPS.slice(0, 2), WARNINGS.slice(0, 1), FACTS.slice(-1)];
  const risk = { stops, warnings, facts };
  const taken = STOPS.filter(({ code }) => code === 'CAN_TAKE_ALONE').map((stop) => ({
    ...stop,
    params: { ...stop.params, address: SANDBOX_NAMES[0]?.address },
  })) as typeof STOPS;
  const parts: Readonly<Record<string, string>> = {
    'an explanation without a terminal': explanationText(explained(3, 0)),
    ...Object.fromEntries(
      [20, 38, 39].map((width) => [`an explanation at ${width}`, explanationText(explained(3, 1), width)]),
    ),
    'an explanation that fits a screen': explanationText(explained(24, 1)).slice(-90),
    'an explanation longer than a screen': explanationText(explained(25, 1)).slice(-90),
    'an explanation longer than a screen, with two warnings': explanationText(explained(24, 2)).slice(-90),
    'a long explanation without warnings': explanationText(explained(40, 0)).slice(-90),
    'nothing to weigh': judgementText({ stops: [], warnings: [], facts: [] }),
    'what to weigh, without a terminal': judgementText(risk),
    ...Object.fromEntries(
      [20, 34, 38].map((width) => [`a stop at ${width}`, judgementText({ ...risk, warnings: [], facts: [] }, width)]),
    ),
    'a warning alone': judgementText({ ...risk, stops: [], facts: [] }),
    'a fact alone': judgementText({ ...risk, stops: [], warnings: [] }),
    'an address without a name': judgementText({ stops: taken, warnings: [], facts: [] }),
    'an address with a name': judgementText({ stops: taken, warnings: [], facts: [] }, undefined, SANDBOX_NAMES),
    ...Object.fromEntries(
      [50, 66, 67, undefined].map((width) => [
        `rows at ${width}`,
        rowLines(
          [
            ['Label', [words, 'second', '']],
            ['Other', []],
            ['Last', ['x']],
          ],
          width,
        ),
      ]),
    ),
  };
  const text = Object.entries(parts).map(([title, part]) => `--- ${title}\n${part}`);
  await expect(text.join('')).toMatchFileSnapshot('recorded/layout.txt');
});
