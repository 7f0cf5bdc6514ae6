/** What every client of a Stellar RPC shares. */

export { openLedger } from './open-ledger.ts';
export { readSendFailure } from './send-answer.ts';
export { callTransaction, contractQuestion, withResources } from './simulations.ts';
export { connectRpc } from './stellar-rpc.ts';
export { instanceDecimals } from './tokens.ts';
