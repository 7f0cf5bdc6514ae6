import {
  buildDeploy,
  creationV2,
  escrowAt,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  signerKey,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { Address, nativeToScVal, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { NETWORKS, type Network } from '../escrow/network.ts';
import { contractIdFor } from '../kinds/read-deploy.ts';
import { stopText, warningText } from '../words/en.ts';
import { explainTransaction } from './explain-transaction.ts';

const contractId = escrowAt();
const honest = buildDeploy(request());

const warningsOf = (text: string, network: Network) =>
  explainTransaction(text, network, NOW).warnings.map((warning) => warning.text);

describe('a deploy', () => {
  test('is explained in full, from the transaction alone', () => {
    const { heading, lines, warnings } = explainTransaction(honest, sandbox, NOW);
    expect(heading).toContain(contractId);
    expect(warnings).toEqual([]);
    const reply = lines.map(({ value }) => value).join('\n');
    for (const part of [
      signerKey.publicKey(),
      otherKey.publicKey(),
      '10.5 USDC: Design',
      '30.5000001 USDC',
      '1.5 %',
      '100 s left',
      'at most 0.00501 XLM',
    ]) {
      expect(reply).toContain(part);
    }
  });

  test('names the payment and its payee when its authorisation carries one', () => {
    const usdc = sandbox.tokens[0]?.address as string;
    const salt = new Uint8Array(32).fill(3);
    const wasmHash = Uint8Array.from(Buffer.from(sandbox.wasmHash as string, 'hex'));
    const theft = xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
      new xdr.InvokeContractArgs({
        contractAddress: Address.fromString(usdc).toScAddress(),
        functionName: 'transfer',
        args: [
          Address.fromString(signerKey.publicKey()).toScVal(),
          Address.fromString(otherKey.publicKey()).toScVal(),
          nativeToScVal(70_000_000n, { type: 'i128' }),
        ],
      }),
    );
    const children = [new xdr.SorobanAuthorizedInvocation({ function: theft, subInvocations: [] })];
    const creation = creationV2(signerKey.publicKey(), salt, wasmHash);
    const odd = buildDeploy(request(), {
      children: [new xdr.SorobanAuthorizedInvocation({ function: creation, subInvocations: children })],
    });
    const { warnings } = explainTransaction(odd, sandbox, NOW);
    expect(warnings).toContainEqual({
      stakes: 'money',
      text: expect.stringMatching(
        `^It also carries an authorisation: ${signerKey.publicKey()} allows this call, and below it: Moves 7 USDC from ${signerKey.publicKey()} to ${otherKey.publicKey()} `,
      ),
    });
  });

  test('names the factory and the code when both differ', () => {
    const elsewhere = contractIdFor(otherKey.publicKey(), new Uint8Array(32), sandbox.passphrase);
    const [factory, code] = warningsOf(
      buildDeploy(request(), { factory: elsewhere, wasmHash: new Uint8Array(32).fill(9) }),
      sandbox,
    );
    expect(factory).toBe(
      `the factory is not the one pinned for sandbox: it is ${elsewhere}, the pinned one ${sandbox.factory}`,
    );
    expect(code).toBe(
      `the contract code is not the one pinned for sandbox: it is ${'09'.repeat(32)}, the pinned one ${sandbox.wasmHash}`,
    );
  });

  test('warns in the same words as the desk of everything that the desk would block or point out', () => {
    const [first, second] = [otherKey.publicKey(), sandbox.tokens[0]?.address as string];
    const all = (address: string) => ({
      approver: address,
      serviceProvider: address,
      platformAddress: address,
      release: address,
      disputeResolver: address,
      receiver: address,
    });
    const reportOf = (changes: Record<string, unknown>) => warningsOf(buildDeploy(request(changes)), sandbox);
    expect(reportOf({ roles: all(first), platformFee: 99 })).toEqual([
      stopText({ code: 'CAN_TAKE_ALONE', params: { way: 'fee', share: 'all', address: first } }),
      stopText({ code: 'FEE_ABOVE_STOP', params: { percent: '99', stop: '20' } }),
    ]);
    const { roles } = requestInput();
    expect(reportOf({ roles: { ...roles, receiver: second } })).toEqual([
      stopText({ code: 'ROLE_IS_TOKEN', params: { role: 'receiver' } }),
      warningText({ code: 'RECEIVER_IS_NOT_WORKER', params: { address: second } }),
    ]);
    expect(reportOf({ roles: { ...roles, receiver: contractId } })[0]).toBe(
      stopText({ code: 'ROLE_IS_ESCROW', params: { role: 'receiver' } }),
    );
  });

  test('says of a network that nothing is pinned there', () => {
    const warnings = warningsOf(honest, NETWORKS.testnet);
    expect(warnings).toEqual([
      expect.stringMatching(/factory is not pinned/),
      expect.stringMatching(/code is not pinned/),
      expect.stringMatching(/token C.* is not known on testnet/),
      // Derived for another network, the escrow has another address than the one that it declares to write.
      expect.stringMatching(/^resources, writes/),
    ]);
  });
});
