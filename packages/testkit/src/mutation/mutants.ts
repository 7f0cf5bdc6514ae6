/** All mutants of a valid transaction, in a fixed order. A deploy of few milestones is changed in every way at every place. */
import { brokenBytes, flippedBits, outsized, spellings, type TextMutation, wrappings } from './envelope-mutations.ts';
import { repaired } from './in-accord.ts';
import { createRandom } from './random.ts';
import { encodeTree, type Tree } from './rust-codec.ts';
import { structuralMutations } from './structural.ts';
import { applied, leafPaths, pathText, type TreeMutation, treeMutations } from './tree-mutations.ts';
import type { Valid, ValidDeploy } from './valid-deploys.ts';

export type Mutant = {
  readonly what: string;
  readonly base64: string;
  /** The node that was changed, where it was one alone. */
  readonly path?: string;
};

/** Built when it is judged: of a sample, most never are. */
export type UnbuiltMutant = {
  readonly what: string;
  readonly path?: string;
  /** Nothing where XDR has no room for it, or where it is the transaction as it was. */
  readonly build: () => string | undefined;
};

/** Up to this many milestones every mutation is made; beyond, one for each leaf and a third of the rest. */
const WHOLE = 1;

const CALL = 'tx.tx.operations.0.body.invoke_host_function.host_function';

export const mutantsOf = (deploy: ValidDeploy): Generator<Mutant> => built(unbuiltOf(deploy));

export function* built(mutants: Iterable<UnbuiltMutant>): Generator<Mutant> {
  for (const { build, ...mutant } of mutants) {
    const base64 = build();
    if (base64 !== undefined) yield { ...mutant, base64 };
  }
}

function* unbuiltOf(deploy: ValidDeploy): Generator<UnbuiltMutant> {
  const size = deploy.request.milestones.length;
  const whole = size <= WHOLE;
  const all = treeMutations(deploy.tree);
  const mutations = whole ? all : oneOfEachLeaf(all, size, deploy);
  yield* changesOfTree(deploy, mutations, deploy.network.passphrase, (index) => whole || index % 2 === 0);
  for (const [index, { what, tree }] of structuralMutations(deploy).entries()) {
    if (whole || index % 3 === size % 3) yield { what, build: () => encoded(deploy, tree) };
  }
  yield* changesOfText([
    ...wrappings(deploy),
    ...(whole ? outsized(deploy) : []),
    ...spellings(deploy),
    ...flippedBits(deploy, whole ? 2 : 50, size),
    ...brokenBytes(deploy, 50, size),
  ]);
}

/** A lie in the call is caught by the authorisation's copy of it; a clever liar changes both. @param passphrase of a deploy */
export function* changesOfTree(
  valid: Valid,
  mutations: readonly TreeMutation[],
  passphrase?: string,
  isClever: (index: number) => boolean = () => true,
): Generator<UnbuiltMutant> {
  for (const [index, mutation] of mutations.entries()) {
    const path = pathText(mutation.path);
    const what = `${path}: ${mutation.what}`;
    const change = () => applied(valid.tree, mutation);
    yield { what, path, build: () => encoded(valid, change()) };
    if (!path.startsWith(CALL) || !isClever(index)) continue;
    const build = () => encoded(valid, repaired(change(), valid.tree, passphrase));
    yield { what: `${what}, in accord`, path, build };
  }
}

export const changesOfText = (mutations: readonly TextMutation[]): UnbuiltMutant[] =>
  mutations.map(({ what, base64 }) => ({ what, build: () => base64 }));

/** What XDR has no room for cannot be sent, and what encodes to the original is no mutant. */
export function encoded(valid: Valid, tree: Tree): string | undefined {
  const base64 = encodeTree(tree);
  return base64 === valid.base64 ? undefined : base64;
}

function oneOfEachLeaf(mutations: readonly TreeMutation[], seed: number, deploy: ValidDeploy): TreeMutation[] {
  const random = createRandom(seed);
  const leaves = new Set(leafPaths(deploy.tree));
  const byPath = Map.groupBy(mutations, ({ path }) => pathText(path));
  return [...byPath].flatMap(([path, ways]) => {
    if (!leaves.has(path)) return [];
    const first = random.below(ways.length);
    const rotated = [...ways.slice(first), ...ways.slice(0, first)];
    const possible = rotated.find((way) => encoded(deploy, applied(deploy.tree, way)) !== undefined);
    return possible === undefined ? [] : [possible];
  });
}
