/** What the three tools that prepare a step of an escrow have in common. */
import type { CallOptions } from '@countersign/core';
import { fieldsOf, formOf } from '@countersign/core/actions';
import { STEP_NAMES, type StepName } from '@countersign/core/escrow';
import type { Abilities } from '@countersign/core/settings/abilities';
import { isObject } from '@countersign/core/text/fields';
import type { PreparingTool } from '../views/prepared-view.ts';
import { type StepView, stepView } from '../views/step-view.ts';
import type { AssistantDesk } from './tool.ts';
import { isAnswer, withNested } from './written-input.ts';

export const STEP_AFTER_TIMEOUT = 'Ask again with the same arguments: nothing was executed.';

export const stepAnnotations = (title: string) => ({
  title,
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
});

/** The steps whose request has one of these fields: a step with a list is prepared by a tool of its own. */
export const stepsWith = (...fields: readonly string[]): readonly StepName[] =>
  STEP_NAMES.filter((name) => fieldsOf(name).some((field) => fields.includes(field)));

/** Those of a tool that can be built here. */
export const stepsHere = (steps: readonly StepName[], can: Abilities): readonly StepName[] =>
  steps.filter((name) => can.steps.includes(name));

export const stepLines = (steps: readonly StepName[]): string =>
  steps.map((name) => `\n- ${name}: ${formOf(name).phrase}.`).join('');

/** @param nested fields whose value is a list or an object */
export function prepareBy(tool: PreparingTool, steps: readonly StepName[], nested: readonly string[] = []) {
  return async (desk: AssistantDesk, input: unknown, options: CallOptions): Promise<StepView> => {
    const { includeXdr, ...given } = isObject(input) ? input : {};
    const { request, written } = withNested(given, nested);
    const asked = isAnswer(includeXdr) ? request : { ...request, includeXdr };
    const prepared = await desk.prepareStep(steps, asked, {
      ...options,
      ...(written === undefined ? {} : { beside: { ...options.beside, written } }),
    });
    return stepView(prepared, includeXdr === true, tool);
  };
}
