/** A lie told everywhere alike: what follows from a changed call, changed along with it. */
import { callOf, ownerOf } from './oracle.ts';
import { derivedContract, type Tree } from './rust-codec.ts';
import { NETWORK } from './valid-deploys.ts';

/**
 * The tree with everything that follows from its call brought into accord: the authorised call, the creation, the
 * footprint. What is left is a transaction that only differs from an honest one in what it was changed in.
 */
export function repaired(tree: Tree): Tree {
  const copy = structuredClone(tree);
  const { tx } = copy.tx ?? {};
  const call = tx === undefined ? undefined : callOf(tx);
  const root = tx?.operations?.[0]?.body?.invoke_host_function?.auth?.[0]?.root_invocation;
  if (call === undefined || root === undefined) return copy;
  root.function = { contract_fn: structuredClone(call) };
  const creation = root.sub_invocations?.[0]?.function?.create_contract_v2_host_fn;
  const [deployer, code, salt] = [call.args?.[0]?.address, call.args?.[1]?.bytes, call.args?.[2]?.bytes];
  const contract = derivedContract(ownerOf(tx), salt, NETWORK.passphrase);
  if (contract === undefined) return copy;
  if (creation !== undefined) {
    creation.contract_id_preimage = { address: { address: deployer, salt } };
    if (code?.length === 64) creation.executable = { wasm: code };
  }
  const footprint = tx.ext?.v1?.resources?.footprint;
  const [write] = footprint?.read_write ?? [];
  if (write?.contract_data !== undefined) write.contract_data.contract = contract;
  const [instance, program] = footprint?.read_only ?? [];
  if (instance?.contract_data !== undefined) instance.contract_data.contract = call.contract_address;
  if (program?.contract_code !== undefined && code?.length === 64) program.contract_code.hash = code;
  return copy;
}
