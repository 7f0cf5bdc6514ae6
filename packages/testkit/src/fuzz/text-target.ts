import {
  cleanData,
  cleanLine,
  cleanParagraph,
  hiddenCharacters,
  isBlank,
  quoted,
  quotedReveal,
  revealLine,
  revealParagraph,
  withoutInvisible,
} from '@countersign/core/text';
import { wrapped } from '@countersign/core/text/layout';
import fc from 'fast-check';
import { unfit } from '../fixtures/text-properties.ts';
import { must, mustBeSame, mustBeShown, type Target } from './target.ts';
import { oddJson, oddText } from './texts.ts';

/** What is shown of any text can be shown, is as long as it may be, and would be shown so again. */
const SHOWN = [cleanLine, cleanParagraph, revealLine, revealParagraph];

export const textTarget: Target<{ readonly text: string; readonly limit: number; readonly data: unknown }> = {
  name: 'text',
  inputs: fc.record({ text: oddText, limit: fc.integer({ min: 1, max: 300 }), data: oddJson }),
  check: ({ text, limit, data }) => {
    for (const show of SHOWN) {
      const shown = show(text, limit);
      must(shown.length <= limit, `${show.name} gives ${shown.length} characters for at most ${limit}`);
      mustBeSame(unfit(shown), [], `what ${show.name} shows and what may be shown`);
      must(shown.isWellFormed(), `${show.name} gives half a character`);
      mustBeSame(show(shown, limit), shown, `${show.name} once and twice`);
    }
    must(!/[\n\r\t]/.test(cleanLine(text, limit)), 'a line has lines');
    must(isBlank(text) === (cleanLine(text) === ''), 'blank');
    for (const quote of [quoted, quotedReveal]) {
      must(/^“[^“”"']*”$/u.test(quote(text, limit)), `${quote.name} can be closed from inside`);
    }
    must(hiddenCharacters(withoutInvisible(text)).length === 0 || !text.isWellFormed(), 'hidden characters stay');
    for (const line of wrapped(cleanParagraph(text), 40, '').split('\n'))
      must(line.length <= 400, 'a line is not wrapped');
    mustBeShown(cleanData(data), 30_000);
  },
  calls: ({ text, limit, data }) => [
    ...[...SHOWN, quoted, quotedReveal].map((show) => ({ name: show.name, run: () => show(text, limit) })),
    { name: 'hiddenCharacters', run: () => hiddenCharacters(text) },
    { name: 'cleanData', run: () => cleanData(data) },
  ],
};
