/** What a wallet or an explorer shows, for comparison: folded, unless something in it is new. */
import type { ComponentChildren } from 'preact';
import { Code } from '../parts/code.tsx';
import { amountText } from '../parts/decimal-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import type { Change, ChangedField } from '../sign/changes.ts';
import type { Match } from '../sign/read-view.ts';
import { isEscrow, isPayment, isStep, isTrustline } from '../sign/summaries.ts';
import { NETWORK_WORDS } from '../words/said.ts';
import { words } from '../words/words.ts';
import { Field } from './parts.tsx';

type DetailsProps = { readonly match: Match; readonly changes: readonly Change[] };
type Row = readonly [name: ComponentChildren, ...values: ComponentChildren[]];

export function Details({ match, changes }: DetailsProps) {
  const { deal } = words();
  const { summary, read, expiresAt } = match;
  const named = (field: ChangedField) => <Field key={field} field={field} changes={changes} />;
  const { memo } = read.transaction;
  const rows: Row[] = [
    ...addressRows(match, named),
    [named('Network fee'), deal.atMost(amountText(summary.feeXlm, 'XLM'))],
    [named('Valid until'), <TimeText key="time" time={expiresAt} />],
    [
      named('Transaction hash'),
      <Code key="hash" code={read.hashHex} />,
      <p key="hint" class="hint">
        {deal.mustShow}
      </p>,
    ],
    [deal.memo, memo.type === 'memoNone' ? deal.none : memo.type],
    [deal.sequence, read.transaction.seqNum.toString()],
    [deal.passphrase, `${NETWORK_WORDS[summary.network].name}: “${summary.networkPassphrase}”`],
  ];
  return (
    <details class="card transaction" open={changes.some(({ matters }) => matters)}>
      <summary>{deal.details}</summary>
      <dl>
        {rows.map(([name, ...values], at) => (
          <div key={at}>
            <dt>{name}</dt>
            <dd>{values}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{deal.xdr}</summary>
        <p class="xdr">{read.xdr}</p>
      </details>
    </details>
  );
}

/** Addresses that a person reads about, but need not compare to decide. */
function addressRows(match: Match, named: (field: ChangedField) => ComponentChildren): Row[] {
  const { deal } = words();
  const { summary } = match;
  const token: Row = [
    deal.token,
    summary.token.code ?? deal.unknownToken,
    <Code key="token" code={summary.token.address} />,
  ];
  if (isTrustline(summary) || isPayment(summary)) return [token];
  if (isStep(summary)) return [[deal.escrow, <Code key="escrow" code={summary.escrow} />], token];
  if (!isEscrow(summary) || match.action !== 'deploy') return [];
  return [
    [
      named('Escrow address'),
      <Code key="escrow" code={summary.contractId} />,
      <p key="hint" class="hint">
        {deal.payOnceSettled}
      </p>,
    ],
    [deal.engagement, summary.engagementId],
    token,
    [named('Factory contract'), <Code key="factory" code={match.call.factory} />],
    [named('Contract code'), <Code key="code" code={match.call.wasmHash} />],
  ];
}
