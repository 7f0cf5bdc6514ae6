/** Runs the comparison on mutants of a valid transaction, and checks each verdict by the oracle. */
import { isDeepStrictEqual } from 'node:util';
import { readTransaction } from '@countersign/core/envelope';
import type { ActionName, SummaryOf } from '@countersign/core/internal/actions/action';
import { actionOf } from '@countersign/core/internal/actions/actions';
import { type Reason, reasonText } from '@countersign/core/words';
import { CAP } from './envelope-mutations.ts';
import { type Choice, permittedDifferences, type Reading, unpinnedValues } from './oracle.ts';
import { decodeTree, type Tree } from './rust-codec.ts';
import { policyOf, type Valid } from './valid-deploys.ts';

export type Verdict<Name extends ActionName = ActionName> =
  /** `fields`: what the comparison named, or the code of the error with which it could not be read. */
  | { readonly caught: readonly string[] }
  | { readonly accepted: readonly Choice[]; readonly summary: SummaryOf<Name> }
  /** The proof fails: it was accepted, and must not have been; or it was shown wrong; or the comparison broke. */
  | { readonly wrong: string };

/** What decides before a signature: our own, or a copy of it with a line changed. */
export type Comparison = {
  readonly readTransaction: typeof readTransaction;
  readonly actionOf: typeof actionOf;
};

const ours: Comparison = { readTransaction, actionOf };

/** What the reference codec's trees alone decide about the mutants of one transaction. */
type Oracle = {
  readonly read: (tree: Tree) => Reading | undefined;
  /** What a person must see of a tree, as far as the oracle knows; the rest is equal for every mutant. */
  readonly stated: (tree: Tree) => object;
};

export type Subject<Name extends ActionName = ActionName> = Oracle & {
  readonly valid: Valid<Name>;
  readonly reading: Reading;
  readonly summary: object;
};

/** @throws Error if the comparison does not verify the transaction as it is, or does not show it as it is */
export function subjectOf<Name extends ActionName>(valid: Valid<Name>, oracle: Oracle): Subject<Name> {
  const shown = show(valid, valid.base64, ours);
  const reading = oracle.read(valid.tree);
  if (reading === undefined || 'caught' in shown) throw new Error(`${valid.name} must be verified first`);
  const subject = { ...oracle, valid, reading, summary: shown.summary };
  const verdict = judge(subject, valid.base64);
  if ('wrong' in verdict) throw new Error(`${valid.name}: ${verdict.wrong}`);
  return subject;
}

export function judge<Name extends ActionName>(
  { valid, reading, summary, read, stated }: Subject<Name>,
  base64: string,
  comparison: Comparison = ours,
): Verdict<Name> {
  let shown: ReturnType<typeof show<Name>>;
  try {
    shown = show(valid, base64, comparison);
  } catch (error) {
    return { wrong: `the comparison threw ${error instanceof Error ? error.stack : String(error)}` };
  }
  if ('caught' in shown) return shown;
  const tree = treeOf(base64);
  if (tree === undefined) return { wrong: 'accepted what is too large, or what the reference codec cannot read' };
  const found = read(tree);
  const accepted = permittedDifferences(reading, found);
  if (accepted === undefined) return { wrong: 'accepted what differs in more than a permitted choice' };
  if (!isDeepStrictEqual(shown.summary, { ...summary, ...stated(tree) }))
    return { wrong: `shown as ${JSON.stringify(shown.summary)}` };
  const why = shown.reasons.map(reasonText).join(' ');
  const unnamed = unpinnedValues(found, accepted).filter((value) => !why.includes(value));
  if (unnamed.length > 0) return { wrong: `no reason names ${unnamed.join(', ')}` };
  if (shown.xdr !== base64) return { wrong: 'handed out in other bytes than were compared' };
  return { accepted, summary: shown.summary };
}

export type Tally = { caught: number; readonly accepted: (readonly Choice[])[]; readonly wrong: string[] };

/** Adds the verdict on each mutant; one that is accepted must differ in something. */
export function tally(
  into: Tally,
  subject: Subject,
  mutants: Iterable<{ readonly what: string; readonly base64: string }>,
): void {
  for (const { what, base64 } of mutants) {
    const verdict = judge(subject, base64);
    if ('caught' in verdict) into.caught++;
    else if ('accepted' in verdict && verdict.accepted.length > 0) into.accepted.push(verdict.accepted);
    else into.wrong.push(`${subject.valid.name}: ${what}: ${'wrong' in verdict ? verdict.wrong : 'no difference'}`);
  }
}

/** In how many of the accepted mutants each choice was made. */
export function choicesIn({ accepted }: Tally): Map<Choice, number> {
  const choices = new Map<Choice, number>();
  for (const choice of accepted.flat()) choices.set(choice, (choices.get(choice) ?? 0) + 1);
  return choices;
}

/** Whether the oracle alone, without any comparison, finds the change to be more than a choice. */
export function isForbidden({ reading, read }: Subject, base64: string): boolean {
  const tree = treeOf(base64);
  return tree === undefined || permittedDifferences(reading, read(tree)) === undefined;
}

/** The network's cap for an envelope is applied here too, so that another one in the code is noticed. */
function treeOf(base64: string): Tree | undefined {
  return Buffer.from(base64, 'base64').length > CAP ? undefined : decodeTree(base64);
}

function show<Name extends ActionName>(
  valid: Valid<Name>,
  base64: string,
  { readTransaction, actionOf }: Comparison,
): { summary: SummaryOf<Name>; xdr: string; reasons: readonly Reason[] } | { caught: readonly string[] } {
  const { request, network, level } = valid;
  try {
    const action = actionOf(valid.action);
    const read = readTransaction(base64, network.passphrase);
    const check = action.check(read, request, { network, ...policyOf(valid) });
    if (check.level === 'mismatch') {
      if (check.differences.length === 0) throw new Error('a mismatch without a difference');
      return { caught: check.differences.map(({ field }) => field) };
    }
    if ((check.level === 'verified') !== (check.reasons.length === 0)) throw new Error('a level that its reasons deny');
    if (check.level === 'partly' && level === 'verified') return { caught: ['(partly verified)'] };
    if (check.level !== level) throw new Error(`${check.level}, where it can only be ${level}`);
    const summary = action.summarise(read, check.call, request, network, []);
    return { summary, xdr: read.xdr, reasons: check.reasons };
  } catch (error) {
    // By name, as a changed copy of the comparison has an error class of its own.
    if (!(error instanceof Error) || error.name !== 'CountersignError' || !('code' in error)) throw error;
    return { caught: [String(error.code)] };
  }
}
