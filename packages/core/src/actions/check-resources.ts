/**
 * What the transaction declares to read and write (trust, 7). The network lets a call touch only what is declared,
 * so an entry that a deploy has no use for is named before anyone signs.
 */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
import { createSide, type FootprintOf, type Side } from '../errors/differences.ts';
import type { ReadDeploy } from '../kinds/read-deploy.ts';
import type { Differences } from './differences.ts';

/** The factory's own code and the token's, whose hashes nobody pins. Reading them changes nothing but the fee. */
const MOST_OTHER_CODE = 2;

/** The escrow's address, and whatever else its creation touches. */
type Creation = Pick<ReadDeploy, 'factory' | 'wasmHash' | 'contractId'> & {
  readonly escrow: { readonly trustline: { readonly address: string } };
};

export function checkResources(read: ReadTransaction, deploy: Creation, differences: Differences): void {
  const written = [deploy.contractId, deploy.factory];
  const readable = [...written, deploy.escrow.trustline.address];
  checkFootprint(
    read,
    {
      writes: (key) => touches(key, written, deploy),
      reads: (key) => touches(key, readable, deploy),
      of: 'deploy',
    },
    differences,
  );
}

/** The entries that an action may touch. Other code that it reads is only counted. */
type Footprint = {
  readonly writes: (key: xdr.LedgerKey) => boolean;
  readonly reads: (key: xdr.LedgerKey) => boolean;
  readonly of: FootprintOf;
};

export function checkFootprint(
  read: ReadTransaction,
  { writes, reads, of }: Footprint,
  differences: Differences,
): void {
  const extension = read.transaction.ext;
  if (extension.type !== 'sorobanData') {
    differences.note('resources', createSide('DECLARED'), createSide('NOT_DECLARED'));
    return;
  }
  const { resources, resourceFee, ext } = extension.sorobanData;
  if (resourceFee < 0n || resourceFee > read.fee) {
    differences.note(
      'resource fee',
      createSide('BETWEEN', { least: '0', most: `${read.fee} stroops` }),
      `${resourceFee} stroops`,
    );
  }
  for (const key of resources.footprint.readWrite) {
    if (!writes(key)) differences.note('resources.writes', createSide('WRITES', { of }), describe(key));
  }
  const otherCode = new Set<string>();
  for (const key of resources.footprint.readOnly) {
    if (reads(key)) continue;
    if (key.type === 'contractCode') otherCode.add(toHex(key.contractCode.hash.toBytes()));
    else differences.note('resources.reads', createSide('READS', { of }), describe(key));
  }
  if (otherCode.size > MOST_OTHER_CODE) {
    differences.note('resources.reads', createSide('CODE', { of }), createSide('CODES', { hashes: [...otherCode] }));
  }
  const restored = ext.type === 'resourceExt' ? ext.resourceExt.archivedSorobanEntries : [];
  if (restored.some((index) => index >= resources.footprint.readWrite.length)) {
    differences.note('resources.restores', createSide('WRITTEN_ENTRIES'), createSide('UNNAMED_ENTRIES'));
  }
}

/** Data of one of the contracts, or the escrow's own code (which a deploy may have to restore). */
function touches(key: xdr.LedgerKey, contracts: readonly string[], { wasmHash }: Creation): boolean {
  if (key.type === 'contractData')
    return contracts.includes(Address.fromScAddress(key.contractData.contract).toString());
  return key.type === 'contractCode' && toHex(key.contractCode.hash.toBytes()) === wasmHash;
}

function describe(key: xdr.LedgerKey): Side {
  if (key.type === 'contractData') {
    return createSide('DATA_OF', { contract: Address.fromScAddress(key.contractData.contract).toString() });
  }
  return key.type === 'contractCode'
    ? createSide('CODES', { hashes: [toHex(key.contractCode.hash.toBytes())] })
    : key.type;
}
