/**
 * The rules that a ledger works by, as numbers. A ledger file notes in its log from which ledger on which rules hold, so
 * that a replay does not judge what was closed under earlier ones.
 *
 * 0: without the live contracts. 1: with them. 2: protocol 27, operations checked before a fee is taken, refunds.
 *
 * Raise this, and the file's format with it, for any change by which the same transaction would end otherwise.
 */
export const RULES = 2;

/** The protocol that ledgers under these rules name in their headers. */
export function protocolOf(rules: number): number {
  return rules < 2 ? 23 : 27;
}

export const PROTOCOL_VERSION = protocolOf(RULES);
