import type { EscrowView } from '@countersign/core';
import { NETWORKS } from '@countersign/core/network';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { fieldsOfEscrow } from './actions.ts';
import { readMilestones } from './draft-request.ts';

// Our own desk refuses such a text in a request, but anybody can put one on the ledger.
test.each(['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'])(
  'a milestone stays one line of a draft, and a title one line, whatever %j they hold',
  (end) => {
    const milestones = [{ amount: '1', description: `Sketches${end}9999 | Everything` }];
    const view = { title: `Logo${end}design`, description: 'x', roles: {}, milestones, kind: 'multi' };
    const { milestoneLines, title } = fieldsOfEscrow(view as unknown as EscrowView, NETWORKS.sandbox, wordsOf('en'));
    expect(readMilestones(milestoneLines, wordsOf('en').draft)).toEqual({
      milestones: [{ line: 1, amount: '1', description: 'Sketches 9999 | Everything' }],
      problems: [],
    });
    expect(title).toBe('Logo design');
  },
);

test('a copy keeps the receiver of each milestone, whatever bars the texts hold', () => {
  const milestones = ['Sketches', 'Drafts | Ben', 'Files |'].map((description, index) => ({
    ...{ amount: `${index + 1}`, description, receiver: `G${index}` },
  }));
  const view = { title: 'Logo', description: 'x', roles: {}, milestones, kind: 'multi' };
  const { milestoneLines } = fieldsOfEscrow(view as unknown as EscrowView, NETWORKS.sandbox, wordsOf('en'));
  expect(readMilestones(milestoneLines, wordsOf('en').draft)).toEqual({
    milestones: [
      { line: 1, amount: '1', description: 'Sketches', receiver: 'G0' },
      { line: 2, amount: '2', description: 'Drafts | Ben', receiver: 'G1' },
      { line: 3, amount: '3', description: 'Files |', receiver: 'G2' },
    ],
    problems: [],
  });
});

test.each([
  ['the total of one milestone', ['Logo'], '30 | Logo'],
  ['no amount for several, of which only the total is known', ['Logo', 'Site'], ' | Logo\n | Site'],
])('copies a single release with %s', (_, descriptions, lines) => {
  const milestones = descriptions.map((description) => ({ description }));
  const view = { title: 'Logo', description: 'x', roles: {}, milestones, kind: 'single', total: '30' };
  const { milestoneLines } = fieldsOfEscrow(view as unknown as EscrowView, NETWORKS.sandbox, wordsOf('en'));
  expect(milestoneLines).toBe(lines);
});

const LINES = [
  ...['10 | Sketches', '10 | Sketches | <@12>', '10 | Sketches | @Ben', '10 | Sketches |', '10 | Red | blue |'],
  ...['10 | Red | blue | Ben', '150 Sketches', '150 USDC Sketches', '150 USDC', '150 usd sketches', 'Final logo: 20'],
  ...['Final logo – 20 USDC', '- Handover - 30 USDC', 'Sketches 150', 'Sketches', 'Two logos', '150', '150 LOGO'],
  ...['2 logos 150', '150 2 logos'],
];

test('reads a line with bars, or where only one number could be the amount', async () => {
  const lines = LINES.map((line) => `${line} → ${JSON.stringify(readMilestones(`\n${line}`, wordsOf('en').draft))}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/lines.txt');
});
