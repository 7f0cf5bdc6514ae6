export type { InterfacePart } from './contract-interface.ts';
export { encodeCall } from './encode-call.ts';
export { errorName, LIVE_ERRORS } from './error-names.ts';
export {
  ACTS,
  type Act,
  ARGUMENTS,
  type Argument,
  type ContractFunction,
  type EscrowKind,
  functionOf,
  type PlainValues,
  type ReadEscrow,
} from './escrow-kind.ts';
export {
  type AskedEscrow,
  escrowOfKind,
  escrowOfRequest,
  escrowOnChain,
  kindOfRequest,
  releaseOf,
} from './escrow-of-request.ts';
export type { EscrowOnChain, MilestoneOnChain } from './escrow-on-chain.ts';
export { type Payout, payoutOf, type Split, type SplitRule, splitOf } from './escrow-on-chain.ts';
export { liveMulti, liveSingle, SERVED_KINDS, servedKind } from './live-kinds.ts';
export { isReported, stateOf } from './progress.ts';
export { contractIdFor, deployInvocation, type ReadDeploy, readDeploy, readDeployOf } from './read-deploy.ts';
export { ESCROW_KINDS, kindOfCode, readEscrow } from './registry.ts';
