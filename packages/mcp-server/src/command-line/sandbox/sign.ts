/** Signs what was prepared, in the steps of the signing page: read it, confirm its stops, sign, send. */
import type { Desk, Prepared } from '@countersign/core';
import { expiryOf } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import type { StepName } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { networksSignedFor } from '@countersign/core/signatures';
import { quoted } from '@countersign/core/text';
import {
  leftText,
  naming,
  paymentText,
  payoutLine,
  reasonText,
  turnsFor,
  turnsText,
  turnText,
} from '@countersign/core/words';
import { type Keypair, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { askAmount } from '../read-input.ts';
import { judgementText, outcomeText, rowLines, type Sent } from '../texts.ts';
import type { Wallet } from './keys.ts';

type Terminal = {
  /** The wallet that signs for an account. */
  readonly walletOf: (source: string) => Wallet;
  readonly show: (text: string) => void;
  /** Shows what a transaction does, before it is signed. */
  readonly explain: (xdr: string) => void;
};

/** @throws CountersignError those of `prepare`, `confirm` and `submit`; CONFIRMATION_NEEDED */
export async function signPreparedRequest(desk: Desk, id: string, terminal: Terminal) {
  const prepared = await confirmed(desk, await desk.renew(id), terminal.show);
  const { unsignedXdr, summary } = prepared;
  const sent = sentIn(prepared);
  if (unsignedXdr === undefined) throw new CountersignError('CONFIRMATION_NEEDED');
  const { keypair } = terminal.walletOf(summary.signer);
  if (sent === 'escrow') terminal.explain(unsignedXdr);
  const settlement = await desk.submit({ signedXdr: signForSandbox(unsignedXdr, keypair), id });
  const next =
    isStep(prepared) && settlement.status === 'settled'
      ? `\n${naming(prepared.names ?? [])(turnsText(turnsFor(prepared.summary.turn, [summary.signer])))}`
      : '';
  return { settlement, text: `${outcomeText(settlement, sent)}${next}` };
}

/** Shows what a person should weigh, and asks them to confirm the stops. */
async function confirmed(desk: Desk, prepared: Signable, show: Terminal['show']): Promise<Signable> {
  const { id, status, judgement: risk, summary } = prepared;
  const isToConfirm = status === 'to-confirm';
  const unit = summary.token.code ?? 'tokens';
  // A deploy is explained from its transaction, which is withheld until the stops are confirmed.
  if (isToConfirm || sentIn(prepared) !== 'escrow') {
    show(`${subjectOf(prepared, unit)}\nCompared with what was asked for.\n\n`);
  }
  show(judgementText(risk, process.stderr.columns, prepared.names));
  if (!isToConfirm) return prepared;
  await desk.confirm(id, { amount: await askAmount(amountOf(prepared), unit), shown: risk.key });
  return await desk.renew(id);
}

type Signable = Awaited<ReturnType<Desk['renew']>>;

function sentIn(prepared: Signable): Sent {
  if (isStep(prepared)) return 'step';
  if (isFunding(prepared)) return 'payment';
  return isTrustline(prepared) ? 'trustline' : 'escrow';
}

function subjectOf(prepared: Signable, unit: string): string {
  if (isFunding(prepared)) {
    const { amount, signer, escrow, warnings } = prepared.summary;
    const payment = naming(prepared.names ?? [])(`Pays ${amount} ${unit} from ${signer} to the escrow ${escrow}.`);
    return [payment, ...warnings].join('\n');
  }
  if (isTrustline(prepared)) return prepared.summary.means;
  if (isStep(prepared)) return stepText(prepared, process.stderr.columns);
  return `An escrow of ${prepared.summary.total} ${unit} for ${quoted(prepared.summary.title, 200)}.`;
}

/** What the person types to confirm. */
function amountOf(prepared: Signable): string {
  if (isFunding(prepared) || isStep(prepared)) return prepared.summary.amount;
  // A trustline moves nothing.
  return isTrustline(prepared) ? '0' : prepared.summary.total;
}

/** What a step changes, before and after, for a person at a terminal who is about to sign. */
function stepText({ summary, names = [] }: Prepared<StepName>, columns?: number): string {
  const named = naming(names);
  const { does, title, escrow, signer, changes, pays, about, doesNot, turn, token, feeXlm } = summary;
  const unit = token.code ?? token.address;
  const { warnings, reasons = [] } = summary;
  const rows = rowLines(
    [
      ['Escrow', [title, escrow]],
      ['You', [named(signer)]],
      ...changes.map(({ what, before, after }) => [what, [named(`${before} → ${after}`)]] as const),
      ['Pays', pays.length === 0 ? ['nobody'] : pays.map((payment) => named(paymentText(payment, unit)))],
      ...(about === undefined ? [] : [['About', [about]] as const]),
      ['Left in the escrow', [leftText(summary, unit)]],
      ['What it does not do', doesNot],
      ['Next', turn.length === 0 ? [turnsText([])] : turnsFor(turn, [signer]).map((each) => named(turnText(each)))],
      ['Network fee', [`at most ${feeXlm} XLM`]],
      ...(warnings.length === 0 ? [] : [['Look twice', warnings] as const]),
      ...(reasons.length === 0 ? [] : [['Only partly verified', reasons.map(reasonText)] as const]),
    ],
    columns,
  );
  const lead = pays.length === 0 ? does : `${named(payoutLine(summary, unit))}.\n${does}`;
  return `${lead}\n\n${rows}`;
}

/**
 * As a wallet does, but only for the sandbox's passphrase, so the signature is valid nowhere else.
 * @param now epoch seconds
 * @returns the envelope with one more signature, base64; unchanged if it is signed already
 * @throws CountersignError XDR_UNREADABLE, FEE_BUMPED, TRANSACTION_EXPIRED, INPUT_INVALID if the key is not the source's
 */
export function signForSandbox(unsignedXdr: string, keypair: Keypair, now = Math.floor(Date.now() / 1_000)): string {
  const { name, passphrase } = NETWORKS.sandbox;
  const read = readTransaction(unsignedXdr, passphrase);
  if (read.source !== keypair.publicKey()) {
    throw new CountersignError('INPUT_INVALID', {
      fields: [
        { path: '--as', problem: `is ${keypair.publicKey()}, but the transaction must be signed by ${read.source}` },
      ],
    });
  }
  if (expiryOf(read).getTime() <= now * 1_000) throw new CountersignError('TRANSACTION_EXPIRED');
  // A second signature of the same key would only make the ledger refuse it.
  if (networksSignedFor(read, read.source).includes(name)) return read.xdr;
  const transaction = TransactionBuilder.fromXDR(read.xdr, passphrase);
  transaction.sign(keypair);
  return transaction.toXDR();
}
