/** The true record of a schedule, from the ledger's transactions and entries, with which every claim is compared. */
import { readTransaction } from '@countersign/core/envelope';
import { liveMulti, readDeploy } from '@countersign/core/kinds';
import { contractData, contractInstance } from '@countersign/sandbox-ledger/internal/entries';
import { xdr } from '@stellar/stellar-sdk/base';
import { ESCROW_KEY, NETWORK, type World } from './world.ts';

export type Created = {
  readonly hash: string;
  readonly contractId: string;
  /** The signer and the escrow as it was initialised, in XDR. */
  readonly terms: string;
};

export type LedgerRecord = ReturnType<typeof readLedger>;

export const termsOf = (signer: string, escrow: xdr.ScVal): string => `${signer} ${escrow.toXdr('base64')}`;

export function readLedger(world: World) {
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
    /** `none`: it is not on the ledger. */
    outcomeOf(hash: string) {
      const stored = world.transaction(hash);
      return stored === undefined ? 'none' : stored.success ? 'succeeded' : 'failed';
    },
    created(): readonly Created[] {
      update();
      return created;
    },
    exists: (contractId: string) => world.instanceOf(contractId) !== undefined,
    /** As an update or its own life would change it, or as a contract of somebody else. */
    change(contractId: string, how: 'progress' | 'update' | 'other code') {
      const code = xdr.ContractExecutable.contractExecutableWasm(
        how === 'other code' ? new Uint8Array(32).fill(9) : Buffer.from(NETWORK.wasmHash, 'hex'),
      );
      world.write(contractInstance(contractId, code, []));
      if (how !== 'other code')
        world.write(contractData(contractId, ESCROW_KEY, livedOn(world.escrowOf(contractId), how)));
    },
  };
}

function creationIn(envelope: string): Omit<Created, 'hash'> | undefined {
  const deploy = readDeploy(readTransaction(envelope, NETWORK.passphrase), NETWORK.passphrase);
  if ('unreadable' in deploy) return undefined;
  const { contractId, deployer, escrow, kind } = deploy;
  return { contractId, terms: termsOf(deployer, kind.encode(escrow)) };
}

function livedOn(stored: xdr.ScVal | undefined, how: 'progress' | 'update'): xdr.ScVal {
  const escrow = stored && liveMulti.decode(stored).escrow;
  if (escrow === undefined) return xdr.ScVal.scvVoid();
  const [first, ...others] = escrow.milestones;
  if (first === undefined) return xdr.ScVal.scvVoid();
  const { approver: receiver } = escrow.roles;
  const changed =
    how === 'progress'
      ? { ...first, status: 'done', evidence: 'photo', flags: { ...first.flags, approved: true } }
      : { ...first, receiver };
  const title = how === 'progress' ? escrow.title : `${escrow.title} (new)`;
  return liveMulti.encode({ ...escrow, title, milestones: [changed, ...others] });
}
