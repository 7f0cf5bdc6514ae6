/** What happened, once a reader asks for it: settled transactions that were seen here, and the events that the RPC still keeps. */
import type { PageEscrow } from '@countersign/core/desk';
import { lookUpPages } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { EscrowHistory } from '../../page-view.ts';
import { KnownPeople, Refusal, timeText } from '../escrow-parts/shown.tsx';
import { json, troubleOf } from '../parts/ask.ts';
import { Button, Outside, useTask } from '../parts/controls.tsx';
import { lazily } from '../parts/lazily.tsx';
import { words } from '../words/words.ts';

const Happened = lazily(async () => (await import('../escrow-parts/happened.tsx')).Happened);

export function History({ rpc, shown }: { readonly rpc: string; readonly shown: PageEscrow }) {
  const { loading, show, title } = words().escrow.history;
  const [history, setHistory] = useState<EscrowHistory>();
  const { isBusy, problem, run } = useTask(troubleOf);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = history !== undefined;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isShown) heading.current?.focus();
  }, [isShown]);
  const read = async () => setHistory(await json<EscrowHistory>(`${shown.contractId}/history`));
  return (
    <section class="card details" aria-labelledby="history-title">
      <h2 id="history-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {history === undefined ? (
        <p>
          <Button isBusy={isBusy} onPress={() => run(read)}>
            {isBusy ? format(loading, { rpc }) : show}
          </Button>
        </p>
      ) : (
        <Seen history={history} asset={shown.asset} />
      )}
      <Refusal trouble={problem} />
      <LookUp at="contract" contractId={shown.contractId} />
    </section>
  );
}

/** A link to another site that shows the escrow; some networks have none. */
export function LookUp({ at, contractId }: { readonly at: 'contract' | 'viewer'; readonly contractId: string }) {
  const { network } = useContext(KnownPeople);
  const { explorer, viewer } = words().escrow.history;
  const href = lookUpPages(network, '', contractId)?.[at];
  if (href === undefined) return null;
  return (
    <p>
      <Outside href={href}>{at === 'contract' ? explorer : viewer}</Outside>
    </p>
  );
}

type SeenProps = { readonly history: EscrowHistory; readonly asset: string };

function Seen({ history: { happened, isWhole, rpc, since }, asset }: SeenProps) {
  const texts = words().escrow.history;
  return (
    <>
      {happened.length === 0 && <p>{texts.nothing}</p>}
      <Happened happened={happened} isWhole asset={asset} />
      {!isWhole && (
        <p class="hint">
          {since === undefined ? format(texts.unknown, { rpc }) : format(texts.since, { time: timeText(since) })}
        </p>
      )}
    </>
  );
}
