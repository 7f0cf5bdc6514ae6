/** What happened, once a reader asks for it: settled transactions that were seen here, and the events that the RPC still keeps. */

import type { PageEscrow } from '@countersign/core/desk';
import { lookUpPages } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EscrowHistory, EscrowPageView } from '../../page-view.ts';
import { Happened } from '../escrow-parts/happened.tsx';
import { type Known, Refusal, timeText } from '../escrow-parts/shown.tsx';
import { json, troubleOf } from '../parts/ask.ts';
import { Button, Outside, useTask } from '../parts/controls.tsx';
import { words } from '../words/words.ts';

type HistoryProps = { readonly view: EscrowPageView; readonly shown: PageEscrow; readonly known: Known };

export function History({ view, shown, known }: HistoryProps) {
  const { explorer, loading, show, title } = words().escrow.history;
  const [history, setHistory] = useState<EscrowHistory>();
  const { isBusy, problem, run } = useTask(troubleOf);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = history !== undefined;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isShown) heading.current?.focus();
  }, [isShown]);
  const read = async () => setHistory(await json<EscrowHistory>(`${shown.contractId}/history`));
  const pages = lookUpPages(view.network.name, '', shown.contractId);
  return (
    <section class="card details" aria-labelledby="history-title">
      <h2 id="history-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {history === undefined ? (
        <p>
          <Button isBusy={isBusy} onPress={() => run(read)}>
            {isBusy ? format(loading, { rpc: view.rpc }) : show}
          </Button>
        </p>
      ) : (
        <Seen history={history} asset={shown.asset} network={view.network.name} known={known} />
      )}
      <Refusal trouble={problem} />
      {pages?.contract !== undefined && (
        <p>
          <Outside href={pages.contract}>{explorer}</Outside>
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
