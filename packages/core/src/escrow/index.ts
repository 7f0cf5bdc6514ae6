export * from './address.ts';
export * from './amount.ts';
export { lookUpPages } from './explorers.ts';
export { parseDeployRequest } from './parse-request.ts';
export {
  type DeployInput,
  type DeployRequest,
  deployRequestSchema,
  MAX_MILESTONES,
  type Milestone,
  type Roles,
} from './request.ts';
export { ROLE_NAMES, type RoleName } from './roles.ts';
export { everyStep, isStepName, STEP_NAMES, type StepName } from './steps.ts';
export { decodeStrKey, encodeStrKey } from './strkey.ts';
