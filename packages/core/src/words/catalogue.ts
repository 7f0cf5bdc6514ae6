/** Core's sentences in one language. A page loads those of its own language alone. */
import type { Catalogue } from '../text/message.ts';
import type { CoreParameters } from './messages/core.parameters.ts';
import type { ErrorsParameters } from './messages/errors.parameters.ts';
import type { FieldsParameters } from './messages/fields.parameters.ts';
import type { ProblemsParameters } from './messages/problems.parameters.ts';
import type { RiskParameters } from './messages/risk.parameters.ts';
import type { StepsParameters } from './messages/steps.parameters.ts';

type English = typeof import('./messages/core.en.json', { with: { type: 'json' }});
export type CoreMessages = Catalogue<English, CoreParameters>;

/** A catalogue with the types of its sentences. `pnpm check` compares the parameters of every language with English. */
export const coreMessages = (json: English): CoreMessages => json as unknown as CoreMessages;

/** Of what prevents a step, its costs and changes, and of plans of several steps. The card in a host has none of them. */
type EnglishSteps = English & typeof import('./messages/steps.en.json', { with: { type: 'json' }});
export type StepMessages = Catalogue<EnglishSteps, CoreParameters & StepsParameters>;
export const stepMessages = (json: EnglishSteps): StepMessages => json as unknown as StepMessages;

type EnglishErrors = typeof import('./messages/errors.en.json', { with: { type: 'json' }});
export type ErrorMessages = Catalogue<EnglishErrors, ErrorsParameters>;
export const errorMessages = (json: EnglishErrors): ErrorMessages => json as unknown as ErrorMessages;

/** Of the fields of an input: pages get these sentences from their server. */
type EnglishProblems = typeof import('./messages/problems.en.json', { with: { type: 'json' }});
export type ProblemMessages = Catalogue<EnglishProblems, ProblemsParameters>;
export const problemMessages = (json: EnglishProblems): ProblemMessages => json as unknown as ProblemMessages;

type EnglishFields = typeof import('./messages/fields.en.json', { with: { type: 'json' }});
export type FieldMessages = Catalogue<EnglishFields, FieldsParameters>;
export const fieldMessages = (json: EnglishFields): FieldMessages => json as unknown as FieldMessages;

/** Of stops, warnings, facts and reasons, and of names. */
type EnglishRisk = typeof import('./messages/risk.en.json', { with: { type: 'json' }});
export type RiskMessages = Catalogue<EnglishRisk, RiskParameters>;
export const riskMessages = (json: EnglishRisk): RiskMessages => json as unknown as RiskMessages;
