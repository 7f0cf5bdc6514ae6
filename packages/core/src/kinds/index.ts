export { type DecodedEscrow, decodeEscrow } from './decode-escrow.ts';
export { contractIdFor, DEPLOY_FUNCTION, type DeployCall, deployInvocation, INIT_FUNCTION } from './deploy-call.ts';
export { type EscrowMilestone, type EscrowValue, encodeEscrow, escrowOfRequest } from './escrow-value.ts';
export { type AnyDeploy, readAnyDeploy } from './read-any-deploy.ts';
export { type ReadDeploy, readDeploy } from './read-deploy.ts';
