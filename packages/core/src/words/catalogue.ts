/** Core's sentences in one language. A page loads those of its own language alone. */
import type { Catalogue } from '../text/message.ts';
import type { CoreParameters } from './messages/core.parameters.ts';
import type { ErrorsParameters } from './messages/errors.parameters.ts';
import type { ProblemsParameters } from './messages/problems.parameters.ts';

type English = typeof import('./messages/core.en.json', { with: { type: 'json' }});
export type CoreMessages = Catalogue<English, CoreParameters>;

/** A catalogue with the types of its sentences. `pnpm check` compares the parameters of every language with English. */
export const coreMessages = (json: English): CoreMessages => json as unknown as CoreMessages;

type EnglishErrors = typeof import('./messages/errors.en.json', { with: { type: 'json' }});
export type ErrorMessages = Catalogue<EnglishErrors, ErrorsParameters>;
export const errorMessages = (json: EnglishErrors): ErrorMessages => json as unknown as ErrorMessages;

/** Of the fields of an input: pages get these sentences from their server. */
type EnglishProblems = typeof import('./messages/problems.en.json', { with: { type: 'json' }});
export type ProblemMessages = Catalogue<EnglishProblems, ProblemsParameters>;
export const problemMessages = (json: EnglishProblems): ProblemMessages => json as unknown as ProblemMessages;
