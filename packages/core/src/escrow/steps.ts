/** The steps of an escrow's life after it stands, each taken by whoever holds a role in it. Paying into it is none: anyone may. */
export const STEP_NAMES = [
  'change-status',
  'approve',
  'release',
  'dispute',
  'resolve',
  'withdraw',
  'update',
  'extend',
] as const;
export type StepName = (typeof STEP_NAMES)[number];

export function isStepName(name: string): name is StepName {
  return STEP_NAMES.some((each) => each === name);
}

/** The same of every step, for a table that has rows for other actions too. */
export function everyStep<Value>(value: Value): Readonly<Record<StepName, Value>> {
  return Object.fromEntries(STEP_NAMES.map((name) => [name, value])) as Record<StepName, Value>;
}
