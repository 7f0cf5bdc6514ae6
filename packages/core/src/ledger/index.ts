/** What every client of a Stellar RPC shares. */
export { contractQuestion } from './contract-question.ts';
export { connectRpc } from './stellar-rpc.ts';
export { tokenDecimals } from './token-decimals.ts';
