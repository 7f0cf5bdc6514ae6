export { createEscrowClient, dialectFor, type ServiceLog } from './client.ts';
export type { ServiceExchange } from './exchanges.ts';
export { requireSandbox } from './probe.ts';
