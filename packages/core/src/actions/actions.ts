/** The registry of actions: a row each. */
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import type { Network } from '../escrow/network.ts';
import type { Action, ActionName } from './action.ts';
import { deploy } from './deploy/index.ts';
import { fund } from './fund/index.ts';
import { stepAction } from './steps/step-action.ts';
import { STEPS } from './steps/step-of.ts';
import { trust } from './trust/index.ts';

const ACTIONS: { readonly [Name in ActionName]: Action<Name> } = {
  deploy,
  fund,
  trust,
  'change-status': stepAction(STEPS['change-status']),
  approve: stepAction(STEPS.approve),
  release: stepAction(STEPS.release),
  dispute: stepAction(STEPS.dispute),
  resolve: stepAction(STEPS.resolve),
  withdraw: stepAction(STEPS.withdraw),
  update: stepAction(STEPS.update),
  extend: stepAction(STEPS.extend),
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
