export * from './address.ts';
export * from './amount.ts';
export { lookUpPages } from './explorers.ts';
export { parseDeployRequest } from './parse-request.ts';
export { partiesOf, payeesOf, receiverOf } from './payees.ts';
export {
  type DeployInput,
  type DeployRequest,
  deployRequestSchema,
  MAX_LINE,
  MAX_PARAGRAPH,
} from './request.ts';
export {
  isStepName,
  MAX_EVIDENCE,
  MAX_STATUS,
  ROLE_NAMES,
  type RoleName,
  STEP_NAMES,
  type StepName,
} from './steps.ts';
export { decodeStrKey, encodeStrKey } from './strkey.ts';
export { readAmount } from './written-amount.ts';
