/** Signs what an assistant prepared, in the steps of the signing page: read it, confirm its stops, sign, send. */
import type { Desk, Settlement } from '@countersign/core';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import { quoted } from '@countersign/core/text';
import { turnsText } from '@countersign/core/words';
import { stepText } from '../escrow/step-text.ts';
import { askAmount } from './ask-amount.ts';
import { requireUnsigned } from './fund-escrow.ts';
import { judgementText } from './judgement-text.ts';
import type { Wallet } from './keys.ts';
import { outcomeText, type Sent } from './outcome-text.ts';
import { signForSandbox } from './sign.ts';

export type Terminal = {
  /** The wallet that signs for an account. */
  readonly walletOf: (source: string) => Wallet;
  readonly show: (text: string) => void;
  /** Shows what a transaction does, before it is signed. */
  readonly explain: (xdr: string) => void;
};

/** @throws CountersignError those of `prepare`, `confirm` and `submit`; CONFIRMATION_NEEDED */
export async function signHandle(
  desk: Desk,
  id: string,
  terminal: Terminal,
): Promise<{ readonly settlement: Settlement; readonly text: string }> {
  const prepared = await confirmed(desk, await desk.renew(id), terminal.show);
  const { unsignedXdr, summary } = prepared;
  const sent = sentIn(prepared);
  const xdr = requireUnsigned(unsignedXdr);
  const { keypair } = terminal.walletOf(summary.signer);
  if (sent === 'escrow') terminal.explain(xdr);
  const settlement = await desk.submit({ signedXdr: signForSandbox(xdr, keypair), id });
  const next = isStep(prepared) && settlement.status === 'settled' ? `\n${turnsText(prepared.summary.turn)}` : '';
  return { settlement, text: `${outcomeText(settlement, sent)}${next}` };
}

/** Shows what a person should weigh, and asks them to confirm the stops. */
export async function confirmed(desk: Desk, prepared: Signable, show: Terminal['show']): Promise<Signable> {
  const { id, status, judgement, summary } = prepared;
  const isToConfirm = status === 'to-confirm';
  const unit = summary.token.code ?? 'tokens';
  // A deploy is explained from its transaction, which is withheld until the stops are confirmed.
  if (isToConfirm || sentIn(prepared) !== 'escrow') {
    show(`${subjectOf(prepared, unit)}\nCompared with what was asked for.\n\n`);
  }
  show(judgementText(judgement, process.stderr.columns));
  if (!isToConfirm) return prepared;
  await desk.confirm(id, { amount: await askAmount(amountOf(prepared), unit), shown: judgement.key });
  return await desk.renew(id);
}

type Signable = Awaited<ReturnType<Desk['renew']>>;

export function sentIn(prepared: Signable): Sent {
  if (isStep(prepared)) return 'step';
  if (isFunding(prepared)) return 'payment';
  return isTrustline(prepared) ? 'trustline' : 'escrow';
}

function subjectOf(prepared: Signable, unit: string): string {
  if (isFunding(prepared)) {
    const { amount, signer, escrow } = prepared.summary;
    return `Pays ${amount} ${unit} from ${signer} to the escrow ${escrow}.`;
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
