/** How many transactions per second the embedded ledger takes in, next to the minimum work for each. */
import { createPublicKey, verify } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair, type Ledger, openLedger } from '@countersign/escrow-service';
import { Account, Asset, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { withResources } from '../command-line/resources.ts';
import { type Bench, figure, median } from './figure.ts';

const AIM_PER_SECOND = 1_500;

/** Rounds in which ledgers and floors alternate, and payments in each. */
type Size = { readonly rounds: number; readonly payments: number };

const client = demoKeypair('client');
const check = opensslCheck(client.rawPublicKey());

export const ledgerBench: Bench<Size> = {
  title: 'Embedded ledger, one payment after the other',
  measure: ({ rounds, payments } = { rounds: 15, payments: 200 }) =>
    withResources(async (resources) => {
      const folder = await resources.folder();
      const inMemory = resources.use(openLedger({ now: Date.now }));
      const onDisk = resources.use(openLedger({ now: Date.now, dataDir: folder }));
      const file = openSync(join(folder, 'floor'), 'w');
      resources.defer(() => closeSync(file));
      const tasks: readonly ((payment: Payment, index: number) => void)[] = [
        ({ envelope }) => submit(inMemory, envelope),
        ({ hash, signature }) => check(hash, signature),
        ({ envelope }) => submit(onDisk, envelope),
        (_, index) => writeAndSync(file, index),
      ];
      const rates = tasks.map((): number[] => []);
      // The first round warms up.
      for (let round = 0; round <= rounds; round++) {
        const batch = signPayments(round * payments, payments);
        for (const [number, task] of tasks.entries()) {
          const rate = perSecond(batch, task);
          if (round > 0) rates[number]?.push(rate);
        }
      }
      const [submitted, checked, stored, written] = rates.map(median) as [number, number, number, number];
      return [
        figure('submitted, in memory', submitted, '/s', {
          against: ['signatures checked by OpenSSL', checked],
          atLeast: AIM_PER_SECOND,
        }),
        figure('submitted, each on disk before it is answered', stored, '/s', {
          against: ['synced plain writes', written],
        }),
      ];
    }),
};

/** Where the genesis ledger's accounts begin. */
const FIRST_SEQUENCE = 1n << 32n;
const LIFE_S = 600;
const PROVIDER = demoKeypair('provider').publicKey();

type Payment = { readonly envelope: string; readonly hash: Uint8Array; readonly signature: Uint8Array };

/** Payments of the demo client, whose sequence numbers follow each other. */
function signPayments(from: number, count: number): Payment[] {
  const account = new Account(client.publicKey(), (FIRST_SEQUENCE + BigInt(from)).toString());
  return Array.from({ length: count }, () => {
    const payment = Operation.payment({ destination: PROVIDER, asset: Asset.native(), amount: '0.0000001' });
    const transaction = new TransactionBuilder(account, { fee: '100', networkPassphrase: NETWORKS.sandbox.passphrase })
      .addOperation(payment)
      .setTimeout(LIFE_S)
      .build();
    transaction.sign(client);
    const signature = transaction.signatures[0]?.signature.toBytes() ?? new Uint8Array();
    return { envelope: transaction.toXdr(), hash: transaction.hash(), signature };
  });
}

function submit(ledger: Ledger, envelope: string): void {
  const { status } = ledger.send(envelope);
  if (status !== 'PENDING') throw new Error(`the ledger answered a payment of the bench with ${status}`);
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

/** With OpenSSL alone: the least that a signature could cost. @param publicKey of Ed25519. @returns throws for a wrong one */
function opensslCheck(publicKey: Uint8Array): (hash: Uint8Array, signature: Uint8Array) => void {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  const key = createPublicKey({ format: 'jwk', key: jwk });
  return (hash, signature) => {
    if (!verify(null, hash, key, signature)) throw new Error('a signature of the bench is wrong');
  };
}
