import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { BASE_RESERVE, changedAccount, newAccount, spendable } from '../entries.ts';
import { movementEvent } from '../events/asset-events.ts';
import { accountKey } from '../keys.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

export function createAccountResult(result: xdr.CreateAccountResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.createAccount(result));
}

export function createAccountProblem(op: xdr.CreateAccountOp, source: string): xdr.OperationResult | undefined {
  return op.startingBalance < 0n || destinationOf(op) === source
    ? createAccountResult(xdr.CreateAccountResult.createAccountMalformed())
    : undefined;
}

/** Opens an account with XLM of the source's. Its first sequence number follows from the ledger, as on the network. */
export function createAccount(op: xdr.CreateAccountOp, scope: OperationScope): OperationOutcome {
  const { overlay, source, sequence } = scope;
  const refuse = xdr.CreateAccountResult;
  const destination = destinationOf(op);
  if (overlay.account(accountKey(destination)) !== undefined) return outcome(refuse.createAccountAlreadyExist());
  if (op.startingBalance < 2n * BASE_RESERVE) return outcome(refuse.createAccountLowReserve());
  const payer = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (spendable(payer) < op.startingBalance) return outcome(refuse.createAccountUnderfunded());
  overlay.put(changedAccount(payer, { balance: payer.balance - op.startingBalance }));
  overlay.put(newAccount(destination, op.startingBalance, BigInt(sequence) << 32n));
  const to = xdr.MuxedAccount.keyTypeEd25519(op.destination.ed25519);
  return outcome(refuse.createAccountSuccess(), [
    movementEvent({ asset: Asset.native(), from: source, to: destination }, op.startingBalance, {
      to,
      memo: scope.memo,
    }),
  ]);
}

function destinationOf(op: xdr.CreateAccountOp): string {
  return StrKey.encodeEd25519PublicKey(op.destination.ed25519.toBytes());
}

function outcome(result: xdr.CreateAccountResult, events: readonly xdr.ContractEvent[] = []): OperationOutcome {
  return { success: result.type === 'createAccountSuccess', result: createAccountResult(result), events };
}
