/** Runs the comparison on one mutant, and checks its verdict by the oracle. */
import { isDeepStrictEqual } from 'node:util';
import type { Summary } from '@countersign/core/actions';
import { checkUnsigned, summarise } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { releaseOf } from '@countersign/core/kinds';
import { pinsOf } from '@countersign/core/network';
import { type Reason, reasonText } from '@countersign/core/words';
import { CAP } from './envelope-mutations.ts';
import {
  type Bounds,
  type Choice,
  permittedDifferences,
  type Reading,
  readByOracle,
  unpinnedValues,
} from './oracle.ts';
import { decodeTree, type Tree } from './rust-codec.ts';
import { shownOf } from './shown.ts';
import { policyOf, type ValidDeploy } from './valid-deploys.ts';

export type Verdict =
  /** `fields`: what the comparison named, or the code of the error with which it could not be read. */
  | { readonly caught: readonly string[] }
  /** `summary`: what the person was shown. */
  | { readonly accepted: readonly Choice[]; readonly summary: Summary }
  /** The proof fails: it was accepted, and must not have been; or it was shown wrong; or the comparison broke. */
  | { readonly wrong: string };

/** What stands before a signature: our own, or a copy of it with a line changed. */
export type Comparison = {
  readonly readTransaction: typeof readTransaction;
  readonly checkUnsigned: typeof checkUnsigned;
  readonly summarise: typeof summarise;
};

const ours: Comparison = { readTransaction, checkUnsigned, summarise };

export type Subject = {
  readonly deploy: ValidDeploy;
  readonly bounds: Bounds;
  readonly reading: Reading;
  /** What is shown beside the fields that the oracle knows: equal for every mutant. */
  readonly beside: Readonly<Record<string, unknown>>;
};

/** @throws Error if the comparison does not verify the deploy as it is, or does not show it as it is */
export function subjectOf(deploy: ValidDeploy): Subject {
  const { network, request } = deploy;
  const pins = pinsOf(network, releaseOf(request));
  const bounds: Bounds = {
    passphrase: network.passphrase,
    ...policyOf(deploy),
    unpinned: { factory: pins.factory === undefined, code: pins.wasmHash === undefined },
  };
  const reading = readByOracle(deploy.tree, bounds);
  const shown = show(deploy, deploy.base64, ours);
  if (reading === undefined || 'caught' in shown) throw new Error(`${deploy.name} must be verified first`);
  const subject = { deploy, bounds, reading, beside: besides(shown.summary, shownOf(deploy.tree, deploy.network)) };
  const verdict = judge(subject, deploy.base64);
  if ('wrong' in verdict) throw new Error(`${deploy.name}: ${verdict.wrong}`);
  return subject;
}

export function judge(subject: Subject, base64: string, comparison: Comparison = ours): Verdict {
  let shown: ReturnType<typeof show>;
  try {
    shown = show(subject.deploy, base64, comparison);
  } catch (error) {
    return { wrong: `the comparison threw ${error instanceof Error ? error.stack : String(error)}` };
  }
  if ('caught' in shown) return shown;
  const tree = treeOf(base64);
  if (tree === undefined) return { wrong: 'accepted what is too large, or what the reference codec cannot read' };
  const reading = readByOracle(tree, subject.bounds);
  const accepted = permittedDifferences(subject.reading, reading);
  if (accepted === undefined) return { wrong: 'accepted what differs in more than a choice of the service' };
  const expected = { ...subject.beside, ...shownOf(tree, subject.deploy.network) };
  if (!isDeepStrictEqual(shown.summary, expected)) return { wrong: `shown as ${JSON.stringify(shown.summary)}` };
  const why = shown.reasons.map(reasonText).join(' ');
  const unnamed = unpinnedValues(reading, accepted).filter((found) => !why.includes(found));
  if (unnamed.length > 0) return { wrong: `no reason names ${unnamed.join(', ')}` };
  if (shown.xdr !== base64) return { wrong: 'handed out in other bytes than were compared' };
  return { accepted, summary: shown.summary };
}

/** Whether the oracle alone, without any comparison, finds the change to be more than a choice. */
export function isForbidden(subject: Subject, base64: string): boolean {
  const tree = treeOf(base64);
  return tree === undefined || permittedDifferences(subject.reading, readByOracle(tree, subject.bounds)) === undefined;
}

/** The network's cap for an envelope is held here too, so that another one in the code is noticed. */
function treeOf(base64: string): Tree | undefined {
  return Buffer.from(base64, 'base64').length > CAP ? undefined : decodeTree(base64);
}

/** What the person would be shown; the transaction is offered with the level `verified` alone. */
function show(
  deploy: ValidDeploy,
  base64: string,
  { readTransaction, checkUnsigned, summarise }: Comparison,
): { summary: Summary; xdr: string; reasons: readonly Reason[] } | { caught: readonly string[] } {
  try {
    const read = readTransaction(base64, deploy.network.passphrase);
    const check = checkUnsigned(read, deploy.request, { network: deploy.network, ...policyOf(deploy) });
    if (check.level === 'mismatch') {
      if (check.differences.length === 0) throw new Error('a mismatch without a difference');
      return { caught: check.differences.map(({ field }) => field) };
    }
    if ((check.level === 'verified') !== (check.reasons.length === 0)) throw new Error('a level that its reasons deny');
    if (check.level === 'partly' && deploy.level === 'verified') return { caught: ['(partly verified)'] };
    if (check.level !== deploy.level) throw new Error(`${check.level}, where it can only be ${deploy.level}`);
    return {
      summary: summarise(read, check.call, deploy.network, [], deploy.request.trustline.decimals),
      xdr: read.xdr,
      reasons: check.reasons,
    };
  } catch (error) {
    // By name, as a changed copy of the comparison has an error class of its own.
    if (!(error instanceof Error) || error.name !== 'CountersignError' || !('code' in error)) throw error;
    return { caught: [String(error.code)] };
  }
}

function besides(summary: Summary, known: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(summary).filter(([key]) => !(key in known)));
}
