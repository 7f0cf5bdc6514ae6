import { NETWORKS } from '@countersign/core/network';
import { HARMLESS, hiddenAmong, TAKEOVER, TAKEOVER_WARNINGS } from '@countersign/testkit/fixtures/takeover';
import { expect, test } from 'vitest';
import { explainXdr } from './explain-xdr.ts';

test.each(Object.keys(HARMLESS))(
  'a takeover hidden among 99 %s comes first, and all of it before any line',
  async (kind) => {
    for (const position of [0, 57, 99]) {
      const result = await explainXdr.runHere(NETWORKS.sandbox, { xdr: hiddenAmong(kind, position, TAKEOVER) });
      expect(explainXdr.output.safeParse(result).error).toBeUndefined();
      const first = (result['warnings'] as string[]).slice(0, 3).join('\n');
      for (const shownText of TAKEOVER_WARNINGS) expect(first).toContain(shownText);
      // A host cuts a long result at its end.
      const text = JSON.stringify(result);
      for (const shownText of TAKEOVER_WARNINGS) expect(text.indexOf(shownText)).toBeLessThan(text.indexOf('"lines"'));
    }
  },
);
