/** Changes to the shape of a transaction, by name: each that an attacker would think of first, and then some. */
import { liveMulti } from '@countersign/core/kinds';
import { repaired } from './in-accord.ts';
import { callOf } from './oracle.ts';
import { type Change, fieldOf, partsOf, STRUCT_CHANGES, STRUCTS } from './parts.ts';
import { RESOURCE_CHANGES } from './resource-changes.ts';
import type { Tree } from './rust-codec.ts';
import { POLICY, policyOf, type ValidDeploy } from './valid-deploys.ts';
import { ADDRESSES, muxed, rawKey } from './values.ts';

const time = (min: number, max: number) => ({ time: { min_time: String(min), max_time: String(max) } });
const v2 = (changes: Tree = {}) => ({
  v2: {
    time_bounds: { min_time: '0', max_time: String(POLICY.now + 100) },
    ledger_bounds: null,
    min_seq_num: null,
    min_seq_age: '0',
    min_seq_ledger_gap: 0,
    extra_signers: [],
    ...changes,
  },
});
const signature = { hint: '5a5a5a5a', signature: '5a'.repeat(64) };
const payment = (to: string) => ({
  source_account: null,
  body: { payment: { destination: to, asset: 'native', amount: '10000000' } },
});
const stranger = ADDRESSES.account;
const otherContract = ADDRESSES.contract;
const nonceless = (address: string) => ({ address, nonce: '1', signature_expiration_ledger: 1, signature: 'void' });

