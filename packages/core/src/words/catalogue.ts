/** Core's sentences in one language, as its JSON files have them. A page loads those of its own language alone. */
import type { ErrorsParameters } from '../errors/messages/errors.parameters.ts';
import type { ProblemsParameters } from '../errors/messages/problems.parameters.ts';
import type { Catalogue } from '../text/message.ts';
import type { CoreParameters } from './messages/core.parameters.ts';
import type { DeskParameters } from './messages/desk.parameters.ts';
import type { StepsParameters } from './messages/steps.parameters.ts';

/** Names of parties, fields and states, actions, payments and summaries. The card in a host has no other words of core. */
type English = typeof import('./messages/core.en.json', { with: { type: 'json' }});
/** What prevents a step, its risks, costs and changes, and plans of several steps. */
type EnglishSteps = typeof import('./messages/steps.en.json', { with: { type: 'json' }});
type EnglishErrors = typeof import('../errors/messages/errors.en.json', { with: { type: 'json' }});
/** Of the desk and of explanations, and of the fields of an input: pages get these sentences from their server. */
type EnglishDesk = typeof import('./messages/desk.en.json', { with: { type: 'json' }});
type EnglishProblems = typeof import('../errors/messages/problems.en.json', { with: { type: 'json' }});

/** The files that pages load, too. */
export type LanguageFiles = { readonly core: English; readonly steps: EnglishSteps; readonly errors: EnglishErrors };

export type CoreMessages = Catalogue<English, CoreParameters>;
export type Messages = CoreMessages &
  Catalogue<EnglishSteps, StepsParameters> &
  Catalogue<EnglishErrors, ErrorsParameters>;
export type DeskMessages = Catalogue<EnglishDesk, DeskParameters> & {
  readonly problems: Catalogue<EnglishProblems, ProblemsParameters>;
};

// `pnpm check` compares the parameters of every language with English.
export const coreMessages = (json: English): CoreMessages => json as unknown as CoreMessages;
export const deskMessages = (desk: EnglishDesk, problems: EnglishProblems): DeskMessages =>
  ({ ...desk, problems }) as unknown as DeskMessages;
export const messagesOf = ({ core, steps, errors }: LanguageFiles): Messages =>
  ({ ...core, ...steps, ...errors }) as unknown as Messages;
