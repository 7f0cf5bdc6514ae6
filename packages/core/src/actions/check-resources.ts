/**
 * What the transaction declares to read and write (trust, 7). The network lets a call touch only what is declared,
 * so an entry that a deploy has no use for is named before anyone signs.
 */
import { Address, type xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../envelope/bytes.ts';
import type { ReadTransaction } from '../envelope/read-transaction.ts';
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
      named: {
        writes: 'the new escrow alone',
        reads: 'factory, code, token and escrow alone',
        code: 'code of escrow, factory and token alone',
      },
    },
    differences,
  );
}

/** The entries that an action may touch, and what people call them. Other code that it reads is only counted. */
type Footprint = {
  readonly writes: (key: xdr.LedgerKey) => boolean;
  readonly reads: (key: xdr.LedgerKey) => boolean;
  readonly named: { readonly writes: string; readonly reads: string; readonly code: string };
};

export function checkFootprint(
  read: ReadTransaction,
  { writes, reads, named }: Footprint,
  differences: Differences,
): void {
  const extension = read.transaction.ext;
  if (extension.type !== 'sorobanData') {
    differences.note('resources', 'declared', 'missing, so the network would refuse it');
    return;
  }
  const { resources, resourceFee, ext } = extension.sorobanData;
  if (resourceFee < 0n || resourceFee > read.fee) {
    differences.note('resource fee', `0 to ${read.fee} stroops`, `${resourceFee} stroops`);
  }
  for (const key of resources.footprint.readWrite) {
    if (!writes(key)) differences.note('resources.writes', named.writes, describe(key));
  }
  const otherCode = new Set<string>();
  for (const key of resources.footprint.readOnly) {
    if (reads(key)) continue;
    if (key.type === 'contractCode') otherCode.add(describe(key));
    else differences.note('resources.reads', named.reads, describe(key));
  }
  if (otherCode.size > MOST_OTHER_CODE) differences.note('resources.reads', named.code, [...otherCode].join(', '));
  const restored = ext.type === 'resourceExt' ? ext.resourceExt.archivedSorobanEntries : [];
  if (restored.some((index) => index >= resources.footprint.readWrite.length)) {
    differences.note('resources.restores', 'entries that it writes', 'entries that it does not name');
  }
}

/** Data of one of the contracts, or the escrow's own code (which a deploy may have to restore). */
function touches(key: xdr.LedgerKey, contracts: readonly string[], { wasmHash }: Creation): boolean {
  if (key.type === 'contractData')
    return contracts.includes(Address.fromScAddress(key.contractData.contract).toString());
  return key.type === 'contractCode' && toHex(key.contractCode.hash.toBytes()) === wasmHash;
}

function describe(key: xdr.LedgerKey): string {
  if (key.type === 'contractData') return `data of ${Address.fromScAddress(key.contractData.contract).toString()}`;
  return key.type === 'contractCode' ? `code ${toHex(key.contractCode.hash.toBytes())}` : key.type;
}
