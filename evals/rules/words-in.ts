/** What results say of escrows: every state and balance in them, with whose word it is. */

export type Word = {
  /** All that the escrow is called there. */
  readonly names: readonly string[];
  readonly status: string | undefined;
  readonly by: string | undefined;
  readonly signUrl: string | undefined;
  readonly balance: string | undefined;
  readonly balanceBy: string | undefined;
};

type Fields = Readonly<Record<string, unknown>>;

const NAMES = ['id', 'contractId', 'transactionHash', 'address'] as const;

/** In the order in which they stand; what tells neither a state nor a balance is left out. */
export function wordsIn(value: unknown): Word[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const names = NAMES.flatMap((name) => text(name) ?? []);
  const balance = text('balance') ?? text('held');
  const status = text('status');
  const inner = Object.values(fields).flatMap(wordsIn);
  if (names.length === 0 || (balance === undefined && status === undefined)) return inner;
  const word = {
    names,
    status,
    by: text('by'),
    signUrl: text('signUrl'),
    balance,
    // What an escrow holds is told by the ledger where nothing else is said.
    balanceBy: balance === undefined ? undefined : (text('heldBy') ?? (text('held') ? 'ledger' : text('by'))),
  };
  return [word, ...inner];
}
