/** The page after submission: who is notified; once settled, also what follows, a receipt, and where to look it up. */
import { lookUpPages } from '@countersign/core/escrow';
import type { NetworkName } from '@countersign/core/network';
import { useState } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { type AnySummary, isStep } from '../sign/summaries.ts';
import { words } from '../words/words.ts';
import { LifeList } from './life-list.tsx';
import { canNotify, isNotifying, startNotifying, stopNotifying } from './notify.ts';
import { TurnSentence } from './turn-line.tsx';

export type AfterwardsProps = {
  readonly view: PageView;
  /** Of what was signed; absent where it cannot be read. */
  readonly summary: AnySummary | undefined;
};

export function Afterwards({ view, summary }: AfterwardsProps) {
  const says = words().afterwards;
  const { status, escrow, action } = view;
  const { contractId } = status;
  const unit = summary?.token.code ?? escrow?.asset ?? '';
  if (status.status !== 'settled') return <NotifySwitch />;
  return (
    <div class="afterwards">
      {action !== 'trust' && escrow !== undefined && (
        <>
          <h2>{says.title}</h2>
          <LifeList view={view} escrow={escrow} unit={unit} />
        </>
      )}
      {escrow === undefined && <AsItStood view={view} summary={summary} />}
      <dl>
        {contractId !== undefined && (
          <div>
            <dt>{says.address}</dt>
            <dd>
              <Code code={contractId} />
              <CopyButton label={says.copyAddress} text={() => contractId} />
            </dd>
          </div>
        )}
        <div>
          <dt>{says.hash}</dt>
          <dd>
            <Code code={status.transactionHash} />
          </dd>
        </div>
      </dl>
      <p>
        <button type="button" class="secondary" onClick={() => print()}>
          {says.receipt.print}
        </button>
      </p>
      <NotifySwitch />
      <LookUpLinks status={status} network={view.network.name} />
      <p>{says.told}</p>
    </div>
  );
}

/** If the ledger cannot be asked for the escrow's current state. */
function AsItStood({ view: { action, status }, summary }: AfterwardsProps) {
  const says = words().afterwards;
  if (action === 'deploy' && status.changedSince === undefined) return <p>{says.payment}</p>;
  if (summary === undefined || !isStep(summary)) return null;
  return (
    <>
      <h2>{says.title}</h2>
      <ul class="turns">
        {summary.turn.map((turn) => (
          <li key={`${turn.action} ${turn.milestone}`}>
            <TurnSentence turn={turn} />
          </li>
        ))}
      </ul>
      <p class="hint">{summary.turn.length === 0 ? words().deal.nothingMore : says.asItStood}</p>
    </>
  );
}

type Props = { readonly status: PageView['status']; readonly network: NetworkName };

/** Explorer links, on networks that others share. */
function LookUpLinks({ status: { transactionHash, contractId }, network }: Props) {
  const pages = lookUpPages(network, transactionHash, contractId);
  const says = words().afterwards;
  if (pages === undefined) return null;
  return (
    <div class="look-up">
      <h2>{says.elsewhere}</h2>
      <ul>
        {(['transaction', 'contract', 'viewer'] as const).map((name) => {
          const href = pages[name];
          if (href === undefined) return null;
          return (
            <li key={name}>
              <a href={href} rel="noreferrer noopener">
                {says.links[name]}
              </a>
            </li>
          );
        })}
      </ul>
      <p class="hint">{says.leaves}</p>
    </div>
  );
}

/** "Tell me when something happens": the browser asks for permission when it is pressed, and not before. */
function NotifySwitch() {
  const [isOn, setOn] = useState(isNotifying);
  const [isDenied, setDenied] = useState(false);
  const { notify } = words().afterwards;
  if (!canNotify()) return null;
  const start = async () => {
    const started = await startNotifying().catch(() => false);
    setOn(started);
    setDenied(!started);
  };
  const stop = () => {
    stopNotifying();
    setOn(false);
  };
  return (
    <div class="notify">
      <button
        type="button"
        class="secondary"
        aria-describedby="notify-means"
        onClick={() => (isOn ? stop() : void start())}
      >
        {isOn ? notify.off : notify.offer}
      </button>
      <p class="hint" id="notify-means">
        {isOn ? notify.on : isDenied ? notify.denied : notify.means}
      </p>
    </div>
  );
}
