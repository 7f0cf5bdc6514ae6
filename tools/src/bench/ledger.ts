/** How many transactions per second the embedded ledger takes in, beside the minimum work for each. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair, type Ledger, openLedger } from '@countersign/escrow-service';
import { Account, Asset, Operation, type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { atLeast, type Bench, type Figure, median } from './figure.ts';

const AIM_PER_SECOND = 1_500;

/** Rounds in which ledgers and floor alternate, and payments in each. */
type Runs = { readonly rounds: number; readonly payments: number };

export const ledgerBench: Bench = {
  title: 'Embedded ledger, one payment after the other',
  run: () => measureLedger({ rounds: 15, payments: 200 }),
};

const client = demoKeypair('client');

export async function measureLedger({ rounds, payments }: Runs): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const inMemory = openLedger({ now: Date.now });
  const onDisk = openLedger({ now: Date.now, dataDir: folder });
  const file = openSync(join(folder, 'floor'), 'w');
  try {
    const key = keyOf(client.rawPublicKey());
    const rates = {
      inMemory: [] as number[],
      onDisk: [] as number[],
      verified: [] as number[],
      synced: [] as number[],
    };
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const batch = signPayments(round * payments, payments);
      const envelopes = batch.map((transaction) => transaction.toXdr());
      const measured = {
        inMemory: perSecond(envelopes, (envelope) => submit(inMemory, envelope)),
        onDisk: perSecond(envelopes, (envelope) => submit(onDisk, envelope)),
        verified: perSecond(signaturesOf(batch), (signed) => verifySignature(key, signed)),
        synced: perSecond(envelopes, (_, index) => writeAndSync(file, index)),
      };
      if (round === 0) continue;
      for (const name of ['inMemory', 'onDisk', 'verified', 'synced'] as const) rates[name].push(measured[name]);
    }
    return [
      {
        name: 'submitted, in memory',
        value: median(rates.inMemory),
        unit: '/s',
        against: { name: 'signatures checked by OpenSSL', value: median(rates.verified) },
        aim: atLeast(median(rates.inMemory), AIM_PER_SECOND, '/s'),
      },
      {
        name: 'submitted, each on disk before it is answered',
        value: median(rates.onDisk),
        unit: '/s',
        against: { name: 'plain writes of as much, each synced', value: median(rates.synced) },
      },
    ];
  } finally {
    closeSync(file);
    inMemory.close();
    onDisk.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Payments of the demo client, whose sequence numbers follow each other. */
function signPayments(from: number, count: number): Transaction[] {
  const account = new Account(client.publicKey(), (FIRST_SEQUENCE + BigInt(from)).toString());
  return Array.from({ length: count }, () => {
    const payment = Operation.payment({ destination: PROVIDER, asset: Asset.native(), amount: '0.0000001' });
    const transaction = new TransactionBuilder(account, { fee: '100', networkPassphrase: NETWORKS.sandbox.passphrase })
      .addOperation(payment)
      .setTimeout(LIFE_S)
      .build();
    transaction.sign(client);
    return transaction;
  });
}

/** Where the genesis ledger's accounts begin. */
const FIRST_SEQUENCE = 1n << 32n;
const LIFE_S = 600;
const PROVIDER = demoKeypair('provider').publicKey();

function submit(ledger: Ledger, envelope: string): void {
  const { status } = ledger.send(envelope);
  if (status !== 'PENDING') throw new Error(`the ledger answered a payment of the bench with ${status}`);
}

type Signed = { readonly hash: Uint8Array; readonly signature: Uint8Array };

function signaturesOf(transactions: readonly Transaction[]): Signed[] {
  return transactions.map((transaction) => ({
    hash: transaction.hash(),
    signature: transaction.signatures[0]?.signature.toBytes() ?? new Uint8Array(),
  }));
}

function keyOf(publicKey: Uint8Array): KeyObject {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  return createPublicKey({ format: 'jwk', key: jwk });
}

function verifySignature(key: KeyObject, { hash, signature }: Signed): void {
  if (!verify(null, hash, key, signature)) throw new Error('a signature of the bench is not good');
}

/** The least that a payment writes to SQLite's log: six pages. */
const WRITTEN = Buffer.alloc(6 * 4_120);
/** The log restarts from its beginning after a thousand pages. */
const PLACES = 160;

function writeAndSync(file: number, index: number): void {
  writeSync(file, WRITTEN, 0, WRITTEN.length, (index % PLACES) * WRITTEN.length);
  fdatasyncSync(file);
}

function perSecond<T>(items: readonly T[], work: (item: T, index: number) => void): number {
  const begin = performance.now();
  for (const [index, item] of items.entries()) work(item, index);
  return (items.length * 1_000) / (performance.now() - begin);
}
