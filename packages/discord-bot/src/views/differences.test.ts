import type { Prepared } from '@countersign/core';
import { encodeStrKey } from '@countersign/core/escrow';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { cardMessage } from './card.ts';

const ENGLISH = wordsOf('en');

const accountOf = (fill: number) => encodeStrKey('account', new Uint8Array(32).fill(fill));
const ROLES = ['approver', 'serviceProvider', 'receiver'];
const LONG = '*'.repeat(160);
const TEXTS = ['title', 'description', ...Array.from({ length: 10 }, (_, at) => `milestones[${at}].description`)];
const DIFFERENCES = [
  ...TEXTS.map((field) => ({ field, asked: LONG, found: LONG })),
  ...ROLES.map((role, at) => ({ field: `roles.${role}`, asked: accountOf(at), found: accountOf(at + 9) })),
  { field: 'amount', asked: '450.1234567', found: '45' },
];
const HASHES = ['d', 'e'].map((digit) => digit.repeat(64));

/** A new version of one that somebody opened, with the longest texts, which nobody has confirmed. */
function replacing(milestones: number): Prepared {
  const { unsignedXdr: _, ...prepared } = preparedOf(LONG, milestones);
  return {
    ...prepared,
    status: 'to-confirm',
    judgement: {
      key: 'key',
      stops: [
        { code: 'REPLACES_OPENED', params: { id: 'c'.repeat(32), differences: DIFFERENCES } },
        { code: 'NOT_COVERED', params: { transactions: HASHES } },
        { code: 'ONE_STRANGER_IN_ALL_ROLES', params: { address: accountOf(5) } },
      ],
      warnings: [],
      facts: [],
    },
    replaces: { id: 'c'.repeat(32), differences: DIFFERENCES },
  };
}

test.each([1, 10])('what decides is whole and first, with %i milestones of the longest texts', (milestones) => {
  const { components, files = [] } = cardMessage(replacing(milestones), undefined, ENGLISH);
  const attachments = files.map(({ name }, id) => ({ id: String(id), filename: name }));
  const names = files.map(({ name }) => name);
  expect(messageProblems({ components, flags: 1 << 15, attachments }, names, 'create')).toEqual([]);
  const texts = allParts(components).flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []));
  const shown = texts.join('\n').replaceAll('\\', '');
  // In the sentences that stop it too.
  for (const whole of [...HASHES, accountOf(5)]) expect(shown).toContain(whole);
  const [, listed = ''] = shown.split('**This will replace your earlier version. What is different**\n');
  const fields = listed.split('\n').flatMap((line) => /^- \*\*(.*?)\*\*: now/.exec(line)?.[1] ?? []);
  expect(fields.slice(0, 4)).toEqual(['roles.approver', 'roles.serviceProvider', 'roles.receiver', 'amount']);
  for (const { field, asked, found } of DIFFERENCES.slice(TEXTS.length)) {
    expect(listed).toContain(`- **${field}**: now ${asked}, before ${found}`);
  }
  expect(listed).toMatch(/- and \d+ more/);
});
