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
  ['10 | Sketches', { description: 'Sketches' }],
  ['10 | Sketches | <@12>', { description: 'Sketches', receiver: '<@12>' }],
  ['10 | Sketches | @Ben', { description: 'Sketches', receiver: '@Ben' }],
  ['10 | Sketches |', { description: 'Sketches' }],
  ['10 | Red | blue |', { description: 'Red | blue' }],
  ['10 | Red | blue | Ben', { description: 'Red | blue', receiver: 'Ben' }],
])('reads %j as a milestone with its receiver, if the line names one', (lines, read) => {
  expect(readMilestones(lines, wordsOf('en').draft).milestones).toEqual([{ line: 1, amount: '10', ...read }]);
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

test.each([
  ['150 Sketches', { amount: '150', description: 'Sketches' }],
  ['150 USDC Sketches', { amount: '150 USDC', description: 'Sketches' }],
  ['150 USDC', undefined],
  ['150 usd sketches', { amount: '150', description: 'usd sketches' }],
  ['Final logo: 20', { amount: '20', description: 'Final logo' }],
  ['Final logo – 20 USDC', { amount: '20 USDC', description: 'Final logo' }],
  ['- Handover - 30 USDC', { amount: '30 USDC', description: 'Handover' }],
  ['Sketches 150', { amount: '150', description: 'Sketches' }],
  ['Sketches', undefined],
  ['Two logos', undefined],
  ['150', undefined],
  ['150 LOGO', undefined],
  ['2 logos 150', undefined],
  ['150 2 logos', undefined],
])('reads %j without a bar, if only one number could be the amount', (lines, read) => {
  const { noBar } = wordsOf('en').draft;
  expect(readMilestones(`\n${lines}`, wordsOf('en').draft)).toEqual({
    milestones: read === undefined ? [] : [{ line: 2, ...read }],
    problems: read === undefined ? [{ line: 2, problem: noBar }] : [],
  });
});
