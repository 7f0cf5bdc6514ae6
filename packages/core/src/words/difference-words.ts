/** A text for each side of a difference that no value can show. A language that lacks one does not compile. */
import type { Difference, DifferenceText, Side, SideCode, SideParams } from '../errors/differences.ts';

export type SideWords = { readonly [Code in SideCode]: (params: SideParams[Code]) => string };

/** Each side in words; a value stays as it is. */
export const differenceTextBy =
  (words: SideWords) =>
  ({ field, asked, found }: Difference): DifferenceText => {
    const text = (side: Side): string =>
      typeof side === 'string' ? side : (words[side.code] as (params: object) => string)(side.params);
    return { field, asked: text(asked), found: text(found) };
  };
