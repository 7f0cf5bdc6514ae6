/** What is printed once it has settled: the terms, what was signed, and where anybody can look it up. One page. */
import type { Summary } from '@countersign/core/actions';
import type { PageEscrow } from '@countersign/core/desk';
import { ROLE_NAMES } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import type { PageView } from '../../page-view.ts';
import { codeRow, Rows } from '../parts/elements.tsx';
import { escrowLink } from '../parts/escrow-link.ts';
import { amountText, columnText, decimalText } from '../parts/texts.ts';
import { changesOf } from '../state/screen.ts';
import { receiptText } from '../state/state-text.ts';
import { type AnySummary, amountToConfirm, isEscrow, isStep, isTrustline } from '../transaction/summaries.ts';
import { core, networkText, words } from '../words/words.ts';

export type ReceiptProps = {
  readonly view: PageView;
  /** Of what was signed; absent where it cannot be read. */
  readonly summary: AnySummary | undefined;
};

export function Receipt({ view, summary }: ReceiptProps) {
  const texts = words().afterwards;
  const { status, escrow, request, network, action } = view;
  const terms = summary !== undefined && isEscrow(summary) ? summary : escrow;
  const changes = changesOf(view);
  const link = status.contractId === undefined ? undefined : escrowLink(status.contractId);
  const title = terms?.title ?? (summary !== undefined && isStep(summary) ? summary.title : undefined);
  const unit = summary?.token.code ?? escrow?.asset ?? '';
  // Of the request: the transaction may not be readable here.
  const milestone = 'milestone' in request ? request.milestone : undefined;
  const paid = summary && !isTrustline(summary) ? amountText(amountToConfirm(summary), unit) : undefined;
  return (
    <section class="receipt">
      <h1>{texts.receipt.title}</h1>
      {title !== undefined && <p class="title text">{title}</p>}
      <Rows
        rows={[
          [texts.receipt.network, <strong key="network">{networkText(network.name)}</strong>],
          [texts.receipt.signed, core.actions[action].did(milestone, paid)],
          codeRow(texts.receipt.signer, request.signer),
          codeRow(texts.hash, status.transactionHash),
          codeRow(texts.address, status.contractId),
          link !== undefined && [texts.receipt.page, link],
          [texts.receipt.word, sourceOf(status)],
          escrow !== undefined && [texts.receipt.state, receiptText(escrow, unit)],
        ]}
      />
      {terms !== undefined && <Terms terms={terms} escrow={escrow} unit={unit} />}
      {changes.length > 0 && (
        <>
          <h2>{texts.receipt.whenSigned}</h2>
          <Rows rows={changes.map(({ field, asked }) => [core.fieldText(field), asked])} />
        </>
      )}
      <p>
        {texts.receipt.repeats} {network.name === 'sandbox' ? '' : texts.receipt.lookUp}
      </p>
    </section>
  );
}

type TermsProps = {
  readonly terms: Summary | PageEscrow;
  readonly escrow: PageEscrow | undefined;
  readonly unit: string;
};

function Terms({ terms: { roles, milestones, total, platformFeePercent }, escrow, unit }: TermsProps) {
  const { receipt, roles: names } = words().afterwards;
  const written = columnText([...milestones.map(({ amount = '' }) => amount), total ?? '']);
  return (
    <>
      <table>
        <caption>{receipt.milestones}</caption>
        <tbody>
          {milestones.map(({ description, amount }, index) => {
            const state = escrow?.milestones[index]?.state;
            return (
              <tr key={String(index)}>
                <td>{index + 1}</td>
                <td>
                  <div class="text">{description}</div>
                </td>
                <td>{state === undefined ? '' : core.summaryWords.MILESTONE_STATE_WORDS[state]}</td>
                <td>{amount === undefined || amount === NO_OWN_AMOUNT ? '' : `${written(amount)} ${unit}`}</td>
              </tr>
            );
          })}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {receipt.total}
              </th>
              <td>{`${written(total)} ${unit}`}</td>
            </tr>
          </tfoot>
        )}
      </table>
      <h2>{receipt.people}</h2>
      <Rows rows={ROLE_NAMES.map((role) => codeRow(names[role], roles[role]))} />
      <p>{format(receipt.fee, { percent: decimalText(platformFeePercent) })}</p>
    </>
  );
}

function sourceOf({ by, ledger }: PageView['status']): string {
  const { words: sources, ledgerAt } = words().afterwards.receipt;
  return by === 'ledger' && ledger !== undefined ? format(ledgerAt, { host: ledger }) : sources[by];
}
