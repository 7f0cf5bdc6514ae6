/** Every action: those of the registry of steps, and three more. */
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Network } from '../escrow/network.ts';
import { STEP_NAMES, type StepName } from '../escrow/steps.ts';
import type { Action, ActionName } from './action.ts';
import { deploy } from './deploy/index.ts';
import { fund } from './fund/index.ts';
import { stepAction } from './steps/step-action.ts';
import { trust } from './trust/index.ts';

const ACTIONS: { readonly [Name in ActionName]: Action<Name> } = {
  deploy,
  fund,
  trust,
  ...(Object.fromEntries(STEP_NAMES.map((name) => [name, stepAction(name)])) as {
    readonly [Name in StepName]: Action<Name>;
  }),
};

export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[];

export function actionOf<Name extends ActionName>(name: Name): Action<Name> {
  return ACTIONS[name];
}

/** Recognises a transaction's action and the contract that it is about. @returns undefined where it is none of ours */
export function recogniseAction(
  read: ReadTransaction,
  network: Network,
): { readonly name: ActionName; readonly contractId: string } | undefined {
  for (const name of ACTION_NAMES) {
    const call = actionOf(name).read(read, network);
    if (!('unreadable' in call)) return { name, contractId: call.contractId };
  }
  return undefined;
}
