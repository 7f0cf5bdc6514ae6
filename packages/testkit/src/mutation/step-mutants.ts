/** All mutants of a valid step, in a fixed order: each node of its tree, its bytes, and what a clever liar would do. */
import { brokenBytes, flippedBits, spellings, wrappings } from './envelope-mutations.ts';
import { callOf } from './oracle.ts';
import { encodeTree, type Tree } from './rust-codec.ts';
import { DOES_NOT_APPLY, STEP_CHANGES } from './step-changes.ts';
import { applied, leafPaths, pathText, treeMutations } from './tree-mutations.ts';
import { type ValidStep, validSteps } from './valid-steps.ts';

/** Built when it is judged: of a sample, most never are. */
export type StepMutant = {
  readonly what: string;
  readonly path?: string;
  /** Nothing where XDR has no room for it, or where it is the step as it was. */
  readonly build: () => string | undefined;
};

const CALL = 'tx.tx.operations.0.body.invoke_host_function.host_function';

export function* stepMutantsOf(step: ValidStep): Generator<StepMutant> {
  const mutant = (what: string, make: () => Tree | undefined, path?: string): StepMutant => ({
    what,
    ...(path === undefined ? {} : { path }),
    build: () => encoded(step, make()),
  });
  for (const mutation of treeMutations(step.tree)) {
    const path = pathText(mutation.path);
    const change = () => applied(step.tree, mutation);
    yield mutant(`${path}: ${mutation.what}`, change, path);
    // A lie in the call is caught by the authorisation's copy of it; a clever liar changes both.
    if (path.startsWith(CALL)) {
      yield mutant(`${path}: ${mutation.what}, in accord`, () => inAccord(change(), step.tree), path);
    }
  }
  for (const [what, change] of Object.entries(STEP_CHANGES)) {
    yield mutant(what, () => {
      const tree = structuredClone(step.tree);
      return change(tree.tx.tx, step) === DOES_NOT_APPLY ? undefined : inAccord(tree, step.tree);
    });
  }
  // The same step as other kinds and networks take it, and every other step of this escrow, authorised as it is.
  for (const other of others(step)) {
    yield mutant(`as ${other.name}`, () => {
      const tree = structuredClone(step.tree);
      tree.tx.tx.operations[0].body.invoke_host_function.host_function.invoke_contract = callOf(other.tree.tx.tx);
      return inAccord(tree, step.tree);
    });
  }
  const bytes = [...wrappings(step), ...spellings(step), ...flippedBits(step, 4, 7), ...brokenBytes(step, 60, 7)];
  for (const { what, base64 } of bytes) yield { what, build: () => base64 };
}

export const stepLeaves = ({ tree }: ValidStep): string[] => leafPaths(tree);

let all: readonly ValidStep[] | undefined;
function others(step: ValidStep): readonly ValidStep[] {
  all ??= validSteps();
  return all.filter(({ name }) => name !== step.name);
}

function encoded({ base64: own }: ValidStep, tree: Tree | undefined): string | undefined {
  const base64 = tree === undefined ? undefined : encodeTree(tree);
  return base64 === own ? undefined : base64;
}

/** With the call authorised as it now is, and the footprint naming the contract that it now calls. */
function inAccord(tree: Tree, original: Tree): Tree {
  const copy = structuredClone(tree);
  const [call, was] = [callOf(copy.tx.tx), callOf(original.tx.tx)];
  if (call === undefined) return copy;
  const [entry] = copy.tx.tx.operations[0].body.invoke_host_function.auth ?? [];
  if (entry !== undefined) entry.root_invocation.function = { contract_fn: structuredClone(call) };
  const resources = copy.tx.tx.ext?.v1?.resources;
  const [now, before] = [call.contract_address, was.contract_address];
  if (resources !== undefined && now !== before) {
    resources.footprint = JSON.parse(JSON.stringify(resources.footprint).replaceAll(before, now));
  }
  return copy;
}
