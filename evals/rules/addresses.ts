/** An address in a call stands, letter for letter, in what the person said or in what a tool returned before. */
import { type Breach, knownAt, type Rule, textsIn } from './transcript.ts';

/** What looks like an address, also cut or with too many characters. */
const LIKE_AN_ADDRESS = /^[GCM][A-Z2-7]{20,}$/;
const SHORTENED = /\b[GCM][A-Z2-7]{2,20}(?:…|\.{2,3})[A-Z2-7]{2,20}\b/;

/** In XDR too there are capital letters; a run of base64 is one word here. */
const wordsOf = (text: string): string[] => text.match(/[A-Za-z0-9+/=]+/g) ?? [];
const addressesIn = (texts: readonly string[]) => texts.flatMap(wordsOf).filter((word) => LIKE_AN_ADDRESS.test(word));

export const noRetypedAddress: Rule = (transcript) =>
  transcript.events.flatMap((event, at): Breach[] => {
    if (event.kind !== 'call' && event.kind !== 'assistant') return [];
    const texts = textsIn(event.kind === 'call' ? event.input : event.text);
    const known = new Set(wordsOf(knownAt(transcript, at)));
    const retyped = addressesIn(texts).filter((address) => !known.has(address));
    const shortened = texts.filter((text) => SHORTENED.test(text));
    return [
      ...retyped.map((address) => ({ rule: 'no-retyped-address', at, why: `${address} was not given before` })),
      ...shortened.map(() => ({ rule: 'no-retyped-address', at, why: 'an address is shortened' })),
    ];
  });
