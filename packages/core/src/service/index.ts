export { createEscrowService, type ServiceLog } from './client.ts';
export { requireSandbox } from './require-sandbox.ts';
