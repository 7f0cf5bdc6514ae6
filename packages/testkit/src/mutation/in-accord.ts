/** Consistent lies: everything that follows from a changed call is changed with it. */
import { callOf, ownerOf } from './oracle.ts';
import { derivedContract, type Tree } from './rust-codec.ts';

/**
 * The tree with everything that follows from its call brought into accord: the authorised call and the
 * footprint. What is left is a transaction that only differs from an honest one in what it was changed in.
 * @param original the honest one, of which the tree is a changed copy
 */
export function repaired(tree: Tree, original: Tree, passphrase: string): Tree {
  const copy = structuredClone(tree);
  const { tx } = copy.tx ?? {};
  const call = tx === undefined ? undefined : callOf(tx);
  const root = tx?.operations?.[0]?.body?.invoke_host_function?.auth?.[0]?.root_invocation;
  if (call === undefined || root === undefined) return copy;
  root.function = { contract_fn: structuredClone(call) };
  const [is, was] = [addressesOf(tx, passphrase), addressesOf(original.tx.tx, passphrase)];
  if (is.contract === undefined) return copy;
  const resources = tx.ext?.v1?.resources;
  if (resources === undefined) return copy;
  for (const key of ['contract', 'factory', 'code'] as const) {
    if (is[key]?.length !== was[key]?.length || is[key] === was[key]) continue;
    const footprint = JSON.stringify(resources.footprint).replaceAll(String(was[key]), String(is[key]));
    resources.footprint = JSON.parse(footprint);
  }
  return copy;
}

type Addresses = Readonly<Partial<Record<'contract' | 'factory' | 'code', string>>>;

/** What a deploy's footprint names. */
function addressesOf(tx: Tree, passphrase: string): Addresses {
  const { contract_address: factory, args } = callOf(tx);
  const contract = derivedContract(ownerOf(tx), args?.[2]?.bytes, passphrase);
  return { factory, code: args?.[1]?.bytes, ...(contract === undefined ? {} : { contract }) };
}
