/** What a person reads of an address that looks like one that they know. */
import type { LookAlikeWords } from '../look-alike.ts';

export const LOOK_ALIKE: LookAlikeWords = {
  lead: 'This address is new and looks like one that you know, but is not it.',
  address: 'New',
  known: 'Known',
  equal: (start, end) => {
    const parts = [...(start > 0 ? [`first ${start}`] : []), ...(end > 0 ? [`last ${end}`] : [])];
    return `The ${parts.join(' and the ')} characters are equal; the marked part differs.`;
  },
  ask: 'It may have been made to be mistaken for the other. Before you sign, ask its owner by another channel.',
  type: (count) => `To confirm, type the first ${count} marked characters of the new address`,
  notThese: 'These are not those characters of the new address. Nothing was changed.',
};
