/** What may differ in a changed step, and what a person must see of it, decided from the decoded trees alone. */
import type { StepName } from '@countersign/core/internal/escrow/steps';
import { shownOfEnvelope } from './deploy-subject.ts';
import { type Subject, subjectOf } from './judge.ts';
import { type Bounds, type Choice, callOf, type Reading, takeEnvelope, takeFootprint } from './oracle.ts';
import type { Tree } from './rust-codec.ts';
import { POLICY } from './valid-deploys.ts';
import type { ValidStep } from './valid-steps.ts';

/** @throws Error if the comparison does not verify the step as it is */
export const stepSubject = (step: ValidStep): Subject<StepName> =>
  subjectOf(step, { read: (tree) => readStepByOracle(tree, step), stated: shownOfStep });

/** What of the summary the carrier's choices decide. Whether entries are restored is shown with the fee. */
function shownOfStep(tree: Tree): object {
  const restored = tree.tx.tx.ext.v1.ext?.v1?.archived_soroban_entries ?? [];
  const warning =
    'Entries of the escrow were archived, and this transaction restores them. That is why its network fee is higher.';
  return { ...shownOfEnvelope(tree.tx.tx), warnings: restored.length === 0 ? [] : [warning] };
}

/**
 * What a changed step may differ in, from the decoded trees alone and without the comparison's code: anything that is
 * not removed here as a choice of the carrier's must equal the original to the letter.
 */
function readStepByOracle(tree: Tree, step: ValidStep): Reading | undefined {
  const bounds: Bounds = { passphrase: step.network.passphrase, ...POLICY };
  const chosen = new Map<Choice, string>();
  const copy = structuredClone(tree);
  const tx = copy.tx?.tx;
  if (!takeEnvelope(tx, bounds, chosen) || callOf(tx) === undefined) return undefined;
  if (!takeStepFootprint(tx.ext.v1, step, chosen)) return undefined;
  return { fixed: JSON.stringify(copy), chosen };
}

/** Data of the escrow, its code; and where it pays, the token's data and the entries of those who are paid. */
function takeStepFootprint(data: Tree, { request, network, paid }: ValidStep, chosen: Map<Choice, string>): boolean {
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
  return takeFootprint(data, isWritten, isRead, chosen);
}
