export { contractIdFor, deployInvocation } from './deploy-call.ts';
export type { EscrowKind } from './escrow-kind.ts';
export { escrowOfRequest, escrowOnChain } from './escrow-of-request.ts';
export type { EscrowOnChain, MilestoneOnChain } from './escrow-on-chain.ts';
export { addressOfTerms, isFixedByTerms, saltOfTerms, type Terms } from './fixed-address.ts';
export { type InterfaceEscrow, interfaceMulti } from './interface-multi.ts';
export { type ReadDeploy, readDeploy, readDeployOf } from './read-deploy.ts';
export { ESCROW_KINDS } from './registry.ts';
