/** The true record of a schedule, from the ledger's transactions and entries, with which every claim is compared. */
import { readTransaction } from '@countersign/core/envelope';
import { interfaceMulti, readDeployOf } from '@countersign/core/kinds';
import { contractInstance } from '@countersign/sandbox-ledger/internal/entries';
import { xdr } from '@stellar/stellar-sdk/base';
import { NETWORK, type World } from './world.ts';

export type Created = {
  readonly hash: string;
  readonly contractId: string;
  /** The signer and the escrow as it was initialised, in XDR. */
  readonly terms: string;
};

export type LedgerRecord = {
  /** `none`: it is not on the ledger. */
  outcomeOf(hash: string): 'succeeded' | 'failed' | 'none';
  /** Every escrow that was created since the schedule began. */
  created(): readonly Created[];
  stands(contractId: string): boolean;
  /** As an update or its own life would change it, or as a contract of somebody else. */
  change(contractId: string, how: 'progress' | 'update' | 'other code'): void;
};

const KINDS = [interfaceMulti];
const ESCROW_KEY = xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Escrow')]);

export const termsOf = (signer: string, escrow: xdr.ScVal): string => `${signer} ${escrow.toXdr('base64')}`;

export function readLedger(world: World): LedgerRecord {
  let read = world.ledger.view(({ latest }) => latest.sequence);
  const created: Created[] = [];

  function update(): void {
    for (const { ledger, hash, success, envelope } of world.transactionsSince(read + 1)) {
      read = ledger;
      const made = success ? creationIn(envelope) : undefined;
      if (made !== undefined) created.push({ hash, ...made });
    }
  }

  return {
    outcomeOf(hash) {
      const stored = world.transaction(hash);
      return stored === undefined ? 'none' : stored.success ? 'succeeded' : 'failed';
    },
    created() {
      update();
      return created;
    },
    stands: (contractId) => world.instanceOf(contractId) !== undefined,
    change(contractId, how) {
      const code = xdr.ContractExecutable.contractExecutableWasm(
        how === 'other code' ? new Uint8Array(32).fill(9) : Buffer.from(NETWORK.wasmHash, 'hex'),
      );
      const entry = world.instanceOf(contractId);
      const storage = how === 'other code' || entry === undefined ? [] : [livedOn(entry, how)];
      world.write(contractInstance(contractId, code, storage));
    },
  };
}

function creationIn(envelope: string): Omit<Created, 'hash'> | undefined {
  const deploy = readDeployOf(KINDS, readTransaction(envelope, NETWORK.passphrase), NETWORK.passphrase);
  if ('unreadable' in deploy) return undefined;
  const { contractId, deployer, escrow, kind } = deploy;
  return { contractId, terms: termsOf(deployer, kind.encode(escrow)) };
}

function livedOn(entry: xdr.LedgerEntryData, how: 'progress' | 'update'): xdr.ScMapEntry {
  const val = entry.type === 'contractData' ? entry.contractData.val : undefined;
  const stored =
    val?.type === 'scvContractInstance' ? val.instance.storage?.find(({ key }) => key.equals(ESCROW_KEY)) : undefined;
  if (stored === undefined) return new xdr.ScMapEntry({ key: ESCROW_KEY, val: xdr.ScVal.scvVoid() });
  const { escrow } = interfaceMulti.decode(stored.val);
  if (escrow === undefined) return stored;
  const [first, ...others] = escrow.milestones;
  const { roles } = escrow;
  const changed =
    how === 'progress' && first !== undefined
      ? {
          ...escrow,
          milestones: [
            { ...first, status: 'done', evidence: 'photo', flags: { ...first.flags, approved: true } },
            ...others,
          ],
        }
      : { ...escrow, title: `${escrow.title} (new)`, roles: { ...roles, receiver: roles.approver } };
  return new xdr.ScMapEntry({ key: ESCROW_KEY, val: interfaceMulti.encode(changed) });
}
