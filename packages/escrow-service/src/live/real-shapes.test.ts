/** What this service builds in v1 has the shape of what the live service built. */
import { readTransaction } from '@countersign/core/envelope';
import { LIVE_DEPLOYS, LIVE_TRANSACTIONS } from '@countersign/testkit/fixtures/live-transactions';
import {
  liveBody,
  liveDeploy,
  liveEscrow,
  liveFund,
  startLiveSandbox,
  V1,
} from '@countersign/testkit/ledger/live-client';
import { scValToNative, type xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';

const t = await startLiveSandbox();
afterAll(() => t.sandbox.close());

/** The real ones have one milestone each. */
const oneMilestone = (release: 'multi' | 'single') => {
  const [first] = liveBody(release)['milestones'] as readonly unknown[];
  return { milestones: [first] };
};

test.each(LIVE_DEPLOYS)('a deploy has the shape of the real $what', async ({ release, unsigned }) => {
  const { json } = await liveDeploy(t, release, liveBody(release, oneMilestone(release)));
  expect(shapeOf(json.unsignedTransaction)).toEqual(shapeOf(unsigned));
});

test('a funding has the shape of the real one', async () => {
  const real = LIVE_TRANSACTIONS.find(({ what }) => what.includes('fund_escrow'));
  const escrow = await liveEscrow(t, 'single', oneMilestone('single'));
  const { json } = await liveFund(t, 'single', escrow);
  // The real one restores what was archived, so what it reads and writes is another matter.
  const { footprint: _, ...ours } = shapeOf(json.unsignedTransaction);
  const { footprint: __, ...theirs } = shapeOf(real?.unsigned ?? '');
  expect(ours).toEqual(theirs);
});

/** Everything about a transaction that does not say who, what, when or how much. */
function shapeOf(unsignedXdr: string) {
  const { transaction } = readTransaction(unsignedXdr, V1.passphrase);
  const { memo, cond, operations, ext } = transaction;
  if (ext.type !== 'sorobanData') throw new TypeError('it calls a contract');
  const { readOnly, readWrite } = ext.sorobanData.resources.footprint;
  const body = operations[0]?.body;
  if (body?.type !== 'invokeHostFunction') throw new TypeError('it calls a contract');
  const { hostFunction, auth } = body.invokeHostFunctionOp;
  if (hostFunction.type !== 'hostFunctionTypeInvokeContract') throw new TypeError('it calls a contract');
  return {
    memo: memo.type,
    conditions: cond.type,
    begins: cond.type === 'precondTime' ? cond.timeBounds.minTime : undefined,
    operations: operations.map(({ sourceAccount }) => ({ hasSource: sourceAccount !== null })),
    call: callShape(hostFunction.invokeContract),
    auth: auth.map(({ credentials, rootInvocation }) => ({
      credentials: credentials.type,
      root: invocationShape(rootInvocation),
    })),
    footprint: { readOnly: readOnly.map(keyShape).sort(), readWrite: readWrite.map(keyShape).sort() },
  };
}

function invocationShape(invocation: xdr.SorobanAuthorizedInvocation): unknown {
  const { subInvocations, function: called } = invocation;
  if (called.type !== 'sorobanAuthorizedFunctionTypeContractFn') return called.type;
  return { ...callShape(called.contractFn), below: subInvocations.map(invocationShape) };
}

const callShape = ({ functionName, args }: xdr.InvokeContractArgs) => ({
  name: functionName.toString(),
  args: args.map(valueShape),
});

function valueShape(value: xdr.ScVal): unknown {
  switch (value.type) {
    case 'scvVec':
      return (value.vec ?? []).map(valueShape);
    case 'scvMap':
      return (value.map ?? []).map(({ key, val }) => [scValToNative(key), valueShape(val)]);
    default:
      return value.type;
  }
}

function keyShape(key: xdr.LedgerKey): string {
  if (key.type !== 'contractData') return key.type;
  const { key: name, durability } = key.contractData;
  return `${name.type === 'scvVec' ? scValToNative(name)[0] : name.type} ${JSON.stringify(durability)}`;
}
