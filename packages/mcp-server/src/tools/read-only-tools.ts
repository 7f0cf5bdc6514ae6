/** The tools with COUNTERSIGN_READ_ONLY: nothing is prepared, so there are no transactions to look up. */
const READ_ONLY_TOOLS: ReadonlySet<string> = new Set(['get_balances', 'explain_xdr']);

export function isOffered(tool: string, readOnly: boolean): boolean {
  return !readOnly || READ_ONLY_TOOLS.has(tool);
}
