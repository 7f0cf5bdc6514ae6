/**
 * Versions of the ledger's rules. The log of a ledger file notes from which ledger on which rules apply, so that a replay
 * does not apply today's rules to ledgers of earlier ones.
 *
 * 0: without the live contracts. 1: with them. 2: protocol 27, operations checked before a fee is taken, refunds.
 * 3: what a call emits is limited.
 *
 * Raise this, and the version of the file's format, for any change that gives the same transaction a different result.
 */
export const RULES = 3;

/** The protocol that ledgers under these rules name in their headers. */
export function protocolOf(rules: number): number {
  return rules < 2 ? 23 : 27;
}

export const PROTOCOL_VERSION = protocolOf(RULES);
