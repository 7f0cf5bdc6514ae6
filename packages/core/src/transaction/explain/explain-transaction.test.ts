import { describe, expect, test } from 'vitest';
import { buildDeploy, instanceOf, NOW, otherKey, request, sandbox, signerKey } from '../../../test/deploy-fixture.ts';
import { NETWORKS } from '../../network.ts';
import { contractIdFor } from '../deploy-call.ts';
import { explainTransaction } from './explain-transaction.ts';

const contractId = contractIdFor(signerKey.publicKey(), new Uint8Array(32).fill(3), sandbox.passphrase);
const honest = buildDeploy(request(), {}, contractId);

describe('a deploy', () => {
  test('is told in full, from the transaction alone', () => {
    const { heading, lines, warnings } = explainTransaction(honest, sandbox, NOW);
    expect(heading).toContain(contractId);
    expect(warnings).toEqual([]);
    const told = lines.map(({ value }) => value).join('\n');
    for (const part of [
      signerKey.publicKey(),
      otherKey.publicKey(),
      '10.5 USDC: Design',
      '30.5000001 USDC',
      '1.5 %',
      '100 s left',
      'at most 0.00501 XLM',
    ]) {
      expect(told).toContain(part);
    }
  });

  test('that asks for more than it should carries warnings', () => {
    const odd = buildDeploy(request(), {
      auth: [],
      readWrite: [instanceOf(sandbox.tokens[0]?.address as string)],
      factory: contractIdFor(otherKey.publicKey(), new Uint8Array(32), sandbox.passphrase),
    });
    const { warnings } = explainTransaction(odd, sandbox, NOW);
    expect(warnings.join('\n')).toMatch(/factory is not the one pinned[\s\S]*authorisation[\s\S]*resources\.writes/);
  });

  test('for a network where nothing is pinned says so', () => {
    const { warnings } = explainTransaction(honest, NETWORKS.testnet, NOW);
    expect(warnings).toEqual([
      expect.stringMatching(/factory is not pinned/),
      expect.stringMatching(/code is not pinned/),
      expect.stringMatching(/token C.* is not known on testnet/),
      // Derived for another network, the escrow has another address than the one that it declares to write.
      expect.stringMatching(/^resources\.writes/),
    ]);
  });
});
