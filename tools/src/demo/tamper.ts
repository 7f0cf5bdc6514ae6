/** What a hostile chat, page or wallet could do: the same transaction, but paying somebody else. */
import { readTransaction } from '@countersign/core/envelope';
import { deployInvocation, readDeploy } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { xdr } from '@stellar/stellar-sdk/base';
import { DemoFailure } from './narrator.ts';

export function swapReceiver(unsignedXdr: string, receiver: string): string {
  const { passphrase } = NETWORKS.sandbox;
  const read = readTransaction(unsignedXdr, passphrase);
  const deploy = readDeploy(read, passphrase);
  const body = read.transaction.operations[0]?.body;
  if ('unreadable' in deploy || body?.type !== 'invokeHostFunction') throw new DemoFailure('a deploy was expected');
  const { kind, escrow, factory, deployer, salt } = deploy;
  const invocation = deployInvocation(kind, {
    factory,
    deployer,
    salt,
    wasmHash: Buffer.from(deploy.wasmHash, 'hex'),
    escrow: kind.encode({ ...escrow, milestones: escrow.milestones.map((each) => ({ ...each, receiver })) }),
  });
  const operation = new xdr.Operation({
    sourceAccount: null,
    body: xdr.OperationBody.invokeHostFunction(
      new xdr.InvokeHostFunctionOp({
        hostFunction: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation),
        auth: body.invokeHostFunctionOp.auth,
      }),
    ),
  });
  const { sourceAccount, fee, seqNum, cond, memo, ext } = read.transaction;
  const tx = new xdr.Transaction({ sourceAccount, fee, seqNum, cond, memo, operations: [operation], ext });
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] })).toXdr('base64');
}
