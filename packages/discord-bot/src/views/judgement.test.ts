import type { Prepared } from '@countersign/core';
import { encodeStrKey } from '@countersign/core/escrow';
import { LANGUAGES } from '@countersign/core/words';
import { allParts, messageProblems, PART } from '@countersign/testkit/discord/rules';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../words/index.ts';
import { cardMessage } from './card.ts';

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

/** An unconfirmed new version of an opened one, with the longest texts. */
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
        { code: 'CAN_TAKE_ALONE', params: { way: 'release', share: 'all', address: accountOf(5) } },
      ],
      warnings: [],
      facts: [],
    },
    replaces: { id: 'c'.repeat(32), differences: DIFFERENCES },
  };
}

const MORE = { en: /- and \d+ more/, es: /- y \d+ más/ } as const;
const DECIDING = {
  en: ['Approver', 'Service provider', 'Receiver', 'Amount'],
  es: ['Quien aprueba', 'Quien hace el trabajo', 'Quien cobra', 'Monto'],
};

describe.each(LANGUAGES)('in %s', (language) => {
  const words = wordsOf(language);

  test.each([1, 10])(
    'shows the decisive warnings whole and first, with %i milestones of the longest texts',
    (milestones) => {
      const { components, files = [] } = cardMessage(replacing(milestones), undefined, words);
      const attachments = files.map(({ name }, id) => ({ id: String(id), filename: name }));
      const names = files.map(({ name }) => name);
      expect(messageProblems({ components, flags: 1 << 15, attachments }, names, 'create')).toEqual([]);
      const texts = allParts(components).flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []));
      const shown = texts.join('\n').replaceAll('\\', '');
      // In the sentences that stop it too.
      for (const whole of [...HASHES, accountOf(5)]) expect(shown).toContain(whole);
      const [, listed = ''] = shown.split(`**${words.card.willReplace}**\n`);
      const fields = listed.split('\n').flatMap((line) => /^- \*\*(.*?)\*\*: (?:now|ahora)/.exec(line)?.[1] ?? []);
      expect(fields.slice(0, 4)).toEqual(DECIDING[language]);
      for (const { field, asked, found } of DIFFERENCES.slice(TEXTS.length)) {
        expect(listed).toContain(
          `- **${words.core.fieldText(field)}**: ${words.card.now} ${asked}, ${words.card.before} ${found}`,
        );
      }
      expect(listed).toMatch(MORE[language]);
    },
  );
});
