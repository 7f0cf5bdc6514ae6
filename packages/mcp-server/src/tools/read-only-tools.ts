/** What an installation with COUNTERSIGN_READ_ONLY offers: it prepares nothing, so it has no transactions to tell of. */
const READ_ONLY_TOOLS: ReadonlySet<string> = new Set(['get_balances', 'explain_xdr']);

export function isOffered(tool: string, readOnly: boolean): boolean {
  return !readOnly || READ_ONLY_TOOLS.has(tool);
}
