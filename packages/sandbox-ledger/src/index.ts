/** The embedded ledger. Others know it by its Stellar RPC and friendbot alone. */
export { LEDGER_FORMAT } from './database.ts';
export { type Ledger, type LedgerOptions, openLedger } from './ledger.ts';
export { ledgerApp } from './rpc/app.ts';
