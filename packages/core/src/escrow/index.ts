export * from './address.ts';
export * from './amount.ts';
export { tokenProblems } from './check-token.ts';
export { parseDeployRequest } from './parse-request.ts';
export {
  type DeployRequest,
  deployRequestSchema,
  MAX_MILESTONES,
  type Milestone,
  ROLE_NAMES,
  type RoleName,
  type Roles,
  requestDecimals,
} from './request.ts';
export { decodeStrKey, encodeStrKey } from './strkey.ts';
