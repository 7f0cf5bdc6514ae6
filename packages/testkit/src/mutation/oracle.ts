/**
 * What may differ in a changed transaction, decided from the decoded trees only, without the comparison's code.
 *
 * A transaction is split in two: what a deploy of this request must be, to the letter (`fixed`), and what the service
 * may choose (`chosen`), each choice taken out of the tree only after its own limit was checked. So whatever this file
 * does not name is fixed, and a mutant may be accepted only if its fixed part is the original's.
 */
import { derivedContract, type Tree } from './rust-codec.ts';
import { accountUnder } from './values.ts';

export type Bounds = {
  readonly passphrase: string;
  readonly now: number;
  readonly maxFee: bigint;
  readonly unpinned?: { readonly factory: boolean; readonly code: boolean };
};

/** Choices that mean the same on chain: no one's balance, right or record differs by them. */
export const SAME = {
  'operation source': 'an operation without a source has the transaction’s; it names that very account',
} as const;

/** Choices that the service has. They can make the transaction fail, and nothing else that was not shown. */
export const BOUNDED = [
  // The same account; since protocol 25 the network refuses a contract call from there.
  'source under an M address',
  'sequence',
  'fee under the cap',
  'time bounds within range',
  'footprint',
  'resources',
  'salt',
  'spelling of a fresh status',
] as const;

/** What differs where a setting is missing: only partly verified, and the reason names what was found. */
const UNPINNED = ['unpinned factory', 'unpinned code'] as const;

export type Choice = keyof typeof SAME | (typeof BOUNDED)[number] | (typeof UNPINNED)[number];

export type Reading = {
  readonly fixed: string;
  readonly chosen: ReadonlyMap<Choice, string>;
};

/** What a reason must name, as the oracle read it. */
export function unpinnedValues(reading: Reading | undefined, choices: readonly Choice[]): string[] {
  return UNPINNED.filter((choice) => choices.includes(choice)).map((choice) => reading?.chosen.get(choice) ?? '');
}

/** The choices in which two transactions differ; nothing if they differ in more than choices. */
export function permittedDifferences(original: Reading, mutant: Reading | undefined): Choice[] | undefined {
  if (mutant === undefined || mutant.fixed !== original.fixed) return undefined;
  return [...original.chosen.keys()].filter((choice) => original.chosen.get(choice) !== mutant.chosen.get(choice));
}

/** Nothing where a choice is beyond its limit, or where the envelope is no plain v1 transaction with resources. */
export function readByOracle(tree: Tree, bounds: Bounds): Reading | undefined {
  const chosen = new Map<Choice, string>();
  const copy = structuredClone(tree);
  const tx = copy.tx?.tx;
  if (!takeEnvelope(tx, bounds, chosen)) return undefined;
  const token = callOf(tx)?.args?.[4]?.vec?.[0]?.map?.find((entry: Tree) => entry.key.symbol === 'trustline');
  if (!takeDeployFootprint(tx, token, bounds, chosen)) return undefined;
  takeSalt(tx, chosen);
  takeEscrow(tx, chosen);
  takeUnpinned(tx, bounds, chosen);
  return { fixed: JSON.stringify(copy), chosen };
}

/** Everything around the call but the footprint. @returns whether each choice is within its limit */
export function takeEnvelope(tx: Tree, bounds: Bounds, chosen: Map<Choice, string>): boolean {
  const data = tx?.ext?.v1;
  const time = tx?.cond?.time;
  if (data === undefined || time === undefined) return false;
  if (!takeTime(time, bounds, chosen) || !takeFees(tx, data, bounds, chosen)) return false;
  if (BigInt(tx.seq_num) >= 2n ** 63n - 1_000_000n) return false;
  take(tx, 'seq_num', 'sequence', chosen);
  takeSources(tx, chosen);
  return true;
}

function take(owner: Tree, key: string, choice: Choice, chosen: Map<Choice, string>): void {
  chosen.set(choice, `${chosen.get(choice) ?? ''}${JSON.stringify(owner[key])}`);
  owner[key] = `(${choice})`;
}

function takeTime(time: Tree, { now }: Bounds, chosen: Map<Choice, string>): boolean {
  const [begin, end] = [BigInt(time.min_time), BigInt(time.max_time)];
  const within = begin <= BigInt(now) + 5n && end >= BigInt(now) + 20n && end <= BigInt(now) + 600n;
  for (const key of ['min_time', 'max_time']) take(time, key, 'time bounds within range', chosen);
  return within;
}

function takeFees(tx: Tree, data: Tree, { maxFee }: Bounds, chosen: Map<Choice, string>): boolean {
  const [fee, resourceFee] = [BigInt(tx.fee), BigInt(data.resource_fee)];
  take(tx, 'fee', 'fee under the cap', chosen);
  take(data, 'resource_fee', 'resources', chosen);
  for (const key of ['instructions', 'disk_read_bytes', 'write_bytes']) take(data.resources, key, 'resources', chosen);
  return fee <= maxFee && resourceFee >= 0n && resourceFee <= fee;
}

