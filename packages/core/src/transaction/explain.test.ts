import { Address, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import {
  buildDeploy,
  instanceOf,
  NOW,
  otherKey,
  request,
  sandbox,
  sign,
  signerKey,
} from '../../test/deploy-fixture.ts';
import { NETWORKS } from '../network.ts';
import { contractIdFor } from './deploy-call.ts';
import { explainTransaction } from './explain.ts';
import { transactionHash } from './read-transaction.ts';

const contractId = contractIdFor(signerKey.publicKey(), new Uint8Array(32).fill(3), sandbox.passphrase);
const honest = buildDeploy(request(), {}, contractId);
const shownAs = (text: string, label: string) =>
  explainTransaction(text, sandbox, NOW).lines.find((line) => line.label === label)?.value;

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
      expect.anything(),
    ]);
  });
});

test('who signed, and for which network, is read from the signature', () => {
  expect(shownAs(honest, 'Signatures')).toBe('none');
  const signed = (passphrase: string, key = signerKey) => sign(honest, [key], (tx) => transactionHash(tx, passphrase));
  expect(shownAs(signed(sandbox.passphrase), 'Signatures')).toBe('1; signed by its source for sandbox');
  expect(shownAs(signed(NETWORKS.public.passphrase), 'Signatures')).toBe('1; signed by its source for public');
  expect(shownAs(signed(sandbox.passphrase, otherKey), 'Signatures')).toMatch(/none of them valid/);
});

test('another transaction is told by its operations, and what cannot be read is said to be so', () => {
  const call = new xdr.Operation({
    sourceAccount: xdr.MuxedAccount.keyTypeEd25519(otherKey.rawPublicKey()),
    body: xdr.OperationBody.invokeHostFunction(
      new xdr.InvokeHostFunctionOp({
        hostFunction: xdr.HostFunction.hostFunctionTypeInvokeContract(
          new xdr.InvokeContractArgs({
            contractAddress: Address.fromString(contractId).toScAddress(),
            functionName: 'transfer',
            args: [xdr.ScVal.scvString('\u202eevil\u0007'), xdr.ScVal.scvU32(5)],
          }),
        ),
        auth: [],
      }),
    ),
  });
  const bump = new xdr.Operation({
    sourceAccount: null,
    body: xdr.OperationBody.bumpSequence(new xdr.BumpSequenceOp({ bumpTo: 1n })),
  });
  const { heading, lines, warnings } = explainTransaction(
    buildDeploy(request(), { operations: [call, bump] }),
    sandbox,
    NOW,
  );
  expect(heading).toMatch(/^Not the deploy of an escrow/);
  expect(lines[0]?.value).toMatch(/^calls transfer\(evil, 5\) of contract C.*, as G/);
  expect(lines[1]?.value).toBe('bumpSequence');
  expect(warnings).toHaveLength(1);
});
