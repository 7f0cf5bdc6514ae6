/** What every client of a Stellar RPC shares. */

export { trustlineKey } from './entries.ts';
export { accountKey, escrowKey, instanceKey } from './entry-keys.ts';
export { openLedger } from './open-ledger.ts';
export { readSendFailure } from './send-answer.ts';
export { callTransaction, contractQuestion, withResources } from './simulations.ts';
export { connectRpc } from './stellar-rpc.ts';
export { amountIn, balanceKey, instanceDecimals } from './token-entries.ts';
