/** What the card in a host (MCP App) gets with a tool's result. Shared with the browser. */

import type { Fields } from '@countersign/core/text/fields';
import type { Language } from '@countersign/core/words';
import type { PageView } from './page-view.ts';

export { pageView } from './page-view.ts';

/** Its name in the `_meta` of a result. */
export const CARD_DATA = 'countersign/card';

/** What the server adds to the transaction, in the words of one language. */
export type CardTexts = Readonly<Record<'stops' | 'warnings' | 'facts' | 'reasons', readonly string[]>> & {
  /** Of several milestones in one request: how far they are. */
  readonly plan?: string;
};

export type CardData = {
  /** The result as the server returned it, or `{ error }`: the card draws this copy, and compares it with what arrived. */
  readonly result: Fields;
  /** What was prepared; absent where this caller may not sign it, or nothing was. */
  readonly view?: PageView;
  readonly texts?: Readonly<Record<Language, CardTexts>>;
};
