/** All mutants of a valid deploy, in a fixed order. One with few milestones is changed in every way at every place. */
import { brokenBytes, flippedBits, outsized, spellings, wrappings } from './envelope-mutations.ts';
import { repaired } from './in-accord.ts';
import { createRandom } from './random.ts';
import { encodeTree, type Tree } from './rust-codec.ts';
import { structuralMutations } from './structural.ts';
import { applied, leafPaths, pathText, type TreeMutation, treeMutations } from './tree-mutations.ts';
import type { ValidDeploy } from './valid-deploys.ts';

export type Mutant = {
  readonly what: string;
  readonly base64: string;
  /** The node that was changed, where it was one alone. */
  readonly path?: string;
};

/** Up to this many milestones every mutation is made; beyond, one for each leaf and a third of the rest. */
const WHOLE = 1;

const CALL = 'tx.tx.operations.0.body.invoke_host_function.host_function';

export function* mutantsOf(deploy: ValidDeploy): Generator<Mutant> {
  const size = deploy.request.milestones.length;
  const whole = size <= WHOLE;
  const mutations = treeMutations(deploy.tree);
  for (const [index, mutation] of (whole ? mutations : oneOfEachLeaf(mutations, size, deploy)).entries()) {
    const path = pathText(mutation.path);
    const tree = applied(deploy.tree, mutation);
    yield* encoded(deploy, `${path}: ${mutation.what}`, tree, path);
    // A lie in the call is caught by the authorisation's copy of it; a clever liar changes both.
    if (path.startsWith(CALL) && (whole || index % 2 === 0))
      yield* encoded(
        deploy,
        `${path}: ${mutation.what}, in accord`,
        repaired(tree, deploy.tree, deploy.network.passphrase),
      );
  }
  for (const [index, { what, tree }] of structuralMutations(deploy).entries()) {
    if (whole || index % 3 === size % 3) yield* encoded(deploy, what, tree);
  }
  const bytes = [
    ...wrappings(deploy),
    ...(whole ? outsized(deploy) : []),
    ...spellings(deploy),
    ...flippedBits(deploy, whole ? 2 : 50, size),
    ...brokenBytes(deploy, 50, size),
  ];
  for (const mutant of bytes) yield mutant;
}

function* encoded(deploy: ValidDeploy, what: string, tree: Tree, path?: string): Generator<Mutant> {
  const base64 = encodeTree(tree);
  // What XDR has no room for cannot be sent, and what encodes to the original is none.
  if (base64 === undefined || base64 === deploy.base64) return;
  yield { what, base64, ...(path === undefined ? {} : { path }) };
}

/** One mutation for each leaf, drawn from the seed. */
function oneOfEachLeaf(mutations: readonly TreeMutation[], seed: number, deploy: ValidDeploy): TreeMutation[] {
  const random = createRandom(seed);
  const isOther = (base64: string | undefined) => base64 !== undefined && base64 !== deploy.base64;
  const leaves = new Set(leafPaths(deploy.tree));
  const byPath = Map.groupBy(mutations, ({ path }) => pathText(path));
  return [...byPath].flatMap(([path, ways]) => {
    if (!leaves.has(path)) return [];
    const first = random.below(ways.length);
    const rotated = [...ways.slice(first), ...ways.slice(0, first)];
    const possible = rotated.find((way) => isOther(encodeTree(applied(deploy.tree, way))));
    return possible === undefined ? [] : [possible];
  });
}
