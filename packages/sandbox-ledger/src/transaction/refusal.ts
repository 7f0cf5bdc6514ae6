/**
 * The result of a refused transaction. A fee bump is checked in the network's order (CAP-15): first the outer envelope,
 * then the inner. Since protocol 23 an inner contract call need not cover its resources with its own fee.
 */
import { xdr } from '@stellar/stellar-sdk/base';
import { spendable } from '../entries.ts';
import { accountKey } from '../keys.ts';
import type { Overlay } from '../overlay.ts';
import type { FeeBump, ReadTransaction } from './envelope.ts';
import { bumpInclusion, innerInclusion, leastFee } from './fees.ts';
import { feeBumpResult, transactionResult } from './results.ts';
import { SignatureCheck } from './signatures.ts';
import { type LedgerMoment, namesPossibleFee, problemOf } from './validity.ts';

/** @returns undefined if the transaction may be applied */
export function refusalOf(
  transaction: ReadTransaction,
  overlay: Overlay,
  moment: LedgerMoment,
): xdr.TransactionResult | undefined {
  const { tx, bump } = transaction;
  if (!namesPossibleFee(transaction) || (bump !== undefined && bump.fee < 0n)) {
    return transactionResult(0n, xdr.TransactionResultResult.txMalformed());
  }
  if (bump !== undefined) return bumpRefusal(transaction, bump, overlay, moment);
  const problem = problemOf(transaction, overlay, moment, true);
  return problem && transactionResult(leastFee(tx, innerInclusion(transaction)), problem);
}

function bumpRefusal(
  transaction: ReadTransaction,
  bump: FeeBump,
  overlay: Overlay,
  moment: LedgerMoment,
): xdr.TransactionResult | undefined {
  const refuse = xdr.TransactionResultResult;
  const outer = bumpInclusion(transaction, bump.fee);
  const inner = innerInclusion(transaction);
  const fee = leastFee(transaction.tx, outer);
  if (outer.offered < outer.least) return transactionResult(fee, refuse.txInsufficientFee());
  // A fee bump must offer at least the inner transaction's rate per operation.
  const rate = inner.offered * outer.least;
  if (inner.offered >= 0n && outer.offered * inner.least < rate) {
    return transactionResult((rate + inner.least - 1n) / inner.least, refuse.txInsufficientFee());
  }
  const wrapping = wrappingProblem(bump, overlay);
  if (wrapping !== undefined) return transactionResult(fee, wrapping);
  const problem = problemOf(transaction, overlay, moment, false);
  return problem && feeBumpResult(fee, { hash: transaction.hash, result: problem });
}

function wrappingProblem(bump: FeeBump, overlay: Overlay): xdr.TransactionResultResult | undefined {
  const refuse = xdr.TransactionResultResult;
  const payer = overlay.account(accountKey(bump.source));
  if (payer === undefined) return refuse.txNoAccount();
  const signatures = new SignatureCheck(bump.hash, bump.signatures);
  if (!signatures.meets(payer, 'low')) return refuse.txBadAuth();
  if (spendable(payer) < bump.fee) return refuse.txInsufficientBalance();
  return signatures.allUsed ? undefined : refuse.txBadAuthExtra();
}
