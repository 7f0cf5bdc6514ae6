export { createEscrowClient, type ServiceLog } from './client.ts';
export { requireSandbox } from './require-sandbox.ts';
