export { contractIdFor, deployInvocation } from './deploy-call.ts';
export { errorName } from './error-names.ts';
export type { EscrowKind } from './escrow-kind.ts';
export {
  type AskedEscrow,
  escrowOfKind,
  escrowOfRequest,
  escrowOnChain,
  kindOfRequest,
  releaseOf,
} from './escrow-of-request.ts';
export type { EscrowOnChain, MilestoneOnChain } from './escrow-on-chain.ts';
export { functionOf } from './function-of.ts';
export { ACTS, type Act, ARGUMENTS, type Argument, type ContractFunction, type PlainValues } from './functions.ts';
export { liveMulti } from './live-multi.ts';
export { liveSingle } from './live-single.ts';
export { stateOf } from './progress.ts';
export type { ReadEscrow } from './read-as.ts';
export { type ReadDeploy, readDeploy, readDeployOf } from './read-deploy.ts';
export { ESCROW_KINDS, kindOfCode, readEscrow } from './registry.ts';
export { SERVED_KINDS, servedKind } from './served-kinds.ts';
export { type Payout, payoutOf, type Split, type SplitRule, splitOf } from './split.ts';
