/** One escrow as it stands now: its money, what is next, its milestones, its people and what happened. */
import { useEffect, useRef } from 'preact/hooks';
import type { EscrowList, ListedEscrow } from '../../escrows-view.ts';
import { decimalText } from '../parts/decimal-text.ts';
import { words } from '../words/words.ts';
import { readDetails } from './api.ts';
import { useFresh } from './fresh.ts';
import { Happened } from './happened.tsx';
import { Milestones } from './milestones.tsx';
import { Money } from './money.tsx';
import { Participants } from './participants.tsx';
import type { Go } from './place.ts';
import { Refusal } from './refusal.tsx';
import { Notes, rowId } from './row.tsx';
import { type Known, mineFirst, stateText, turnText } from './shown.ts';
import { Technical } from './technical.tsx';

type DetailsProps = {
  readonly id: string;
  /** The list's entry; absent if the list does not show it. */
  readonly listed: ListedEscrow | undefined;
  readonly known: Known;
  readonly network: EscrowList['network'];
  readonly go: Go;
  /** Below its row, which has its title. */
  readonly isBelow: boolean;
};

/** The id that the page was opened with: the person has not asked to move there. */
let atFirst = new URLSearchParams(location.search).get('escrow') ?? undefined;

export function Details({ id, listed, known, network, go, isBelow }: DetailsProps) {
  const { detail } = words().escrows;
  const { reply, trouble } = useFresh(id, () => readDetails(id));
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
        <button type="button" class="secondary close" aria-label={detail.close} onClick={close}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      <Refusal trouble={trouble} />
      {reply === undefined && trouble === undefined && <p class="hint">{detail.loading}</p>}
      {reply !== undefined && escrow !== undefined && (
        <>
          <p class="stands">{stateText(escrow)}</p>
          <Notes escrow={escrow} />
          {escrow.codeIs === 'unknown' && <p class="note">{detail.code}</p>}
          <Money escrow={escrow} />
          {escrow.turn !== undefined && (
            <>
              <h3>{detail.next}</h3>
              {escrow.turn.length === 0 && <p>{detail.nobody}</p>}
              <ul class="plain">
                {mineFirst(escrow.turn, known).map((turn) => (
                  <li key={`${turn.role} ${turn.action} ${turn.milestone}`}>{turnText(turn, known)}</li>
                ))}
              </ul>
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
                  <li key={field}>{detail.changedLine(field, asked, found)}</li>
                ))}
              </ul>
            </div>
          )}
          {escrow.description !== '' && <p class="description">{escrow.description}</p>}
          <Milestones escrow={escrow} known={known} />
          <p class="hint">{detail.fee(`${decimalText(escrow.platformFeePercent)} %`)}</p>
          <Participants roles={escrow.roles} known={known} />
          <Happened {...reply} asset={escrow.asset} network={network} />
          <Technical escrow={escrow} />
        </>
      )}
    </section>
  );
}
