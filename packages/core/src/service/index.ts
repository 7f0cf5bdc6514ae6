export { createEscrowClient, type ServiceLog } from './client.ts';
export { dialectFor } from './dialects/dialect-for.ts';
export { requireSandbox } from './dialects/require-sandbox.ts';
export type { ServiceExchange } from './exchanges.ts';
