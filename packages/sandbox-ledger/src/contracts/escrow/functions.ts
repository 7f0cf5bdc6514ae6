/** The functions of an escrow contract, under the names and with the arguments of its kind. */
import type { Act, ContractFunction } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import type { NativeContract } from '../../host/host.ts';
import type { EscrowCode, Step } from './code.ts';
import { disputeEscrow, disputeMilestone } from './dispute.ts';
import { resolveEscrow, resolveMilestone, withdraw } from './distribution.ts';
import { extend } from './extend.ts';
import { fund } from './fund.ts';
import { readArguments } from './given.ts';
import { approve, changeStatus } from './milestones.ts';
import { reads } from './read.ts';
import { releaseAll, releaseMilestone } from './release.ts';
import { initialize, update } from './terms.ts';

const INITIALIZE: ContractFunction = { name: 'initialize_escrow', takes: ['escrow'] };
const OF_BOTH = { fund, 'change-status': changeStatus, approve, withdraw, update, extend };
const OF_MULTI = { ...OF_BOTH, release: releaseMilestone, dispute: disputeMilestone, resolve: resolveMilestone };
const OF_SINGLE = { ...OF_BOTH, release: releaseAll, dispute: disputeEscrow, resolve: resolveEscrow };

export function escrowFunctions(code: EscrowCode): NativeContract {
  const steps: Record<Act, Step> = code.isSingle ? OF_SINGLE : OF_MULTI;
  const acts = Object.entries(steps).flatMap(([act, step]) => {
    const called = code.kind.functions[act as Act];
    if (called === undefined) return [];
    const run: NativeContract[string] = (context, args) =>
      step(code, context, readArguments(called, args, code.read)) ?? xdr.ScVal.scvVoid();
    return [[called.name, run] as const];
  });
  return {
    initialize_escrow: (context, args) =>
      initialize(code, context, readArguments(INITIALIZE, args, code.read)) ?? xdr.ScVal.scvVoid(),
    ...Object.fromEntries(acts),
    ...reads(code),
  };
}
