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
