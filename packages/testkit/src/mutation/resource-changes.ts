/** Changes to the fee, and to what a transaction declares to read, to write and to restore. */
import { type Change, fieldOf } from './parts.ts';
import type { Tree } from './rust-codec.ts';
import { NETWORK, POLICY } from './valid-deploys.ts';
import { ADDRESSES } from './values.ts';

const writes = (resources: Tree): Tree[] => resources.resources.footprint.read_write;
const reads = (resources: Tree): Tree[] => resources.resources.footprint.read_only;
const dataOf = (contract: string, key: Tree = 'ledger_key_contract_instance') => ({
  contract_data: { contract, key, durability: 'persistent' },
});
const stranger = ADDRESSES.account;
const otherContract = ADDRESSES.contract;

export const RESOURCE_CHANGES: Readonly<Record<string, Change>> = {
  'the highest fee': ({ tx }) => (tx.fee = Number(POLICY.maxFee)),
  'a fee above the cap': ({ tx }) => (tx.fee = Number(POLICY.maxFee) + 1),
  'the highest fee there is': ({ tx }) => (tx.fee = 2 ** 32 - 1),
  'a resource fee of all': ({ tx, resources }) => (resources.resource_fee = String(tx.fee)),
  'a resource fee above the fee': ({ tx, resources }) => (resources.resource_fee = String(tx.fee + 1)),
  'a negative resource fee': ({ resources }) => (resources.resource_fee = '-1'),
  'a stranger’s data written': ({ resources }) => writes(resources).push(dataOf(otherContract)),
  'the token’s data written': ({ resources, escrow }) =>
    writes(resources).push(dataOf(fieldOf(escrow, 'trustline').val.map[0].val.address)),
  'other code written': ({ resources }) => writes(resources).push({ contract_code: { hash: '5a'.repeat(32) } }),
  'the escrow’s code written': ({ resources, call }) =>
    writes(resources).push({ contract_code: { hash: call.args[1].bytes } }),
  'the factory’s data written': ({ resources, call }) => writes(resources).push(dataOf(call.contract_address)),
  'the signer’s account written': ({ resources, signer }) =>
    writes(resources).push({ account: { account_id: signer } }),
  'the signer’s trustline written': ({ resources, signer }) =>
    writes(resources).push({
      trustline: { account_id: signer, asset: { credit_alphanum4: { asset_code: 'USDC', issuer: stranger } } },
    }),
  'a time to live written': ({ resources }) => writes(resources).push({ ttl: { key_hash: '5a'.repeat(32) } }),
  'a stranger’s data read': ({ resources }) => reads(resources).push(dataOf(otherContract)),
  'a claimable balance’s data read': ({ resources }) => reads(resources).push(dataOf(ADDRESSES.claimableBalance)),
  'a pool’s data read': ({ resources }) => reads(resources).push(dataOf(ADDRESSES.liquidityPool)),
  'an M address’s data read': ({ resources }) => reads(resources).push(dataOf(ADDRESSES.muxed)),
  'an account read': ({ resources, signer }) => reads(resources).push({ account: { account_id: signer } }),
  'the network’s settings read': ({ resources }) =>
    reads(resources).push({ config_setting: { config_setting_id: 'contract_compute_v0' } }),
  'the token’s data read': ({ resources, escrow }) =>
    reads(resources).push(dataOf(fieldOf(escrow, 'trustline').val.map[0].val.address)),
  'the factory’s own code read': ({ resources }) => reads(resources).push({ contract_code: { hash: '01'.repeat(32) } }),
  'code of factory and token read': ({ resources }) =>
    reads(resources).push({ contract_code: { hash: '01'.repeat(32) } }, { contract_code: { hash: '02'.repeat(32) } }),
  'code of three strangers read': ({ resources }) =>
    reads(resources).push(...['01', '02', '03'].map((byte) => ({ contract_code: { hash: byte.repeat(32) } }))),
  'an entry restored': ({ resources }) => (resources.ext = { v1: { archived_soroban_entries: [0] } }),
  'an entry restored that is not there': ({ resources }) => (resources.ext = { v1: { archived_soroban_entries: [9] } }),
  'the token named by its contract': ({ escrow }) =>
    (fieldOf(escrow, 'trustline').val.map[0].val.address = NETWORK.tokens[0]?.address),
  'the token named by its issuer': ({ escrow }) =>
    (fieldOf(escrow, 'trustline').val.map[0].val.address = NETWORK.tokens[0]?.issuer),
  'nothing declared': ({ resources }) => (resources.resources.footprint = { read_only: [], read_write: [] }),
};
