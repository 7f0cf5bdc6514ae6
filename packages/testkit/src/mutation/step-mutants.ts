/** All mutants of a valid step, in a fixed order: each node of its tree, its bytes, and what a clever liar would do. */
import { OTHER_CONTRACT, PEOPLE } from '../fixtures/step-fixture.ts';
import { brokenBytes, flippedBits, spellings, wrappings } from './envelope-mutations.ts';
import { callOf } from './oracle.ts';
import { encodeTree, type Tree } from './rust-codec.ts';
import { applied, leafPaths, pathText, treeMutations } from './tree-mutations.ts';
import { type ValidStep, validSteps } from './valid-steps.ts';
import { ADDRESSES } from './values.ts';

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

/** `DOES_NOT_APPLY` where the step has nothing of the kind. */
type Change = (tx: Tree, step: ValidStep) => unknown;
/** Changes that a thief would make to a step, in the call and the footprint alike. */
const DOES_NOT_APPLY = 'does not apply';

const thief = ADDRESSES.account;
const writes = (tx: Tree): Tree[] => tx.ext.v1.resources.footprint.read_write;
const reads = (tx: Tree): Tree[] => tx.ext.v1.resources.footprint.read_only;
const data = (contract: string, key: Tree = 'ledger_key_contract_instance') => ({
  contract_data: { contract, key, durability: 'persistent' },
});
const trustline = (account_id: string, issuer: string | undefined) => ({
  trustline: { account_id, asset: { credit_alphanum4: { asset_code: 'USDC', issuer } } },
});
const restores = (...indices: number[]) => ({ v1: { archived_soroban_entries: indices } });

/** The map of who gets what, as the call holds it. */
function shares(tx: Tree): Tree[] | undefined {
  return callOf(tx).args.find((argument: Tree) => argument.map?.[0]?.key.address !== undefined)?.map;
}
const ofShares =
  (change: (list: Tree[]) => unknown): Change =>
  (tx) => {
    const list = shares(tx);
    return list === undefined ? DOES_NOT_APPLY : change(list);
  };
const whole = (list: readonly Tree[]) => list.reduce((sum, { val }) => sum + BigInt(val.i128), 0n);
const inOrder = (list: Tree[]) => list.sort((one, other) => (one.key.address < other.key.address ? -1 : 1));

/** The number of a milestone, whatever the contract takes it as. */
const ofIndex =
  (to: number): Change =>
  (tx) => {
    const index = callOf(tx).args.findIndex(
      (argument: Tree) => argument.u32 !== undefined || argument.i128 !== undefined,
    );
    if (index === -1) return DOES_NOT_APPLY;
    const argument = callOf(tx).args[index];
    callOf(tx).args[index] = argument.u32 === undefined ? { i128: String(to) } : { u32: to };
    return undefined;
  };

const ofFeeAddress =
  (to: string): Change =>
  (tx, { network }) => {
    const argument = callOf(tx).args.find((each: Tree) => each.address === network.feeAddress);
    if (argument === undefined) return DOES_NOT_APPLY;
    argument.address = to;
    for (const key of writes(tx)) if (key.trustline?.account_id === network.feeAddress) key.trustline.account_id = to;
    return undefined;
  };

const ofArguments =
  (change: (args: Tree[], step: ValidStep) => unknown): Change =>
  (tx, step) =>
    change(callOf(tx).args, step);