const CHANGES: Readonly<Record<string, Change>> = {
  'an extra signature': ({ envelope }) => envelope.signatures.push(signature),
  'two signatures': ({ envelope }) => envelope.signatures.push(signature, signature),
  'an empty signature': ({ envelope }) => envelope.signatures.push({ hint: '00000000', signature: '' }),
  'no resources': ({ tx }) => (tx.ext = 'v0'),
  'another source': ({ tx }) => (tx.source_account = stranger),
  'another source under an M address': ({ tx }) => (tx.source_account = ADDRESSES.muxed),
  'the source under an M address': ({ tx, signer }) => (tx.source_account = muxed(rawKey(signer))),
  'the source under another M address': ({ tx, signer }) => (tx.source_account = muxed(rawKey(signer), 200)),
  'the operation’s source named': ({ operation, signer }) => (operation.source_account = signer),
  'the operation’s source under an M address': ({ operation, signer }) =>
    (operation.source_account = muxed(rawKey(signer))),
  'another source of the operation': ({ operation }) => (operation.source_account = stranger),
  'another source of the operation under M': ({ operation }) => (operation.source_account = ADDRESSES.muxed),
  'another source, the operation’s the signer': ({ tx, operation, signer }) => {
    tx.source_account = stranger;
    operation.source_account = signer;
  },
  'no preconditions': ({ tx }) => (tx.cond = 'none'),
  'no end': ({ tx }) => (tx.cond = time(0, 0)),
  'an end long past': ({ tx }) => (tx.cond = time(0, 1)),
  'an end just past': ({ tx, now }) => (tx.cond = time(0, now)),
  'an end one second ahead': ({ tx, now }) => (tx.cond = time(0, now + 1)),
  'an end too near': ({ tx, now }) => (tx.cond = time(0, now + 19)),
  'the nearest end': ({ tx, now }) => (tx.cond = time(0, now + 20)),
  'the farthest end': ({ tx, now }) => (tx.cond = time(0, now + 600)),
  'an end too far': ({ tx, now }) => (tx.cond = time(0, now + 601)),
  'an end in a century': ({ tx, now }) => (tx.cond = time(0, now * 2)),
  'a beginning ahead': ({ tx, now }) => (tx.cond = time(now + 6, now + 100)),
  'a beginning within the clocks’ tolerance': ({ tx, now }) => (tx.cond = time(now + 5, now + 100)),
  'a beginning after the end': ({ tx, now }) => (tx.cond = time(now + 200, now + 100)),
  'further preconditions, all empty': ({ tx }) => (tx.cond = v2()),
  'further preconditions without time': ({ tx }) => (tx.cond = v2({ time_bounds: null })),
  'ledger bounds': ({ tx }) => (tx.cond = v2({ ledger_bounds: { min_ledger: 1, max_ledger: 0 } })),
  'a least sequence': ({ tx }) => (tx.cond = v2({ min_seq_num: '1' })),
  'a least age of the sequence': ({ tx }) => (tx.cond = v2({ min_seq_age: '1' })),
  'a least gap of ledgers': ({ tx }) => (tx.cond = v2({ min_seq_ledger_gap: 1 })),
  'an extra signer': ({ tx }) => (tx.cond = v2({ extra_signers: [stranger] })),
  'a memo of text': ({ tx }) => (tx.memo = { text: 'hello' }),
  'an empty memo of text': ({ tx }) => (tx.memo = { text: '' }),
  'a memo of a number': ({ tx }) => (tx.memo = { id: '7' }),
  'a memo of a hash': ({ tx }) => (tx.memo = { hash: '5a'.repeat(32) }),
  'a memo of a return': ({ tx }) => (tx.memo = { return: '5a'.repeat(32) }),
  'no operation': ({ tx }) => (tx.operations = []),
  'the operation twice': ({ tx, operation }) => tx.operations.push(operation),
  'a payment after it': ({ tx }) => tx.operations.push(payment(stranger)),
  'a payment before it': ({ tx }) => tx.operations.unshift(payment(stranger)),
  'a payment in its place': ({ tx }) => (tx.operations = [payment(stranger)]),
  'the account merged away after it': ({ tx }) =>
    tx.operations.push({ source_account: null, body: { account_merge: stranger } }),
  'other code uploaded': ({ invoke }) => (invoke.host_function = { upload_contract_wasm: '0061736d' }),
  'a plain creation': ({ invoke, creation }) =>
    (invoke.host_function = { create_contract_v2: creation.create_contract_v2_host_fn }),
  'another contract': ({ call }) => (call.contract_address = otherContract),
  'another contract: the token': ({ call, escrow }) =>
    (call.contract_address = fieldOf(escrow, 'trustline').val.map[0].val.address),
  'an account called': ({ call }) => (call.contract_address = stranger),
  'another function': ({ call }) => (call.function_name = 'upgrade'),
  'a function of the other release': ({ call }) => (call.function_name = 'tw_new_single_release_escrow'),
  'a function of an earlier generation': ({ call }) => (call.function_name = 'deploy'),
  'other code': ({ call }) => (call.args[1].bytes = '5a'.repeat(32)),
  'code of no hash': ({ call }) => (call.args[1].bytes = ''),
  'a longer salt': ({ call }) => (call.args[2].bytes += '00'),
  'another salt': ({ call }) => (call.args[2].bytes = '5a'.repeat(32)),
  'another deployer': ({ call }) => (call.args[0].address = stranger),
  'a contract as deployer': ({ call }) => (call.args[0].address = call.contract_address),
  'the deployer as text': ({ call }) => (call.args[0] = { string: call.args[0].address }),
  'no deployer': ({ call }) => (call.args[0] = 'void'),
  'another deployer and source': ({ call, tx }) => (tx.source_account = call.args[0].address = stranger),
  'another initialiser': ({ call }) => (call.args[3].symbol = 'set_admin'),
  'the initialiser as text': ({ call }) => (call.args[3] = { string: 'initialize_escrow' }),
  'no argument of the initialiser': ({ call }) => (call.args[4].vec = []),
  'a second argument of the initialiser': ({ call }) => call.args[4].vec.push({ u32: 1 }),
  'the escrow twice': ({ call }) => call.args[4].vec.push(call.args[4].vec[0]),
  'a constructor argument': ({ call }) => call.args[5].vec.push({ address: stranger }),
  'constructor arguments of another kind': ({ call }) => (call.args[5] = 'void'),
  'constructor arguments that are absent': ({ call }) => (call.args[5] = { vec: null }),
  'a seventh argument': ({ call }) => call.args.push('void'),
  'one argument less': ({ call }) => call.args.pop(),
  'no arguments': ({ call }) => (call.args = []),
  'arguments in another order': ({ call }) => call.args.reverse(),
  'code and salt swapped': ({ call }) => ([call.args[1], call.args[2]] = [call.args[2], call.args[1]]),
  'initialiser’s and constructor’s arguments swapped': ({ call }) =>
    ([call.args[4], call.args[5]] = [call.args[5], call.args[4]]),
  'no authorisation': ({ invoke }) => (invoke.auth = []),
  'the authorisation twice': ({ invoke }) => invoke.auth.push(invoke.auth[0]),
  'a second authorisation: a transfer': ({ invoke, escrow, signer }) =>
    invoke.auth.push({
      credentials: 'source_account',
      root_invocation: { function: { contract_fn: transferOf(escrow, signer) }, sub_invocations: [] },
    }),
  'a second authorisation by another': ({ invoke, root }) =>
    invoke.auth.push({ credentials: { address: nonceless(stranger) }, root_invocation: root }),
  'credentials of the signer’s address': ({ invoke, signer }) =>
    (invoke.auth[0].credentials = { address: nonceless(signer) }),
  'credentials of a stranger’s address': ({ invoke }) =>
    (invoke.auth[0].credentials = { address: nonceless(stranger) }),
  'credentials of the newer kind': ({ invoke, signer }) =>
    (invoke.auth[0].credentials = { address_v2: nonceless(signer) }),
  'another contract at the root': ({ root }) => (root.function.contract_fn.contract_address = otherContract),
  'another function at the root': ({ root }) => (root.function.contract_fn.function_name = 'upgrade'),
  'another escrow at the root': ({ root }) =>
    (root.function.contract_fn.args[4].vec[0].map[0].val = { string: 'another' }),
  'a transfer at the root': ({ root, escrow, signer }) => (root.function = { contract_fn: transferOf(escrow, signer) }),
  'a creation at the root': ({ root, creation }) => (root.function = structuredClone(creation)),
  'a creation below it': ({ root, creation }) => root.sub_invocations.push({ function: creation, sub_invocations: [] }),
  'a transfer below it': ({ root, escrow, signer }) =>
    root.sub_invocations.push({ function: { contract_fn: transferOf(escrow, signer) }, sub_invocations: [] }),
  ...RESOURCE_CHANGES,
};

