/** Core's sentences in one language. A page loads those of its own language alone. */
import type { Catalogue } from '../text/message.ts';
import type { CoreParameters } from './messages/core.parameters.ts';

type English = typeof import('./messages/core.en.json', { with: { type: 'json' }});
export type CoreMessages = Catalogue<English, CoreParameters>;

/** A catalogue with the types of its sentences. `pnpm check` compares the parameters of every language with English. */
export const coreMessages = (json: English): CoreMessages => json as unknown as CoreMessages;
