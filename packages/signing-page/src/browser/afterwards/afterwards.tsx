/** The page after submission: who is notified; once settled, also what follows, a receipt, and where to look it up. */
import type { PageView } from '../../page-view.ts';
import { Code } from '../parts/code.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { type AnySummary, isStep } from '../sign/summaries.ts';
import { words } from '../words/words.ts';
import { LifeList } from './life-list.tsx';
import { LookUpLinks } from './look-up-links.tsx';
import { NotifySwitch } from './notify-switch.tsx';
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
