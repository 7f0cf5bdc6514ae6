export { contractIdFor, deployInvocation } from './deploy-call.ts';
export type { EscrowKind } from './escrow-kind.ts';
export { escrowOfKind, escrowOfRequest, escrowOnChain, kindOfRequest, releaseOf } from './escrow-of-request.ts';
export type { EscrowOnChain, MilestoneOnChain } from './escrow-on-chain.ts';
export { addressOfTerms, isFixedByTerms, saltOfTerms, type Terms } from './fixed-address.ts';
export { ARGUMENTS, type Argument, type ContractFunction } from './functions.ts';
export { type InterfaceEscrow, interfaceMulti } from './interface-multi.ts';
export { liveMulti } from './live-multi.ts';
export { liveSingle } from './live-single.ts';
export { type ReadDeploy, readDeploy, readDeployOf } from './read-deploy.ts';
export {
  ESCROW_KINDS,
  errorName,
  kindOfCode,
  type ReadEscrow,
  readEscrow,
  SERVED_KINDS,
  servedKind,
} from './registry.ts';
