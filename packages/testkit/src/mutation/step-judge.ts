/** Runs the comparison on one mutant of a step, and checks its verdict by the oracle. */
import { isDeepStrictEqual } from 'node:util';
import { readTransaction } from '@countersign/core/envelope';
import { actionOf } from '@countersign/core/internal/actions/actions';
import { CAP } from './envelope-mutations.ts';
import { type Bounds, type Choice, callOf, permittedDifferences, type Reading, take, takeEnvelope } from './oracle.ts';
import { decodeTree, type Tree } from './rust-codec.ts';
import { POLICY } from './valid-deploys.ts';
import type { ValidStep } from './valid-steps.ts';

export type StepVerdict =
  /** What the comparison named, or the code of the error with which it could not be read. */
  | { readonly caught: readonly string[] }
  | { readonly accepted: readonly Choice[] }
  /** The proof fails. */
  | { readonly wrong: string };

/** What stands before a signature: our own, or a copy of it with a line changed. */
export type StepComparison = {
  readonly readTransaction: typeof readTransaction;
  readonly actionOf: typeof actionOf;
};
const ours: StepComparison = { readTransaction, actionOf };

export type StepSubject = { readonly step: ValidStep; readonly reading: Reading; readonly summary: object };

/** @throws Error if the comparison does not verify the step as it is */
export function stepSubjectOf(step: ValidStep): StepSubject {
  const shown = show(step, step.base64, ours);
  const reading = readStepByOracle(step.tree, step);
  if (reading === undefined || 'caught' in shown) throw new Error(`${step.name} must be verified first`);
  return { step, reading, summary: shown.summary };
}

export function judgeStep(
  { step, reading, summary }: StepSubject,
  base64: string,
  comparison: StepComparison = ours,
): StepVerdict {
  let shown: ReturnType<typeof show>;
  try {
    shown = show(step, base64, comparison);
  } catch (error) {
    return { wrong: `the comparison threw ${error instanceof Error ? error.stack : String(error)}` };
  }
  if ('caught' in shown) return shown;
  const tree = treeOf(base64);
  if (tree === undefined) return { wrong: 'accepted what is too large, or what the reference codec cannot read' };
  const accepted = permittedDifferences(reading, readStepByOracle(tree, step));
  if (accepted === undefined) return { wrong: 'accepted what differs in more than a choice of the carrier' };
  const expected = { ...summary, ...aroundOf(tree) };
  // Whether entries are restored is said with the fee.
  if (!isDeepStrictEqual(shown.summary, expected)) return { wrong: `shown as ${JSON.stringify(shown.summary)}` };
  return shown.xdr === base64 ? { accepted } : { wrong: 'handed out in other bytes than were compared' };
}

/** Whether the oracle alone finds the change to be more than a choice. */
export function isForbiddenStep({ step, reading }: StepSubject, base64: string): boolean {
  const tree = treeOf(base64);
  return tree === undefined || permittedDifferences(reading, readStepByOracle(tree, step)) === undefined;
}

function treeOf(base64: string): Tree | undefined {
  return Buffer.from(base64, 'base64').length > CAP ? undefined : decodeTree(base64);
}

/** What of the summary the carrier's choices decide. */
function aroundOf(tree: Tree): Record<string, unknown> {
  const { fee, cond, ext } = tree.tx.tx;
  const restored = ext.v1.ext?.v1?.archived_soroban_entries ?? [];
  const digits = String(fee).padStart(8, '0');
  const fraction = digits.slice(-7).replace(/0+$/, '');
  return {
    feeXlm: `${digits.slice(0, -7)}${fraction === '' ? '' : `.${fraction}`}`,
    expiresAt: new Date(Number(cond.time.max_time) * 1_000).toISOString(),
    warnings:
      restored.length === 0
        ? []
        : [
            'Entries of the escrow were archived, and this transaction restores them. That is why its network fee is higher.',
          ],
  };
}

function show(
  { step, request, network }: ValidStep,
  base64: string,
  { readTransaction, actionOf }: StepComparison,
): { summary: object; xdr: string } | { caught: readonly string[] } {
  try {
    const action = actionOf(step);
    const read = readTransaction(base64, network.passphrase);
    const check = action.check(read, request, { network, ...POLICY });
    if (check.level === 'mismatch') {
      if (check.differences.length === 0) throw new Error('a mismatch without a difference');
      return { caught: check.differences.map(({ field }) => field) };
    }
    if ((check.level === 'verified') !== (check.reasons.length === 0)) throw new Error('a level that its reasons deny');
    if (check.level === 'partly') return { caught: check.reasons.map(({ code }) => code) };
    return { summary: action.summarise(read, check.call, request, network, check.reasons), xdr: read.xdr };
  } catch (error) {
    // By name, as a changed copy of the comparison has an error class of its own.
    if (!(error instanceof Error) || error.name !== 'CountersignError' || !('code' in error)) throw error;
    return { caught: [String(error.code)] };
  }
}

/**
 * What a changed step may differ in, told from the decoded trees alone and without the comparison's code: whatever is
 * not taken out here as a choice of the carrier's must be the original's, to the letter.
 */
function readStepByOracle(tree: Tree, step: ValidStep): Reading | undefined {
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
