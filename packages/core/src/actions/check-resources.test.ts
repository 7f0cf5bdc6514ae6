import {
  buildDeploy,
  type DeployParts,
  escrowAt,
  instanceOf,
  NOW,
  request,
  sandbox,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { checkUnsigned } from './deploy/check-deploy.ts';

const actionRequest = request();
const contractId = escrowAt();
const factory = instanceOf(sandbox.factory as string);
const code = (fill: number) =>
  xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: new Uint8Array(32).fill(fill) }));

function differing(changes: Partial<DeployParts>): string[] {
  const read = readTransaction(buildDeploy(actionRequest, changes), sandbox.passphrase);
  const check = checkUnsigned(read, actionRequest, { network: sandbox, maxFee: 50_000_000n, now: NOW });
  return check.level === 'mismatch' ? check.differences.map(({ field }) => field) : [];
}

/** The fixture's resources, with entries to restore, by their place in the list of what is written. */
function restoring(...indices: number[]): xdr.TransactionExt {
  const data = new SorobanDataBuilder()
    .setReadOnly([factory])
    .setReadWrite([instanceOf(contractId)])
    .build();
  return xdr.TransactionExt.sorobanData(
    new xdr.SorobanTransactionData({
      ext: xdr.SorobanTransactionDataExt.resourceExt(
        new xdr.SorobanResourcesExtV0({ archivedSorobanEntries: indices }),
      ),
      resources: data.resources,
      resourceFee: 50_000n,
    }),
  );
}

test('lets a call read the code of factory and token, whatever its hash, but no other code', () => {
  expect(differing({ readOnly: [factory, code(1)] })).toEqual([]);
  expect(differing({ readOnly: [factory, code(1), code(2), code(2)] })).toEqual([]);
  expect(differing({ readOnly: [factory, code(1), code(2), code(3)] })).toEqual(['resources.reads']);
});

test('accepts restored entries only among the written ones', () => {
  expect(differing({ ext: restoring() })).toEqual([]);
  expect(differing({ ext: restoring(0) })).toEqual([]);
  expect(differing({ ext: restoring(0, 1) })).toEqual(['resources.restores']);
});
