/** What it costs to read, compare and explain a deploy, which every signature waits for. */
import { createPublicKey, verify } from 'node:crypto';
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction, transactionHash } from '@countersign/core/envelope';
import { explainTransaction } from '@countersign/core/explain';
import { checkSignatures } from '@countersign/core/signatures';
import { buildDeploy, NOW, request, sandbox, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { atMost, type Bench, median, percentile, samplePair } from './figure.ts';

const RUNS = 400;
const WARM = 100;
const AIM_MS = 3;

const asked = request({
  milestones: Array.from({ length: 10 }, (_, index) => ({
    description: `Milestone ${index + 1}: ${'design, build and hand over '.repeat(6)}`,
    amount: `${index + 1}.1234567`,
  })),
});
const salt = new Uint8Array(32).fill(3);
const unsigned = buildDeploy(asked, { salt });
const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };

export const transactionBench: Bench = {
  title: 'A deploy with 10 milestones',
  run: async () => {
    const [compared, decoded] = await samplePair(compareAndExplain, decodeAndHash, RUNS, WARM);
    const text = sign(unsigned, [signerKey], (transaction) => transactionHash(transaction, sandbox.passphrase));
    const signed = readTransaction(text, sandbox.passphrase);
    const openssl = opensslOf(signed.hash, signed.signatures[0]?.signature.toBytes() ?? new Uint8Array());
    const checkIt = () => checkSignatures(signed, signerKey.publicKey(), sandbox);
    const [verified, native] = await samplePair(checkIt, openssl, RUNS, WARM);
    return [
      {
        name: 'read, compare and explain, p50',
        value: median(compared),
        unit: 'ms',
        against: { name: 'to decode, encode and hash it', value: median(decoded) },
        aim: atMost(median(compared), AIM_MS, 'ms'),
      },
      { name: 'the same, p99', value: percentile(compared, 0.99), unit: 'ms' },
      {
        name: 'check its signature, p50',
        value: median(verified),
        unit: 'ms',
        against: { name: 'for OpenSSL alone', value: median(native) },
      },
    ];
  },
};

function compareAndExplain(): void {
  const check = checkUnsigned(readTransaction(unsigned, sandbox.passphrase), asked, policy);
  if (check.level !== 'verified') throw new Error('the deploy of the bench does not pass its comparison');
  explainTransaction(unsigned, sandbox, NOW);
}

/** The minimum work to read an envelope. */
function decodeAndHash(): void {
  hash(xdr.TransactionEnvelope.fromXdr(unsigned, 'base64').toXdr());
}

function opensslOf(digest: Uint8Array, signature: Uint8Array): () => void {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  const key = createPublicKey({
    key: Buffer.concat([prefix, signerKey.rawPublicKey()]),
    format: 'der',
    type: 'spki',
  });
  return () => {
    if (!verify(null, digest, key, signature)) throw new Error('the signature of the bench is not good');
  };
}