const STEP_CHANGES: Readonly<Record<string, Change>> = {
  'the fee to a thief': ofFeeAddress(thief),
  'the fee to the platform': ofFeeAddress(PEOPLE.platformAddress),
  'the fee to whoever signs': (tx, step) => ofFeeAddress(step.request.signer)(tx, step),
  'the fee to a contract': ofFeeAddress(OTHER_CONTRACT),
  'the fee to the escrow itself': (tx, step) => ofFeeAddress(step.request.escrow)(tx, step),
  'the first share to a thief': ofShares((list) => {
    (list[0] as Tree).key.address = thief;
    inOrder(list);
  }),
  'the last share to a thief': ofShares((list) => {
    (list.at(-1) as Tree).key.address = thief;
    inOrder(list);
  }),
  'everything to the first': ofShares((list) => {
    const all = whole(list);
    list.splice(1);
    (list[0] as Tree).val.i128 = String(all);
  }),
  'everything to the last': ofShares((list) => {
    const all = whole(list);
    list.splice(0, list.length - 1);
    (list[0] as Tree).val.i128 = String(all);
  }),
  'one unit from the first share to the last': ofShares((list) => {
    const [first, last] = [list[0] as Tree, list.at(-1) as Tree];
    first.val.i128 = String(BigInt(first.val.i128) - 1n);
    last.val.i128 = String(BigInt(last.val.i128) + 1n);
  }),
  'the shares exchanged': ofShares((list) => {
    const [first, last] = [list[0] as Tree, list.at(-1) as Tree];
    [first.val, last.val] = [last.val, first.val];
  }),
  'one unit of each share for a thief': ofShares((list) => {
    for (const share of list) share.val.i128 = String(BigInt(share.val.i128) - 1n);
    list.push({ key: { address: thief }, val: { i128: String(list.length) } });
    inOrder(list);
  }),
  'a share of nothing for a thief': ofShares((list) => {
    list.push({ key: { address: thief }, val: { i128: '0' } });
    inOrder(list);
  }),
  'the shares in another order': ofShares((list) => list.reverse()),
  'the first share twice': ofShares((list) => list.push(structuredClone(list[0]))),
  'no share': ofShares((list) => list.splice(0)),
  'milestone 1': ofIndex(0),
  'milestone 3': ofIndex(2),
  'the last milestone that a number has room for': ofIndex(2 ** 32 - 1),
  'in another’s name': ofArguments((args, { request }) => {
    for (const argument of args) if (argument.address === request.signer) argument.address = thief;
  }),
  'in another’s name, from his account': (tx, step) => {
    tx.source_account = thief;
    return ofArguments((args) => {
      for (const argument of args) if (argument.address === step.request.signer) argument.address = thief;
    })(tx, step);
  },
  'from the signer’s account by name': (tx, { request }) => {
    tx.operations[0].source_account = request.signer;
  },
  'authorised twice': (tx) => {
    const { auth } = tx.operations[0].body.invoke_host_function;
    auth.push(structuredClone(auth[0]));
  },
  'an argument more': ofArguments((args) => args.push('void')),
  'an argument less': ofArguments((args) => args.pop()),
  'the arguments turned around': ofArguments((args) => args.reverse()),
  'as a payment into the escrow': (tx) => {
    callOf(tx).function_name = 'fund_escrow';
  },
  'as a transfer of its token': (tx, { network }) => {
    const call = callOf(tx);
    call.contract_address = network.tokens[0]?.address;
    call.function_name = 'transfer';
  },
  'a thief’s trustline written': (tx, { network }) => {
    writes(tx).push(trustline(thief, network.tokens[0]?.issuer));
  },
  'a thief’s account written': (tx) => {
    writes(tx).push({ account: { account_id: thief } });
  },
  'another contract’s data written': (tx) => {
    writes(tx).push(data(OTHER_CONTRACT));
  },
  'the token’s data written': (tx, { network }) => {
    writes(tx).push(data(network.tokens[0]?.address as string));
  },
  'other code written': (tx) => {
    writes(tx).push({ contract_code: { hash: '5a'.repeat(32) } });
  },
  'the escrow’s code restored': (tx, { request }) => {
    writes(tx).push({ contract_code: { hash: request.code } });
    tx.ext.v1.ext = restores(writes(tx).length - 1);
  },
  'everything that it writes restored': (tx) => {
    tx.ext.v1.ext = restores(...writes(tx).keys());
  },
  'something restored that it does not write': (tx) => {
    tx.ext.v1.ext = restores(writes(tx).length);
  },
  'the issuer’s account read': (tx, { network }) => {
    reads(tx).push({ account: { account_id: network.tokens[0]?.issuer } });
  },
  'a thief’s account read': (tx) => {
    reads(tx).push({ account: { account_id: thief } });
  },
  'code of two strangers read': (tx) => {
    reads(tx).push(...['01', '02'].map((byte) => ({ contract_code: { hash: byte.repeat(32) } })));
  },
  'code of three strangers read': (tx) => {
    reads(tx).push(...['01', '02', '03'].map((byte) => ({ contract_code: { hash: byte.repeat(32) } })));
  },
  'a time to live written': (tx) => {
    writes(tx).push({ ttl: { key_hash: '5a'.repeat(32) } });
  },
  'nothing declared': (tx) => {
    tx.ext.v1.resources.footprint = { read_only: [], read_write: [] };
  },
};
