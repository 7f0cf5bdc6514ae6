/** An address that looks like one that a person knows, as data and in words. */
import { format, upper } from '../text/message.ts';
import type { Messages } from './catalogue.ts';

/** `start`, `end`: how many characters both have in common there. */
export type LookAlike = {
  /** One that the person does not know. */
  readonly address: string;
  /** One that they know. */
  readonly looksLike: string;
  readonly start: number;
  readonly end: number;
};

export type LookAlikeWords = ReturnType<typeof createLookAlike>;

export function createLookAlike({ lookAlike }: Messages) {
  const { text, first, last, and } = lookAlike.equal;
  return {
    ...lookAlike,
    equal: (start: number, end: number): string => {
      const parts = [
        ...(start > 0 ? [format(first, { count: start })] : []),
        ...(end > 0 ? [format(last, { count: end })] : []),
      ];
      return upper(format(text, { which: parts.join(and) }));
    },
    /** For a person who saves it nevertheless. */
    type: (count: number): string => format(lookAlike.type, { count }),
  };
}

/** Both whole, since what decides is in the middle. @param name of the known address */
export function lookAlikeText(alike: LookAlike, words: LookAlikeWords, name?: string): string {
  const { address, looksLike, start, end } = alike;
  const who = name === undefined ? '' : ` (${name})`;
  const [first, second] = [address, looksLike].map((each) => marked(each, start, end));
  return `${words.lead} ${words.address}: ${first}. ${words.known}: ${second}${who}. ${words.equal(start, end)} ${words.ask}`;
}

const MOST_TYPED = 6;

/** What a person types to confirm that they compared the two: of the new address, the first characters that differ. */
export function differingBegin({ address, start, end }: LookAlike): string {
  return address.slice(start, Math.min(start + MOST_TYPED, address.length - end));
}

/** In groups of four, with the part that differs in brackets. */
function marked(address: string, start: number, end: number): string {
  return [...address]
    .map((character, at) => {
      const space = at > 0 && at % 4 === 0 ? ' ' : '';
      return `${space}${at === start ? '[' : ''}${character}${at === address.length - end - 1 ? ']' : ''}`;
    })
    .join('');
}
