/** One escrow as it is now: its money, what is next, its milestones, its people and what happened. */
import type { EscrowView } from '@countersign/core/escrow-views';
import { format } from '@countersign/core/text/message';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { EscrowDetails, ListedEscrow } from '../../escrows-view.ts';
import { escrowText } from '../escrow-parts/escrow-text.ts';
import { Happened } from '../escrow-parts/happened.tsx';
import { Milestones } from '../escrow-parts/milestones.tsx';
import { Participants } from '../escrow-parts/participants.tsx';
import { KnownPeople, Money, Refusal, Turns, turnTexts } from '../escrow-parts/shown.tsx';
import { json, useFresh } from '../parts/ask.ts';
import { Button } from '../parts/controls.tsx';
import { codeRow, Rows } from '../parts/elements.tsx';
import { decimalText } from '../parts/texts.ts';
import { core, words } from '../words/words.ts';
import type { Go } from './address.ts';
import { Notes, rowId } from './row.tsx';

type DetailsProps = {
  readonly id: string;
  /** The list's entry; absent if the list does not show it. */
  readonly listed: ListedEscrow | undefined;
  readonly go: Go;
  /** Below its row, which has its title. */
  readonly isBelow: boolean;
};

/** The id that the page was opened with: the person has not asked to move there. */
let atFirst = new URLSearchParams(location.search).get('escrow') ?? undefined;

export function Details({ id, listed, go, isBelow }: DetailsProps) {
  const known = useContext(KnownPeople);
  const { detail } = words().escrows;
  const { reply, trouble } = useFresh(id, () => json<EscrowDetails>(`escrows/${encodeURIComponent(id)}`));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id !== atFirst) heading.current?.focus();
    atFirst = undefined;
  }, [id]);
  const escrow = reply?.escrow;
  const close = () => {
    go({ open: undefined });
    (document.getElementById(rowId(id)) ?? document.querySelector<HTMLElement>('h1'))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <section class="card details" aria-labelledby="details-title" onKeyDown={onKeyDown}>
      <header>
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          <bdi>{(isBelow ? undefined : (escrow?.title ?? listed?.title)) ?? words().escrows.details}</bdi>
        </h2>
        <Button class="secondary close" aria-label={detail.close} onPress={close}>
          <span aria-hidden="true">×</span>
        </Button>
      </header>
      <Refusal trouble={trouble} />
      {reply === undefined && trouble === undefined && <p class="hint">{detail.loading}</p>}
      {reply !== undefined && escrow !== undefined && (
        <>
          <p class="stands">{escrowText(escrow)}</p>
          <Notes escrow={escrow} />
          {escrow.codeIs === 'unknown' && (
            <p class="note">
              {escrow.codeOwner === undefined
                ? detail.code
                : core.reasonText({ code: 'CODE_OF_ANOTHER', params: { owner: escrow.codeOwner } })}
            </p>
          )}
          <Money escrow={escrow} />
          {escrow.turn !== undefined && (
            <>
              <h3>{detail.next}</h3>
              <Turns turns={turnTexts(escrow.turn, known)} />
            </>
          )}
          {listed?.page !== undefined && (
            <p>
              <a class="button" href={listed.page}>
                {detail.signPage}
              </a>
            </p>
          )}
          {listed?.page === undefined && listed?.group === 'needs-me' && <p class="hint">{detail.ask}</p>}
          {escrow.changedSince !== undefined && (
            <div class="note">
              <p>{detail.changed}</p>
              <ul>
                {escrow.changedSince.map(({ field, asked, found }) => (
                  <li key={field}>{format(detail.changedLine, { field, asked, found })}</li>
                ))}
              </ul>
            </div>
          )}
          {escrow.description !== '' && <p class="description">{escrow.description}</p>}
          <h3>{detail.milestones}</h3>
          <Milestones escrow={escrow} />
          <p class="hint">{format(detail.fee, { percent: `${decimalText(escrow.platformFeePercent)} %` })}</p>
          <h3>{detail.people}</h3>
          <Participants roles={escrow.roles} />
          <h3>{detail.happened}</h3>
          <Happened {...reply} asset={escrow.asset} />
          <Technical escrow={escrow} />
        </>
      )}
    </section>
  );
}

function Technical({ escrow }: { readonly escrow: EscrowView }) {
  const { contractId, previousAddresses = [], transactionHash, token, engagementId } = escrow;
  const { technical, contract, transaction, token: tokenWord, engagement } = words().escrows.detail;
  return (
    <details>
      <summary>{technical}</summary>
      <Rows
        rows={[
          codeRow(contract, contractId),
          ...previousAddresses.map((previous) => codeRow(words().page.previous, previous)),
          codeRow(transaction, transactionHash),
          codeRow(tokenWord, token),
          [engagement, engagementId],
        ]}
      />
    </details>
  );
}
