export { baseUrlProblem } from './base-url.ts';
export { CALL_BUDGET_MS } from './call.ts';
export { createEscrowService, type EscrowServiceOptions, type ServiceLog } from './create-escrow-service.ts';
export type {
  BalanceEntry,
  EscrowService,
  RejectionReason,
  SendOutcome,
  ServiceCallOptions,
} from './escrow-service.ts';
export { requireSandbox } from './require-sandbox.ts';
