export { createEscrowService, type ServiceLog } from './create-escrow-service.ts';
export { requireSandbox } from './require-sandbox.ts';
