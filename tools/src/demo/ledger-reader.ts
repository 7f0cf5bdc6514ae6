/** What the ledger holds, read from its RPC without any service or desk. */
import { fromBaseUnits } from '@countersign/core/escrow';
import { liveMulti, stateOf } from '@countersign/core/kinds';
import { openLedger } from '@countersign/core/ledger';
import { NETWORKS } from '@countersign/core/network';
import { DemoFailure } from './narrator.ts';

const { passphrase, tokens } = NETWORKS.sandbox;
const [usdc] = tokens;

export type Reading = {
  /** Of each milestone: `open`, `approved`, `released`… */
  readonly states: readonly string[];
  readonly evidence: readonly string[];
  /** Base units, by holder. */
  readonly held: ReadonlyMap<string, bigint>;
};

/** @param holders whose USDC is read, the escrow's own included */
export async function readLedger(rpcUrl: string, escrow: string, holders: readonly string[]): Promise<Reading> {
  const ledger = openLedger([rpcUrl], passphrase);
  const sight = await ledger.lookAt({ contracts: [escrow] });
  const kept = sight.kind === 'seen' ? sight.contracts.get(escrow)?.escrow : undefined;
  const read = kept === undefined ? undefined : liveMulti.decode(kept).escrow;
  if (read === undefined) throw new DemoFailure('the ledger does not tell the escrow');
  const balances = await ledger.balancesOf(holders.map((holder) => ({ holder, token: usdc.address })));
  const held = holders.map((holder, index): [string, bigint] => [holder, balances[index]?.units ?? 0n]);
  return {
    states: read.milestones.map((milestone) => stateOf(read, milestone)),
    evidence: read.milestones.map(({ evidence }) => evidence),
    held: new Map(held),
  };
}

/** "+0.4515", "-150.5": the changes of balances, without unchanged ones. */
export function moved(before: Reading, after: Reading): ReadonlyMap<string, string> {
  const differences = [...after.held].map(([holder, units]): [string, bigint] => [
    holder,
    units - (before.held.get(holder) ?? 0n),
  ]);
  const sum = differences.reduce((total, [, units]) => total + units, 0n);
  if (sum !== 0n) throw new DemoFailure(`${sum} base units of USDC came from nowhere or went nowhere`);
  return new Map(
    differences.flatMap(([holder, units]) => {
      if (units === 0n) return [];
      const sign = units < 0n ? '-' : '+';
      return [[holder, `${sign}${fromBaseUnits(units < 0n ? -units : units, usdc.decimals)}`]];
    }),
  );
}
