/** Small pieces of the deal. */
import type { ComponentChildren } from 'preact';
import { Bullets } from '../parts/bullets.tsx';
import type { Change, ChangedField } from '../sign/changes.ts';
import { words } from '../words/words.ts';
import type { Notes } from './notes.ts';

type CardProps = {
  readonly name: string;
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
};

export function Card({ name, title, children }: CardProps) {
  return (
    <section class={`card ${name}`} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** Warnings and facts. None of them is a reason against signing. */
export function Aside({
  warnings,
  facts = [],
  lead,
}: Partial<Notes> & Pick<Notes, 'warnings'> & { readonly lead?: string }) {
  return (
    <>
      {warnings.length > 0 && (
        <div class="verdict partly look-twice">
          {lead !== undefined && <p>{lead}</p>}
          <Bullets lines={warnings} />
        </div>
      )}
      {facts.map((fact) => (
        <p key={fact} class="hint">
          {fact}
        </p>
      ))}
    </>
  );
}

/** The name of a fact, marked where it is new. */
export function Field({ field, changes }: { readonly field: ChangedField; readonly changes: readonly Change[] }) {
  const isNew = changes.some((change) => change.field === field);
  return (
    <>
      {words().panel.fields[field]}
      {isNew && (
        <>
          {' '}
          <span class="tag new">{words().deal.isNew}</span>
        </>
      )}
    </>
  );
}
