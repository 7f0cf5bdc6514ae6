/** What every client of a Stellar RPC shares. */
export { contractQuestion } from './contract-question.ts';
export { instanceDecimals } from './instance-decimals.ts';
export { openLedger } from './open-ledger.ts';
export { connectRpc } from './stellar-rpc.ts';
