/** All mutants of a valid step, in a fixed order: each node of its tree, its bytes, and what a clever liar would do. */
import { OTHER_CONTRACT, PEOPLE } from '../fixtures/step-fixture.ts';
import { brokenBytes, flippedBits, spellings, wrappings } from './envelope-mutations.ts';
import { repaired } from './in-accord.ts';
import { changesOfText, changesOfTree, encoded, type UnbuiltMutant } from './mutants.ts';
import { callOf } from './oracle.ts';
import type { Tree } from './rust-codec.ts';
import { treeMutations } from './tree-mutations.ts';
import { type ValidStep, validSteps } from './valid-steps.ts';
import { ADDRESSES } from './values.ts';

export function* stepMutantsOf(step: ValidStep): Generator<UnbuiltMutant> {
  yield* changesOfTree(step, treeMutations(step.tree));
  const inAccord = (what: string, change: (tx: Tree) => unknown): UnbuiltMutant => ({
    what,
    build: () => {
      const tree = structuredClone(step.tree);
      return change(tree.tx.tx) === DOES_NOT_APPLY ? undefined : encoded(step, repaired(tree, step.tree));
    },
  });
  for (const [what, change] of Object.entries(STEP_CHANGES)) yield inAccord(what, (tx) => change(tx, step));
  // The same step as other kinds and networks take it, and every other step of this escrow, authorised as it is.
  for (const other of others(step)) {
    yield inAccord(
      `as ${other.name}`,
      (tx) => (tx.operations[0].body.invoke_host_function.host_function.invoke_contract = callOf(other.tree.tx.tx)),
    );
  }
  yield* changesOfText([
    ...wrappings(step),
    ...spellings(step),
    ...flippedBits(step, 4, 7),
    ...brokenBytes(step, 60, 7),
  ]);
}

let all: readonly ValidStep[] | undefined;
function others(step: ValidStep): readonly ValidStep[] {
  all ??= validSteps();
  return all.filter(({ name }) => name !== step.name);
}

/** What a thief would change in a step, in the call and the footprint alike; `DOES_NOT_APPLY` where the step has no such part. */
type Change = (tx: Tree, step: ValidStep) => unknown;
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
const codes = (...bytes: string[]) => bytes.map((byte) => ({ contract_code: { hash: byte.repeat(32) } }));
const restores = (...indices: number[]) => ({ v1: { archived_soroban_entries: indices } });

/** The map of who gets what, as the call holds it, with its first and last entries. */
const ofShares =
  (change: (list: Tree[], first: Tree, last: Tree) => unknown): Change =>
  (tx) => {
    const list = callOf(tx).args.find((argument: Tree) => argument.map?.[0]?.key.address !== undefined)?.map;
    return list === undefined ? DOES_NOT_APPLY : change(list, list[0], list.at(-1));
  };
const whole = (list: readonly Tree[]) => String(list.reduce((sum, { val }) => sum + BigInt(val.i128), 0n));
const inOrder = (list: Tree[]) => list.sort((one, other) => (one.key.address < other.key.address ? -1 : 1));

const ofIndex =
  (to: number): Change =>
  (tx) => {
    const argument = callOf(tx).args.find((each: Tree) => each.u32 !== undefined);
    if (argument === undefined) return DOES_NOT_APPLY;
    argument.u32 = to;
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

function inAnothersName(args: Tree[], { request }: ValidStep): void {
  for (const argument of args) if (argument.address === request.signer) argument.address = thief;
}

const STEP_CHANGES: Readonly<Record<string, Change>> = {
  'the fee to a thief': ofFeeAddress(thief),
  'the fee to the platform': ofFeeAddress(PEOPLE.platformAddress),
  'the fee to the signer': (tx, step) => ofFeeAddress(step.request.signer)(tx, step),
  'the fee to a contract': ofFeeAddress(OTHER_CONTRACT),
  'the fee to the escrow itself': (tx, step) => ofFeeAddress(step.request.escrow)(tx, step),
  'the first share to a thief': ofShares((list, first) => {
    first.key.address = thief;
    inOrder(list);
  }),
  'the last share to a thief': ofShares((list, _first, last) => {
    last.key.address = thief;
    inOrder(list);
  }),
  'everything to the first': ofShares((list, first) => {
    first.val.i128 = whole(list);
    list.splice(1);
  }),
  'everything to the last': ofShares((list, _first, last) => {
    last.val.i128 = whole(list);
    list.splice(0, list.length - 1);
  }),
  'one unit from the first share to the last': ofShares((_list, first, last) => {
    first.val.i128 = String(BigInt(first.val.i128) - 1n);
    last.val.i128 = String(BigInt(last.val.i128) + 1n);
  }),
  'the shares exchanged': ofShares((_list, first, last) => {
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
  'in another’s name': ofArguments(inAnothersName),
  'in another’s name, from his account': (tx, step) => {
    tx.source_account = thief;
    inAnothersName(callOf(tx).args, step);
  },
  'from the signer’s account by name': (tx, { request }) => (tx.operations[0].source_account = request.signer),
  'authorised twice': (tx) => {
    const { auth } = tx.operations[0].body.invoke_host_function;
    auth.push(structuredClone(auth[0]));
  },
  'an argument more': ofArguments((args) => args.push('void')),
  'an argument less': ofArguments((args) => args.pop()),
  'the arguments turned around': ofArguments((args) => args.reverse()),
  'as a payment into the escrow': (tx) => (callOf(tx).function_name = 'fund_escrow'),
  'as a transfer of its token': (tx, { network }) => {
    const call = callOf(tx);
    call.contract_address = network.tokens[0]?.address;
    call.function_name = 'transfer';
  },
  'a thief’s trustline written': (tx, { network }) => writes(tx).push(trustline(thief, network.tokens[0]?.issuer)),
  'a thief’s account written': (tx) => writes(tx).push({ account: { account_id: thief } }),
  'another contract’s data written': (tx) => writes(tx).push(data(OTHER_CONTRACT)),
  'the token’s data written': (tx, { network }) => writes(tx).push(data(network.tokens[0]?.address as string)),
  'other code written': (tx) => writes(tx).push(...codes('5a')),
  'the escrow’s code restored': (tx, { request }) => {
    writes(tx).push({ contract_code: { hash: request.code } });
    tx.ext.v1.ext = restores(writes(tx).length - 1);
  },
  'everything that it writes restored': (tx) => (tx.ext.v1.ext = restores(...writes(tx).keys())),
  'something restored that it does not write': (tx) => (tx.ext.v1.ext = restores(writes(tx).length)),
  'the issuer’s account read': (tx, { network }) =>
    reads(tx).push({ account: { account_id: network.tokens[0]?.issuer } }),
  'a thief’s account read': (tx) => reads(tx).push({ account: { account_id: thief } }),
  'code of two strangers read': (tx) => reads(tx).push(...codes('01', '02')),
  'code of three strangers read': (tx) => reads(tx).push(...codes('01', '02', '03')),
  'a time to live written': (tx) => writes(tx).push({ ttl: { key_hash: '5a'.repeat(32) } }),
  'nothing declared': (tx) => (tx.ext.v1.resources.footprint = { read_only: [], read_write: [] }),
};
