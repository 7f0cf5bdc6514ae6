/** Whose signature is waited for, as the row keeps it: in no language. */
import { isStepName, ROLE_NAMES, type RoleName, type StepName } from '@countersign/core/escrow';

/** Absent: the signer, without a role. */
export type WaitedFor = { readonly step: StepName; readonly role: RoleName | undefined } | undefined;

const SHAPE = /^([a-z-]{1,40})\.([A-Za-z]{0,40})$/;

export const keptOf = (waitedFor: WaitedFor): string =>
  waitedFor === undefined ? '' : `${waitedFor.step}.${waitedFor.role ?? ''}`;

/** Rows of before hold English words, of which each means the signer. */
export function waitedForIn(kept: string): WaitedFor {
  const [, step = '', role] = SHAPE.exec(kept) ?? [];
  return isStepName(step) ? { step, role: ROLE_NAMES.find((each) => each === role) } : undefined;
}
