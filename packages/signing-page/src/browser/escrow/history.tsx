/** What happened, once a reader asks for it: settled transactions that were seen here, and the events that the RPC still keeps. */
import type { PageEscrow } from '@countersign/core/desk';
import { lookUpPages } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EscrowHistory, EscrowPageView } from '../../page-view.ts';
import { Happened } from '../escrow-parts/happened.tsx';
import { type Known, Refusal, timeText } from '../escrow-parts/shown.tsx';
import { json, type Trouble, troubleOf } from '../parts/ask.ts';
import { words } from '../words/words.ts';

type HistoryProps = { readonly view: EscrowPageView; readonly shown: PageEscrow; readonly known: Known };

export function History({ view, shown, known }: HistoryProps) {
  const { explorer, loading, show, title } = words().escrow.history;
  const [history, setHistory] = useState<EscrowHistory>();
  const [trouble, setTrouble] = useState<Trouble>();
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = history !== undefined;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isShown) heading.current?.focus();
  }, [isShown]);
  const read = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      setHistory(await json<EscrowHistory>(`${shown.contractId}/history`));
    } catch (thrown) {
      setTrouble(troubleOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  const pages = lookUpPages(view.network.name, '', shown.contractId);
  return (
    <section class="card details" aria-labelledby="history-title">
      <h2 id="history-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {history === undefined ? (
        <p>
          <button type="button" class="secondary" aria-disabled={isBusy} onClick={() => !isBusy && void read()}>
            {isBusy ? format(loading, { rpc: view.rpc }) : show}
          </button>
        </p>
      ) : (
        <Seen history={history} asset={shown.asset} network={view.network.name} known={known} />
      )}
      <Refusal trouble={trouble} />
      {pages?.contract !== undefined && (
        <p>
          <a href={pages.contract} target="_blank" rel="noreferrer">
            {explorer}
          </a>
        </p>
      )}
    </section>
  );
}

type SeenProps = {
  readonly history: EscrowHistory;
  readonly asset: string;
  readonly network: EscrowPageView['network']['name'];
  readonly known: Known;
};

function Seen({ history: { happened, isWhole, rpc, since }, ...rest }: SeenProps) {
  const texts = words().escrow.history;
  return (
    <>
      {happened.length === 0 && <p>{texts.nothing}</p>}
      <Happened happened={happened} isWhole {...rest} />
      {!isWhole && (
        <p class="hint">
          {since === undefined ? format(texts.unknown, { rpc }) : format(texts.since, { time: timeText(since) })}
        </p>
      )}
    </>
  );
}