/** A transfer that a thief would hide in the authorisation. */
function transferOf(escrow: Tree[], signer: string): Tree {
  return {
    contract_address: fieldOf(escrow, 'trustline').val.map[0].val.address.startsWith('C')
      ? fieldOf(escrow, 'trustline').val.map[0].val.address
      : otherContract,
    function_name: 'transfer',
    args: [{ address: signer }, { address: stranger }, { i128: '1000000000' }],
  };
}

export type StructuralMutation = { readonly what: string; readonly tree: Tree };

export function structuralMutations(deploy: ValidDeploy): StructuralMutation[] {
  const named = Object.entries(CHANGES).map(([what, change]) => ({ what, tree: changed(deploy, change) }));
  const maps = Object.entries(STRUCT_CHANGES).flatMap(([what, change]) =>
    STRUCTS.map(({ name, find }) => ({
      what: `${what} of ${name}`,
      tree: changed(deploy, ({ call }) => {
        const owner = find(call);
        owner.map = change(owner.map);
      }),
    })),
  );
  const own = callOf(deploy.tree.tx.tx);
  return [...named, ...maps, ...roleSwaps(deploy)].flatMap(({ what, tree }) => {
    if (tree === undefined) return [];
    const called = callOf(tree.tx.tx);
    // A change of the call is tried alone, and with all that follows from it changed along.
    const consistent =
      called === undefined || JSON.stringify(called) === JSON.stringify(own)
        ? []
        : [repaired(tree, deploy.tree, deploy.network.passphrase)];
    return [{ what, tree }, ...consistent.map((all) => ({ what: `${what}, all the rest in accord`, tree: all }))];
  });
}

/** Nothing where a single release has no such part; a multi release has them all. */
function changed(deploy: ValidDeploy, change: Change): Tree | undefined {
  const envelope = structuredClone(deploy.tree);
  try {
    change(partsOf(envelope, policyOf(deploy).now));
  } catch (error) {
    if (callOf(deploy.tree.tx.tx).function_name === liveMulti.factoryFunction) throw error;
    return undefined;
  }
  return envelope;
}

/** Each pair of roles exchanged: two rightful addresses in each other's place. */
function roleSwaps(deploy: ValidDeploy): { readonly what: string; readonly tree: Tree | undefined }[] {
  const names = [0, 1, 2, 3, 4];
  return names.flatMap((one) =>
    names.slice(one + 1).map((other) => ({
      what: `roles ${one} and ${other} exchanged`,
      tree: changed(deploy, ({ escrow }) => {
        const roles = fieldOf(escrow, 'roles').val.map;
        [roles[one].val, roles[other].val] = [roles[other].val, roles[one].val];
      }),
    })),
  );
}
