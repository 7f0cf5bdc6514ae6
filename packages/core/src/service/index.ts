export { createEscrowClient, type ServiceLog } from './client.ts';
export { dialectFor } from './dialects/dialect-for.ts';
export { requireSandbox } from './require-sandbox.ts';
