/** Everything that an adapter needs. Loads the Stellar SDK; what must start fast imports a sub-path instead. */

export type { ActionName } from './actions/action.ts';
export * from './errors/errors.ts';
export { createSecretScanner, refuseSecrets, type SecretScanner } from './secrets/secrets.ts';
export type { ServiceMetrics } from './service/escrow-service.ts';
export { createEscrowClient } from './service/index.ts';
export { parseSettings, type Settings } from './settings/settings.ts';
export type { DeskContext, DeskPolicy } from './workflow/context.ts';
export { type AsPerson, createDesk, type Desk, type PageDesk, type PersonalDesk } from './workflow/create-desk.ts';
export type { Following, TakeChanges } from './workflow/follow/follow.ts';
export type { CallOptions, PrepareInput, PrepareOptions } from './workflow/model/call-options.ts';
export * from './workflow/model/escrow-views.ts';
export { isLocal, LOCAL_PERSON, type Person, personKey } from './workflow/model/person.ts';
export type { TenantLimits } from './workflow/model/requests.ts';
export * from './workflow/model/results.ts';
export { type OpenDeskOptions, openDesk, type SandboxConnection } from './workflow/open-desk.ts';
export { rpcUrlsOf } from './workflow/rpc-urls.ts';
export { STORE_FORMAT } from './workflow/store/sqlite/database.ts';
export { openSqliteStore } from './workflow/store/sqlite/sqlite-store.ts';
export type { Store } from './workflow/store/store.ts';
