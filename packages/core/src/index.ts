/** Everything that an adapter needs. Loads the Stellar SDK; what must start fast imports a sub-path instead. */

export type { ActionName } from './actions/action.ts';
export type { DeskContext, DeskPolicy } from './desk/context.ts';
export { type AsPerson, createDesk, type Desk, type PageDesk, type PersonalDesk } from './desk/create-desk.ts';
export type { CallOptions, PrepareInput, PrepareOptions } from './desk/desk.ts';
export * from './desk/escrow-views.ts';
export type { Following, TakeChanges } from './desk/follow/following.ts';
export { type OpenDeskOptions, openDesk, type SandboxConnection } from './desk/open-desk.ts';
export { isLocal, LOCAL_PERSON, type Person, personKey } from './desk/person.ts';
export * from './desk/results.ts';
export { rpcUrlsOf } from './desk/rpc-urls.ts';
export type { TenantLimits } from './desk/store/offers.ts';
export { STORE_FORMAT } from './desk/store/sqlite/database.ts';
export { openSqliteStore } from './desk/store/sqlite/sqlite-store.ts';
export type { Store } from './desk/store/store.ts';
export * from './errors/errors.ts';
export { createSecretScanner, refuseSecrets, type SecretScanner } from './secrets/secrets.ts';
export { createEscrowClient } from './service/index.ts';
export type { ServiceMetrics } from './service/metrics.ts';
export { parseSettings, type Settings } from './settings/settings.ts';
