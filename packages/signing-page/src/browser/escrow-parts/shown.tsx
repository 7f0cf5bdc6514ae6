import type { NetworkName } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { groupTurns, naming, turnsFor } from '@countersign/core/words';
import { createContext } from 'preact';
import type { ListedContact, ListedEscrow } from '../../escrows-view.ts';
import type { Trouble } from '../parts/ask.ts';
import { Alert, Bullets } from '../parts/elements.tsx';
import { sumText } from '../parts/texts.ts';
import { core, language, words } from '../words/words.ts';
import type { ListedState } from './escrow-text.ts';

/** A token without a code is shown by its address in the details. */
export const unitOf = (asset: string | undefined): string =>
  asset === undefined || asset.length > 12 ? words().escrows.tokens : asset;

/** @param time epoch milliseconds, shown in the reader's own time zone */
export const timeText = (time: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(time);

export const clockText = (time: number): string =>
  new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(time);

/** What the reader’s page is about: its network, and who takes part, by address, as the reader knows them. */
type Known = {
  readonly network: NetworkName;
  readonly me: readonly string[];
  readonly contacts: readonly Pick<ListedContact, 'name' | 'address' | 'toRename'>[];
};

export const KnownPeople = createContext<Known>({ network: 'sandbox', me: [], contacts: [] });

export function nameOf(address: string | undefined, { me, contacts }: Known): string | undefined {
  if (address === undefined) return undefined;
  const name = contacts.find((contact) => contact.address === address && contact.toRename === undefined)?.name;
  return name ?? (me.includes(address) ? words().escrows.you : undefined);
}

type Turn = NonNullable<ListedEscrow['turn']>[number];

/** Everything that can be done next, what I can do first: "You approve milestone 2." */
export function turnTexts(turn: readonly Turn[], { me, contacts }: Known): readonly string[] {
  const names = contacts.filter(({ toRename }) => toRename === undefined);
  const named = naming(
    names,
    names.map(({ address }) => address),
  );
  const mineFirst = turn.toSorted((one, other) => Number(isMine(other, me)) - Number(isMine(one, me)));
  return groupTurns(turnsFor(mineFirst, me)).map(({ address, ...each }) =>
    // An address without a name is in the details alone.
    named(core.turnText(names.some((name) => name.address === address) ? { ...each, address } : each)),
  );
}

const isMine = ({ address }: Turn, me: readonly string[]): boolean => address === undefined || me.includes(address);

/** Whether it is on the ledger, and its state could not be read. */
export const isUnread = ({ status, state }: ListedState): boolean =>
  state === undefined && (status === 'settled' || status === 'not-prepared-here');

export type MoneyShown = ListedState &
  Pick<ListedEscrow, 'held' | 'needed' | 'asset'> &
  Partial<Pick<ListedEscrow, 'phase'>> & { readonly total?: string | undefined };

/** What is in the escrow, of what it has yet to pay out; in the end, what it was about. */
export function moneyOf(escrow: MoneyShown): { readonly amount: string; readonly label: string } {
  const { amount, held: heldOf, heldLabel, heldUnknown, neededLabel, totalLabel, unknown } = words().escrows;
  const { held, needed, state, total } = escrow;
  const unit = unitOf(escrow.asset);
  const isOver =
    escrow.phase === 'ended' || escrow.setAside || (state === 'finished' && (held === undefined || held === '0'));
  if (isOver && total !== undefined)
    return { amount: format(amount, { amount: sumText(total), unit }), label: totalLabel };
  const all = needed === undefined || needed === '0' ? undefined : sumText(needed);
  if (held !== undefined) {
    const text = sumText(held);
    return {
      amount:
        all === undefined ? format(amount, { amount: text, unit }) : format(heldOf, { held: text, needed: all, unit }),
      label: heldLabel,
    };
  }
  if (all === undefined) return { amount: unknown, label: '' };
  return state === undefined && !isUnread(escrow)
    ? { amount: format(amount, { amount: all, unit }), label: neededLabel }
    : { amount: format(heldUnknown, { needed: all, unit }), label: heldLabel };
}

export function Money({ escrow }: { readonly escrow: MoneyShown }) {
  const { held, needed } = escrow;
  const { amount, label } = moneyOf(escrow);
  return (
    <div class="money">
      <p>
        <span class="held">{amount}</span> <span class="label">{label}</span>
      </p>
      {held !== undefined && needed !== undefined && needed !== '0' && (
        <svg class="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect class="meter-all" width="100" height="1" />
          <rect class="meter-held" width={Math.min(100, (100 * Number(held)) / Number(needed))} height="1" />
        </svg>
      )}
    </div>
  );
}

export function Turns({ turns }: { readonly turns: readonly string[] }) {
  return turns.length === 0 ? <p>{core.turnsText([])}</p> : <Bullets class="plain turn-list" lines={turns} />;
}

export function Refusal({ trouble }: { readonly trouble: Trouble | undefined }) {
  if (trouble === undefined || trouble.kind === 'session') return null;
  if (trouble.kind === 'away') return <Alert message={words().escrows.away} />;
  const { error } = trouble;
  if (error === undefined) return <Alert message={words().escrows.failed} />;
  const fields = (error.fields ?? []).map(({ path, problem }) => `${core.fieldText(path)} ${problem}`);
  return <Alert message={error.message} lines={fields} remedy={error.remedy} />;
}
