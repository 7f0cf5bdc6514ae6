import {
  buildDeploy,
  creationV2,
  escrowAt,
  instanceOf,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  signerKey,
  storedEscrow,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { Address, nativeToScVal, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { NETWORKS, type Network } from '../escrow/network.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
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

  test('carries warnings when it asks for more than it should', () => {
    const odd = buildDeploy(request(), {
      auth: [],
      readWrite: [instanceOf(sandbox.tokens[0]?.address as string)],
      factory: contractIdFor(otherKey.publicKey(), new Uint8Array(32), sandbox.passphrase),
    });
    const warnings = warningsOf(odd, sandbox);
    expect(warnings.join('\n')).toMatch(/factory is not the one pinned[\s\S]*authorisation[\s\S]*resources, writes/);
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

  test('warns first when it approves its own milestones', () => {
    const escrow = storedEscrow();
    const [first, ...others] = escrow.milestones as [
      EscrowOnChain['milestones'][number],
      ...EscrowOnChain['milestones'][number][],
    ];
    const approved = {
      ...first,
      status: 'completed',
      evidence: 'see “here”',
      flags: { ...first.flags, approved: true },
    };
    const odd = buildDeploy(request(), {
      escrow: liveMulti.encode({ ...escrow, milestones: [approved, ...others] }),
    });
    expect(warningsOf(odd, NETWORKS.testnet)[0]).toBe(
      'milestone 1 is created as approved already, with the status “completed”, with the evidence “see ’here’”',
    );
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

  test('warns of a fee above what the settings of the installation allow, and not below it', () => {
    const feeOf = (platformFee: number, feeStop?: number) =>
      explainTransaction(
        buildDeploy(request({ platformFee })),
        sandbox,
        NOW,
        feeStop === undefined ? {} : { feeStop },
      ).warnings.map(({ text }) => text);
    expect(feeOf(10, 750)).toEqual([stopText({ code: 'FEE_ABOVE_STOP', params: { percent: '10', stop: '7.5' } })]);
    expect(feeOf(10)).toEqual([]);
    expect(feeOf(30, 3_000)).toEqual([]);
  });

  test('shows two warnings of the judgement and an odd fee, and the rest as lines', () => {
    const [stranger, odd] = [1, 2].map((fill) =>
      contractIdFor(otherKey.publicKey(), new Uint8Array(32).fill(fill), 'x'),
    );
    const roles = { ...requestInput().roles, receiver: stranger, release: odd, disputeResolver: otherKey.publicKey() };
    const changes = { roles: { ...roles, serviceProvider: otherKey.publicKey() }, platformFee: '0.05' };
    const { lines, warnings } = explainTransaction(buildDeploy(request(changes)), sandbox, NOW);
    expect(warnings.map(({ text }) => text)).toEqual([
      stopText({ code: 'ROLE_IS_CONTRACT', params: { role: 'releaseSigner' } }),
      warningText({ code: 'RECEIVER_IS_NOT_WORKER', params: { address: stranger as string } }),
      warningText({ code: 'UNKNOWN_RELEASE_SIGNER', params: { address: odd as string } }),
      warningText({ code: 'FEE_LOOKS_LIKE_FRACTION', params: { percent: '0.05' } }),
    ]);
    expect(lines.filter(({ label }) => label === 'Good to know').map(({ value }) => value)).toEqual([
      warningText({ code: 'RESOLVER_IS_WORKER', params: { address: otherKey.publicKey() } }),
      warningText({ code: 'ONLY_RESOLVER_MOVES', params: { address: otherKey.publicKey() } }),
      warningText({ code: 'PLATFORM_CHANGES_TERMS', params: { address: 'Demo Platform' } }),
      warningText({ code: 'SERVICE_SHARE', params: { percent: '0.3' } }),
    ]);
  });

  test('warns of six receivers in one sentence, and says what each gets', () => {
    const payees = [1, 2, 3, 4, 5, 6].map((fill) =>
      contractIdFor(otherKey.publicKey(), new Uint8Array(32).fill(fill), 'x'),
    );
    const milestones = payees.map((receiver) => ({ description: 'Bounty', amount: '100', receiver }));
    const { lines, warnings } = explainTransaction(buildDeploy(request({ milestones })), sandbox, NOW);
    const addresses = [...payees].sort();
    expect(warnings.map(({ text }) => text)).toEqual([
      warningText({ code: 'RECEIVERS_ARE_NOT_WORKER', params: { addresses } }),
      'the milestones are paid to different receivers',
    ]);
    expect(lines.filter(({ label }) => label === 'Receiver').map(({ value }) => value)).toEqual(payees);
    expect(lines.filter(({ label }) => label === 'Paid to').map(({ value }) => value)).toEqual(
      payees.map((address, index) => `${address}: 98.2 of 100 USDC, for milestone ${index + 1}`),
    );
  });

  test('for a network where nothing is pinned says so', () => {
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
