/** The places of a valid deploy's tree that changes are about. */
import type { Tree } from './rust-codec.ts';
import { accountUnder } from './values.ts';

/** Changes the tree in place. `parts` are the places that most changes are about. */
export type Change = (parts: Parts) => void;
export type Parts = {
  readonly envelope: Tree;
  readonly tx: Tree;
  readonly operation: Tree;
  readonly invoke: Tree;
  readonly call: Tree;
  /** Map of the escrow argument. */
  readonly escrow: Tree[];
  readonly root: Tree;
  /** The creation of the escrow, which nobody but its factory authorises. */
  readonly creation: Tree;
  readonly resources: Tree;
  readonly signer: string;
  /** When it is looked at, in seconds. */
  readonly now: number;
};

export function partsOf(envelope: Tree, now: number): Parts {
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
    escrow: call.args[4].vec[0].map,
    root,
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
