/** The registry of steps: a row for each in two tables. Their names and order are those of `escrow/steps.ts`. */
import type * as z from 'zod';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { isStepName, type StepName } from '../escrow/steps.ts';
import * as approve from './approve/index.ts';
import * as changeStatus from './change-status/index.ts';
import * as dispute from './dispute/index.ts';
import * as extend from './extend/index.ts';
import * as release from './release/index.ts';
import * as resolve from './resolve/index.ts';
import type { StepForm } from './steps/form.ts';
import type { RequestWith, StepRequest } from './steps/request.ts';
import type { Step } from './steps/step.ts';
import * as update from './update/index.ts';
import * as withdraw from './withdraw/index.ts';

const STEPS: { readonly [Name in StepName]: Step<Name, StepRequests[Name]> } = {
  'change-status': changeStatus.step,
  approve: approve.step,
  release: release.step,
  dispute: dispute.step,
  resolve: resolve.step,
  withdraw: withdraw.step,
  update: update.step,
  extend: extend.step,
};

/** A table of its own, which is not part of the signing page. */
const FORMS = {
  'change-status': changeStatus.form,
  approve: approve.form,
  release: release.form,
  dispute: dispute.form,
  resolve: resolve.form,
  withdraw: withdraw.form,
  update: update.form,
  extend: extend.form,
} satisfies Readonly<Record<StepName, StepForm<never>>>;

type Fields = { readonly [Name in StepName]: ReturnType<(typeof FORMS)[Name]['fields']> };
export type StepRequests = { readonly [Name in StepName]: RequestWith<Fields[Name]> };

export const stepOf = (name: StepName): Step => STEPS[name];
export const isPaying = (action: string | undefined): boolean =>
  action !== undefined && isStepName(action) && STEPS[action].movesMoney === true;
export const formOf = (name: StepName): StepForm => FORMS[name];

/** The fields that a step takes besides escrow and signer, to be named when an unknown one is given. */
export const fieldsOf = (name: StepName): readonly string[] => Object.keys(formOf(name).fields());

type Inputs = {
  readonly [Name in StepName]: { readonly [Field in keyof Fields[Name]]: z.input<Fields[Name][Field]> };
}[StepName];
type ValueOf<Input, Field> = Input extends unknown ? (Field extends keyof Input ? Given<Input[Field]> : never) : never;
type Given<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
type FieldOf<Input> = Input extends unknown ? keyof Input : never;

/** A step as the desk takes it; the escrow is named by its address or by the id under which it was prepared here. */
export type StepInput = Readonly<Partial<Pick<StepRequest, 'escrow'> & { readonly id: string }>> & {
  readonly signer?: string | undefined;
} & { readonly [Field in FieldOf<Inputs>]?: ValueOf<Inputs, Field> | undefined };

/** Whether a transaction brings archived entries back within its call. */
export function restores({ transaction: { ext } }: ReadTransaction): boolean {
  if (ext.type !== 'sorobanData') return false;
  const { ext: more } = ext.sorobanData;
  return more.type === 'resourceExt' && more.resourceExt.archivedSorobanEntries.length > 0;
}
