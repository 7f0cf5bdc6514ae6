import { explainTransaction } from '@countersign/core/explain';
import { NOW, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { HARMLESS, hiddenAmong, TAKEOVER, TAKEOVER_WARNINGS } from '@countersign/testkit/fixtures/takeover';
import { expect, test } from 'vitest';
import { explanationText } from './texts.ts';

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
