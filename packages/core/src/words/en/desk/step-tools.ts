/** The MCP tool that prepares each step, for sentences about preparing it again. */
import { everyStep, STEP_NAMES, type StepName } from '../../../escrow/steps.ts';

export const STEP_TOOLS: Readonly<Record<StepName, string>> = {
  ...everyStep('prepare_action'),
  resolve: 'resolve_dispute',
  withdraw: 'resolve_dispute',
  update: 'update_escrow',
};

/** A row for each step, by the tool that prepares it. */
export function byStep<Value>(row: (tool: string) => Value): Readonly<Record<StepName, Value>> {
  return Object.fromEntries(STEP_NAMES.map((name) => [name, row(STEP_TOOLS[name])])) as Record<StepName, Value>;
}
