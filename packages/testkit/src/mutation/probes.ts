/** A few of the proof's mutants for each way of being caught: enough to notice the loss of any one rule. */

import { deploySubject } from './deploy-subject.ts';
import { outsized, spellings, wrappings } from './envelope-mutations.ts';
import { repaired } from './in-accord.ts';
import { isForbidden, judge, type Subject } from './judge.ts';
import { type Change, fieldOf, partsOf } from './parts.ts';
import { encodeTree } from './rust-codec.ts';
import { structuralMutations } from './structural.ts';
import { applied, pathText, treeMutations } from './tree-mutations.ts';
import { liveDeploys, policyOf, unpinnedDeploys, type ValidDeploy, validDeploy } from './valid-deploys.ts';
import { ADDRESSES } from './values.ts';

export type Probe = { readonly what: string; readonly subject: Subject; readonly base64: string };

type DeploySubject = Subject<'deploy'>;

/** Of changes to the tree that are caught by the same one field, so many are enough; of texts, each look-alike counts. */
const ENOUGH = 4;
const TEXTS = ['description', 'escrow.description'];

/** The valid deploys themselves first, then in turns one of each kind, those of the largest size last. */
export function probes(): Probe[] {
  const small = deploySubject(validDeploy(1));
  const larger = deploySubject(validDeploy(2));
  const [multi, single] = liveDeploys().map(deploySubject) as [DeploySubject, DeploySubject];
  const unpinned = unpinnedDeploys().map(deploySubject);
  const kinds = new Map<string, Probe[]>();
  const together: Probe[] = [];
  const add = (subject: DeploySubject, what: string, base64: string | undefined, enough = Number.POSITIVE_INFINITY) => {
    if (base64 === undefined || base64 === subject.valid.base64) return;
    const verdict = judge(subject, base64);
    // What the oracle permits is no sign of a lost rule.
    if (!('caught' in verdict) || !isForbidden(subject, base64)) return;
    const fields = [...new Set(verdict.caught.map((field) => field.replace(/\[\d+\]/, '[]')))];
    const name = `${subject.valid.name}: ${fields}`;
    const kind = kinds.get(name) ?? [];
    kinds.set(name, kind);
    const most = TEXTS.includes(fields[0] as string) ? Number.POSITIVE_INFINITY : enough;
    if (fields.length === 1 && kind.length < most) kind.push({ what, subject, base64 });
    // What several rules catch is noticed by the loss of none of them, but by the loss of a whole part.
    if (fields.length > 1 && together.length < 100) together.push({ what, subject, base64 });
  };
  for (const subject of [small, larger]) {
    for (const { what, tree } of structuralMutations(subject.valid)) add(subject, what, encodeTree(tree));
    for (const { what, base64 } of [...wrappings(subject.valid), ...spellings(subject.valid)])
      add(subject, what, base64);
  }
  // Of the last, a live escrow from another service, it is enough that no one takes it for more than it is.
  for (const subject of [...unpinned.slice(0, -1), multi, single]) {
    for (const { what, tree } of structuralMutations(subject.valid)) add(subject, what, encodeTree(tree), ENOUGH);
  }
  for (const [what, base64] of changesOfTree(small.valid)) add(small, what, base64, ENOUGH);
  for (const [what, change] of LIVE_CHANGES) {
    for (const subject of [multi, single]) add(subject, what, altered(subject.valid, change));
  }
  add(multi, 'the other release', single.valid.base64);
  add(single, 'the other release', multi.valid.base64);
  const valid = [small, larger, multi, single, ...unpinned].map((subject) => ({
    what: subject.valid.name,
    subject,
    base64: subject.valid.base64,
  }));
  const large = outsized(small.valid).map((mutation) => ({ ...mutation, subject: small }));
  return [...valid, ...inTurns([...kinds.values()]), ...together, ...large];
}

/** What the live escrows have, and the interface's own has not. */
const LIVE_CHANGES: readonly (readonly [string, Change])[] = [
  ['another amount for all', ({ escrow }) => (fieldOf(escrow, 'amount').val.i128 = '1')],
  [
    'another receiver of all',
    ({ escrow }) => (fieldOf(fieldOf(escrow, 'roles').val.map, 'receiver').val.address = ADDRESSES.account),
  ],
  ['released at once', ({ escrow }) => (fieldOf(fieldOf(escrow, 'flags').val.map, 'released').val.bool = true)],
  [
    'another receiver of a milestone',
    ({ escrow }) => {
      const [milestone] = fieldOf(escrow, 'milestones').val.vec;
      fieldOf(milestone.map, 'receiver').val.address = ADDRESSES.account;
    },
  ],
];

/** Nothing where a deploy has no such part. */
function altered(deploy: ValidDeploy, change: Change): string | undefined {
  const tree = structuredClone(deploy.tree);
  try {
    change(partsOf(tree, policyOf(deploy).now));
  } catch {
    return undefined;
  }
  return encodeTree(repaired(tree, deploy.tree, deploy.network.passphrase));
}

function* changesOfTree(deploy: ValidDeploy): Generator<readonly [string, string | undefined]> {
  for (const mutation of treeMutations(deploy.tree)) {
    const path = pathText(mutation.path);
    // The authorisation's copy of the call is compared as a whole; the structural changes are enough of it.
    if (path.includes('.auth.')) continue;
    const tree = applied(deploy.tree, mutation);
    yield [
      `${path}: ${mutation.what}`,
      encodeTree(path.includes('.host_function.') ? repaired(tree, deploy.tree, deploy.network.passphrase) : tree),
    ];
  }
}

function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}
