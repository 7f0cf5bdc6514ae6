export { createEscrowClient, type ServiceLog } from './client.ts';
export { dialectFor } from './dialects/dialect-for.ts';
export type { ServiceExchange } from './exchanges.ts';
export { requireSandbox } from './probe.ts';
