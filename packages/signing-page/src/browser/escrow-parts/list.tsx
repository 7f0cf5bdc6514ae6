/** A list of escrows: in groups by who has to act, and a row for each with its state, its turns and its money. */
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { EscrowGroup } from '../../escrows-view.ts';
import { words } from '../words/words.ts';
import { escrowText } from './escrow-text.ts';
import { KnownPeople, type MoneyShown, moneyOf, turnTexts } from './shown.tsx';

const GROUPS: readonly EscrowGroup[] = ['needs-me', 'waiting', 'finished'];

type GroupsProps<Escrow> = {
  readonly escrows: readonly Escrow[];
  readonly keyOf: (escrow: Escrow) => string;
  readonly row: (escrow: Escrow) => ComponentChildren;
};

export function Groups<Escrow extends { readonly group: EscrowGroup }>({ keyOf, row, ...list }: GroupsProps<Escrow>) {
  return GROUPS.map((group) => {
    const { title, none } = words().escrows.groups[group];
    const escrows = list.escrows.filter((escrow) => escrow.group === group);
    return (
      <section key={group} class="group" data-group={group} aria-labelledby={`group-${group}`}>
        <h2 id={`group-${group}`}>
          {title} <span class="count">{escrows.length}</span>
        </h2>
        {escrows.length === 0 ? (
          <p class="none">{none}</p>
        ) : (
          <ul class="rows">
            {escrows.map((escrow) => (
              <li key={keyOf(escrow)}>{row(escrow)}</li>
            ))}
          </ul>
        )}
      </section>
    );
  });
}

type EscrowRowProps = {
  readonly escrow: MoneyShown;
  readonly title: ComponentChildren;
  readonly tone: 'bad' | 'warn' | 'mine' | 'good' | 'calm';
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
  /** Where the reader goes from here; its name is followed by the title where it is read out. */
  readonly next: { readonly href: string; readonly label: string; readonly title: string } | undefined;
};

export function EscrowRow({ escrow, title, tone, isOpen, children, next }: EscrowRowProps) {
  const known = useContext(KnownPeople);
  const { amount, label } = moneyOf(escrow);
  const turns = turnTexts(escrow.turn ?? [], known).join('; ');
  return (
    <div class="row" data-open={isOpen ? true : undefined}>
      <div class="row-what">
        <h3>{title}</h3>
        <p>
          <span class="state" data-tone={tone}>
            {escrowText(escrow)}
          </span>
          {turns !== '' && <span class="turn">{turns}</span>}
        </p>
        {children}
      </div>
      <p class="row-money">
        <span class="held">{amount}</span>
        <span class="label">{label}</span>
      </p>
      {next !== undefined && (
        <a class="row-page" href={next.href} aria-label={`${next.label}: ${next.title}`}>
          {next.label}
        </a>
      )}
    </div>
  );
}
