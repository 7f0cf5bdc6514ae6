import { lookUpPages } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { useContext } from 'preact/hooks';
import type { EscrowDetails, Happening } from '../../escrows-view.ts';
import { Outside } from '../parts/controls.tsx';
import { Code, Paragraphs } from '../parts/elements.tsx';
import { sumText } from '../parts/texts.ts';
import { core, words } from '../words/words.ts';
import { KnownPeople, nameOf, timeText, unitOf } from './shown.tsx';

type HappenedProps = Pick<EscrowDetails, 'happened' | 'isWhole'> & { readonly asset: string };

export function Happened({ happened, isWhole, asset }: HappenedProps) {
  const known = useContext(KnownPeople);
  const { detail } = words().escrows;
  const call = (address: string) => nameOf(address, known) ?? address;
  const paidTo = ({ paid = [] }: Happening) =>
    paid.map(({ to, amount }) => `${format(detail.receiver, { name: call(to) })}: ${moneyText(amount, asset)}`);
  const byWhom = ({ actor }: Happening) => (actor === undefined ? [] : [format(detail.byWhom, { who: call(actor) })]);
  const shown = happened.filter((each, index) => !isImpliedBy(each, happened.slice(index + 1)));
  return (
    <>
      <ol class="happened">
        {shown.toReversed().map((happening, index) => (
          <li key={shown.length - index}>
            <p>{textOf(happening, asset)}</p>
            <Paragraphs texts={[...paidTo(happening), ...byWhom(happening)]} />
            <p class="hint">
              {happening.at !== undefined && (
                <>
                  <time dateTime={new Date(happening.at).toISOString()}>{timeText(happening.at)}</time>
                  {' · '}
                </>
              )}
              {happening.by === 'ledger' ? detail.byLedger : detail.here}
              <Links {...happening} />
            </p>
          </li>
        ))}
      </ol>
      {!isWhole && <p class="hint">{detail.notWhole}</p>}
    </>
  );
}

/** Whether a later entry already implies this one, such as a settlement its preparation. */
function isImpliedBy({ kind, action, milestone, transactionHash }: Happening, later: readonly Happening[]): boolean {
  if (kind === 'signed') return later.some((other) => other.transactionHash === transactionHash);
  return (
    kind === 'prepared' &&
    later.some((other) => other.kind !== 'prepared' && other.action === action && other.milestone === milestone)
  );
}

function textOf({ kind, action, milestone, amount }: Happening, asset: string): string {
  const { happened, happenedWith } = words().escrows;
  const what = core.actText(action ?? 'deploy', milestone);
  const money = amount === undefined ? undefined : moneyText(amount, asset);
  const hasMore = (kind === 'funded' ? money : milestone) !== undefined && kind in happenedWith;
  const message = hasMore ? happenedWith[kind as keyof typeof happenedWith] : happened[kind];
  return format(message, { what, milestone: milestone ?? '', amount: money ?? '' });
}

const moneyText = (amount: string, asset: string): string =>
  format(words().escrows.amount, { amount: sumText(amount), unit: unitOf(asset) });

/** Where more is to be read about it. */
function Links({ page, transactionHash }: Happening) {
  const { network } = useContext(KnownPeople);
  const { detail } = words().escrows;
  const explorer = transactionHash === undefined ? undefined : lookUpPages(network, transactionHash, undefined);
  const ofTransaction = explorer ? (
    <Outside href={explorer.transaction}>{detail.explorer}</Outside>
  ) : (
    transactionHash !== undefined && <Code code={transactionHash} />
  );
  return [page !== undefined && <a href={page}>{detail.signPage}</a>, ofTransaction].map(
    (link) => link && [' · ', link],
  );
}
