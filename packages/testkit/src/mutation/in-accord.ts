/** Consistent lies: everything that follows from a changed call is changed with it. */
import { callOf, ownerOf } from './oracle.ts';
import { derivedContract, type Tree } from './rust-codec.ts';

/**
 * The tree with everything that follows from its call brought into accord: the authorised call and the
 * footprint. What is left is a transaction that only differs from an honest one in what it was changed in.
 * @param original the honest one, of which the tree is a changed copy
 * @param passphrase of a deploy, whose footprint also names its code and an address that follows from the call
 */
export function repaired(tree: Tree, original: Tree, passphrase?: string): Tree {
  const copy = structuredClone(tree);
  const { tx } = copy.tx ?? {};
  const call = tx === undefined ? undefined : callOf(tx);
  if (call === undefined) return copy;
  const root = tx.operations[0].body.invoke_host_function.auth?.[0]?.root_invocation;
  if (root !== undefined) root.function = { contract_fn: structuredClone(call) };
  const resources = tx.ext?.v1?.resources;
  const [is, was] = [namesIn(tx, passphrase), namesIn(original.tx.tx, passphrase)];
  for (const [key, before] of Object.entries(was)) {
    const now = is[key];
    if (resources === undefined || now?.length !== before?.length || now === before) continue;
    resources.footprint = JSON.parse(JSON.stringify(resources.footprint).replaceAll(String(before), String(now)));
  }
  return copy;
}

/** What the call makes the footprint name. */
function namesIn(tx: Tree, passphrase: string | undefined): Readonly<Record<string, string | undefined>> {
  const { contract_address: called, args } = callOf(tx);
  if (passphrase === undefined) return { called };
  const contract = derivedContract(ownerOf(tx), args?.[2]?.bytes, passphrase);
  return contract === undefined ? {} : { contract, called, code: args?.[1]?.bytes };
}