/** Declared: data of factory, token (reading) and the escrow itself; the escrow's code, and code to run the two others. */
function takeDeployFootprint(tx: Tree, trustline: Tree, bounds: Bounds, chosen: Map<Choice, string>): boolean {
  const call = callOf(tx);
  if (call === undefined) return false;
  const code = call.args?.[1]?.bytes;
  const escrow = derivedContract(call.contract_address, call.args?.[2]?.bytes, bounds.passphrase);
  const token = trustline?.val?.map?.find((entry: Tree) => entry.key.symbol === 'address')?.val?.address;
  const touched = (contracts: unknown[]) => (key: Tree) =>
    key.contract_data !== undefined ? contracts.includes(key.contract_data.contract) : key.contract_code?.hash === code;
  const written = [escrow, call.contract_address];
  return takeFootprint(tx.ext.v1, touched(written), touched([...written, token]), chosen);
}

/** @returns whether only permitted entries are written, read and restored, and the code of two other contracts read */
export function takeFootprint(
  data: Tree,
  isWritten: (key: Tree) => boolean,
  isRead: (key: Tree) => boolean,
  chosen: Map<Choice, string>,
): boolean {
  const { read_write: writes, read_only: reads } = data.resources.footprint;
  const others = reads.filter((key: Tree) => !isRead(key));
  const restored = data.ext?.v1?.archived_soroban_entries ?? [];
  const within =
    writes.every(isWritten) &&
    others.every((key: Tree) => key.contract_code !== undefined) &&
    new Set(others.map((key: Tree) => key.contract_code?.hash)).size <= 2 &&
    restored.every((index: number) => index < writes.length);
  take(data.resources, 'footprint', 'footprint', chosen);
  take(data, 'ext', 'footprint', chosen);
  return within;
}

function takeSources(tx: Tree, chosen: Map<Choice, string>): void {
  const account = accountUnder(tx.source_account);
  const operation = tx.operations[0];
  chosen.set('operation source', 'absent');
  if (account === undefined || operation === undefined) return;
  const muxed = [tx.source_account, operation.source_account].filter((source) => source?.startsWith('M'));
  chosen.set('source under an M address', muxed.join());
  tx.source_account = account;
  if (accountUnder(operation.source_account) !== account) return;
  chosen.set('operation source', operation.source_account);
  operation.source_account = null;
}

/** In both calls or in none: a salt that differs stays in the fixed part. */
function takeSalt(tx: Tree, chosen: Map<Choice, string>): void {
  const call = callOf(tx)?.args?.[2];
  const authorised = rootOf(tx)?.args?.[2];
  const salt = call?.bytes;
  if (salt?.length !== 64 || authorised?.bytes !== salt) return;
  chosen.set('salt', salt);
  call.bytes = authorised.bytes = '(salt)';
}

/** As with the salt: in each place the same, or not taken. */
function takeUnpinned(tx: Tree, { unpinned }: Bounds, chosen: Map<Choice, string>): void {
  const [call, authorised] = [callOf(tx), rootOf(tx)];
  if (unpinned?.factory && call.contract_address === authorised?.contract_address) {
    chosen.set('unpinned factory', call.contract_address);
    call.contract_address = authorised.contract_address = '(factory)';
  }
  const code = call.args?.[1]?.bytes;
  if (unpinned?.code && code?.length === 64 && authorised?.args?.[1]?.bytes === code) {
    chosen.set('unpinned code', code);
    call.args[1].bytes = authorised.args[1].bytes = '(code)';
  }
}

/** The escrow in the call, where the authorised call holds the very same one. */
function takeEscrow(tx: Tree, chosen: Map<Choice, string>): void {
  const owners = [callOf(tx), rootOf(tx)];
  const [call, authorised] = owners.map((owner) => JSON.stringify(owner?.args?.[4]));
  if (call === undefined || call !== authorised) return;
  const own = new Map<Choice, string>();
  for (const owner of owners) {
    own.clear();
    for (const entry of owner.args[4].vec?.[0]?.map ?? []) takeField(entry, own);
  }
  for (const [choice, value] of own) chosen.set(choice, value);
}

function takeField(entry: Tree, chosen: Map<Choice, string>): void {
  const { val } = entry;
  switch (entry.key.symbol) {
    case 'status':
      if (['', 'pending', 'peding'].includes(val.string)) take(val, 'string', 'spelling of a fresh status', chosen);
      break;
    case 'milestones':
      for (const milestone of val.vec ?? []) for (const part of milestone.map ?? []) takeField(part, chosen);
      break;
  }
}

/** From whose address the escrow's comes: the factory's. */
export const ownerOf = (tx: Tree): unknown => callOf(tx)?.contract_address;

export function callOf(tx: Tree): Tree {
  return tx.operations?.[0]?.body?.invoke_host_function?.host_function?.invoke_contract;
}

function rootOf(tx: Tree): Tree {
  return tx.operations?.[0]?.body?.invoke_host_function?.auth?.[0]?.root_invocation?.function?.contract_fn;
}
