/** What the explanation of a transaction is made of, in one language. Servers alone load these. */
import type { Problem } from '../../errors/problems.ts';
import type { Catalogue } from '../../text/message.ts';
import type { Words } from '../language.ts';
import type { ExplainParameters } from '../messages/explain.parameters.ts';

type English = typeof import('../messages/explain.en.json', { with: { type: 'json' }});
type ExplainMessages = Catalogue<English, ExplainParameters>;

export const explainMessages = (json: English): ExplainMessages => json as unknown as ExplainMessages;

export type ExplainLanguage = {
  readonly messages: ExplainMessages;
  readonly core: Words;
  /** A field as a sentence begins with it. */
  readonly fieldName: (path: string) => string;
  readonly problemText: (problem: Problem) => string;
};
