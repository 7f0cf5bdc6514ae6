/** The escrows of a list in one state for its reader, under a heading with their number. */
import type { ComponentChildren } from 'preact';
import type { EscrowGroup } from '../../escrows-view.ts';
import { words } from '../words/words.ts';

export const GROUPS: readonly EscrowGroup[] = ['needs-me', 'waiting', 'finished'];

type GroupProps<Escrow> = {
  readonly group: EscrowGroup;
  readonly escrows: readonly Escrow[];
  readonly keyOf: (escrow: Escrow) => string;
  readonly row: (escrow: Escrow) => ComponentChildren;
};

export function Group<Escrow extends { readonly group: EscrowGroup }>({
  group,
  keyOf,
  row,
  ...list
}: GroupProps<Escrow>) {
  const { title, none } = words().escrows.groups[group];
  const escrows = list.escrows.filter((escrow) => escrow.group === group);
  return (
    <section class="group" data-group={group} aria-labelledby={`group-${group}`}>
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
}
