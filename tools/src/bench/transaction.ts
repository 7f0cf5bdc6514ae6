/** What it costs to read, compare and explain a deploy, which every signature waits for. */
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { explainEnvelope } from '@countersign/core/explain';
import { buildDeploy, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { type Bench, p50, samplePair } from './figure.ts';

const ROUNDS = { count: 400, warm: 100 };
const AIM = 3.5;

const deploy = request({
  milestones: Array.from({ length: 10 }, (_, index) => ({
    description: `Milestone ${index + 1}: ${'design, build and hand over '.repeat(6)}`,
    amount: `${index + 1}.1234567`,
  })),
});
const unsigned = buildDeploy(deploy);
const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };

export const transactionBench: Bench = {
  title: 'A deploy with 10 milestones',
  measure: async () => {
    const compared = await samplePair(compareAndExplain, decodeAndHash, ROUNDS);
    return [p50(compared, 'read, compare and explain', 'to decode, encode and hash it', { atMostTimes: AIM })];
  },
};

function compareAndExplain(): void {
  const read = readTransaction(unsigned, sandbox.passphrase);
  const check = checkUnsigned(read, deploy, policy);
  if (check.level !== 'verified') throw new Error('the deploy of the bench does not pass its comparison');
  explainEnvelope({ kind: 'v1', inner: read }, sandbox, NOW);
}

/** The minimum work to read an envelope. */
function decodeAndHash(): void {
  hash(xdr.TransactionEnvelope.fromXdr(unsigned, 'base64').toXdr());
}
