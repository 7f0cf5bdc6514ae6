/**
 * What a changed step may differ in, told from the decoded trees alone and without the comparison's code: whatever is
 * not taken out here as a choice of the carrier's must be the original's, to the letter.
 */
import { type Bounds, type Choice, callOf, type Reading, take, takeEnvelope } from './oracle.ts';
import type { Tree } from './rust-codec.ts';
import { POLICY } from './valid-deploys.ts';
import type { ValidStep } from './valid-steps.ts';

export function readStepByOracle(tree: Tree, step: ValidStep): Reading | undefined {
  const bounds: Bounds = { passphrase: step.network.passphrase, ...POLICY };
  const chosen = new Map<Choice, string>();
  const copy = structuredClone(tree);
  const tx = copy.tx?.tx;
  if (!takeEnvelope(tx, bounds, chosen) || callOf(tx) === undefined) return undefined;
  if (!takeFootprint(tx.ext.v1, step, chosen)) return undefined;
  return { fixed: JSON.stringify(copy), chosen };
}

/** Data of the escrow, its code; and where it pays, the token's data and the entries of those who are paid. */
function takeFootprint(data: Tree, { request, network, paid }: ValidStep, chosen: Map<Choice, string>): boolean {
  const [token] = network.tokens;
  const isPaying = paid.length > 0;
  const contractOf = (key: Tree) => key.contract_data?.contract;
  const ownerOf = (key: Tree) => (key.account ?? key.trustline)?.account_id;
  const isWritten = (key: Tree) =>
    contractOf(key) === request.escrow ||
    key.contract_code?.hash === request.code ||
    (isPaying && contractOf(key) === token?.address) ||
    paid.includes(ownerOf(key));
  const isRead = (key: Tree) =>
    isWritten(key) ||
    contractOf(key) === token?.address ||
    (isPaying && key.account !== undefined && ownerOf(key) === token?.issuer);
  const { read_write: writes, read_only: reads } = data.resources.footprint;
  const others = reads.filter((key: Tree) => !isRead(key));
  const restored = data.ext?.v1?.archived_soroban_entries ?? [];
  const within =
    writes.every(isWritten) &&
    others.every((key: Tree) => key.contract_code !== undefined) &&
    new Set(others.map((key: Tree) => key.contract_code?.hash)).size <= 2 &&
    restored.every((index: number) => index < writes.length);
  take(data.resources, 'footprint', 'footprint', chosen);
  take(data, 'ext', 'footprint', chosen);
  return within;
}
