/** The embedded ledger. Clients use it only by its Stellar RPC and friendbot. */

export { LIVE_TESTNET } from './contracts/registry.ts';
export { isOfEarlierContracts, LEDGER_FORMAT } from './database.ts';
export { type Ledger, type LedgerOptions, openLedger } from './ledger.ts';
export { ledgerApp } from './rpc/app.ts';
