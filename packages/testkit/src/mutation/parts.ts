/** The places of a valid deploy's tree that changes are about. */
import type { Tree } from './rust-codec.ts';
import { accountUnder } from './values.ts';

/** Changes the tree in place, in the places that most changes are about. */
export type Change = (parts: DeployParts) => void;
type DeployParts = ReturnType<typeof partsOf>;

export function partsOf(envelope: Tree, now: number) {
  const { tx, signatures } = envelope.tx;
  const operation = tx.operations[0];
  const invoke = operation.body.invoke_host_function;
  const root = invoke.auth[0].root_invocation;
  const call = invoke.host_function.invoke_contract;
  return {
    envelope: { signatures },
    tx,
    operation,
    invoke,
    call,
    escrow: call.args[4].vec[0].map as Tree[],
    root,
    /** The creation of the escrow, which only its factory authorises. */
    creation: {
      create_contract_v2_host_fn: {
        contract_id_preimage: { address: { address: call.contract_address, salt: call.args[2].bytes } },
        executable: { wasm: call.args[1].bytes },
        constructor_args: [],
      },
    },
    resources: tx.ext.v1,
    signer: accountUnder(tx.source_account) as string,
    now,
  };
}

/** What the request means by a milestone stays; a stranger's word is added. */
export const STRUCT_CHANGES: Readonly<Record<string, (map: Tree[]) => Tree[]>> = {
  'an unknown key first': (map) => [{ key: { symbol: 'aaa' }, val: 'void' }, ...map],
  'an unknown key last': (map) => [...map, { key: { symbol: 'zzz' }, val: { u32: 1 } }],
  'an inherited key': (map) => [{ key: { symbol: '__proto__' }, val: 'void' }, ...map],
  'a key of another kind': (map) => [...map, { key: { string: 'title' }, val: { string: 'x' } }],
  'no first key': (map) => map.slice(1),
  'no last key': (map) => map.slice(0, -1),
  'the first key twice': (map) => [map[0], ...map],
  'the last key twice': (map) => [...map, map.at(-1)],
  'the last key twice, with another value': (map) => [...map, { ...map.at(-1), val: 'void' }],
  'another order': (map) => map.toReversed(),
  'the first two swapped': ([first, second, ...rest]) => [second, first, ...rest],
  'a key in capitals': ([first, ...rest]) => [{ ...first, key: { symbol: first.key.symbol.toUpperCase() } }, ...rest],
};

/** Changes to the structs of the escrow: keys unknown, missing, doubled, of another kind, in another order. */
export const fieldOf = (escrow: Tree[], name: string): Tree => escrow.find((entry) => entry.key.symbol === name);
const lastMilestone = (escrow: Tree[]) => fieldOf(escrow, 'milestones').val.vec.at(-1);

/** Every struct of the escrow, the escrow itself last. */
export const STRUCTS: readonly { readonly name: string; readonly find: (call: Tree) => Tree }[] = [
  { name: 'the roles', find: (call) => fieldOf(call.args[4].vec[0].map, 'roles').val },
  { name: 'the trustline', find: (call) => fieldOf(call.args[4].vec[0].map, 'trustline').val },
  { name: 'a milestone', find: (call) => lastMilestone(call.args[4].vec[0].map) },
  { name: 'a milestone’s flags', find: (call) => fieldOf(lastMilestone(call.args[4].vec[0].map).map, 'flags').val },
  { name: 'the escrow', find: (call) => call.args[4].vec[0] },
];
