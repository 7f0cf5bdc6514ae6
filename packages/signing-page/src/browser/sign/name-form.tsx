/** A name for an address, given on the signing page: a file of its own, which few need. */
import type { CountersignError } from '@countersign/core/errors';
import { differingBegin, type LookAlike, type NamedAddress } from '@countersign/core/words';
import { useRef, useState } from 'preact/hooks';
import { Compared } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Choice } from '../state/page-state.ts';
import { LOOK_ALIKE, pageError } from '../words/core-words.ts';
import { words } from '../words/words.ts';

export type NameFormProps = {
  readonly choices: readonly Choice[];
  readonly alikes: readonly LookAlike[];
  readonly names: readonly NamedAddress[];
  readonly problem: CountersignError | undefined;
  /** With the name as it was typed, and the known address that this one looks like, as the person confirmed. */
  readonly onName: (name: string, address: string, unlike: string | undefined) => void;
};

export function NameForm({ choices, alikes, names, problem, onName }: NameFormProps) {
  const [chosen, setChosen] = useState<string>();
  const [own, setOwn] = useState<CountersignError>();
  const typed = useRef<HTMLInputElement>(null);
  const marked = useRef<HTMLInputElement>(null);
  const address = choices.find(([each]) => each === chosen)?.[0] ?? choices[0]?.[0] ?? '';
  const alike = alikes.find((each) => each.address === address);
  const { title, lead, whose: whoseLabel, name, save } = words().names;
  const submit = (event: Event) => {
    event.preventDefault();
    const characters = marked.current?.value.trim().toUpperCase();
    const isCompared = alike === undefined || characters === differingBegin(alike);
    setOwn(
      isCompared ? undefined : pageError('INPUT_INVALID', { message: LOOK_ALIKE.notThese, remedy: LOOK_ALIKE.ask }),
    );
    if (isCompared) onName(typed.current?.value.trim() ?? '', address, alike?.looksLike);
  };
  return (
    <section class="card aside names">
      <details>
        <summary>{title}</summary>
        <p>{lead}</p>
        <form onSubmit={submit}>
          <p>
            <label for="whose">{whoseLabel}</label>
          </p>
          <select id="whose" value={address} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {choices.map(([each, label]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </select>
          <p>
            <label for="name">{name}</label>
          </p>
          {/* What was typed was for the addresses that could be named then. */}
          <input key={String(choices)} id="name" ref={typed} maxLength={40} autoComplete="off" />
          {alike !== undefined && (
            <div class="look-alike">
              <p>{LOOK_ALIKE.lead}</p>
              <Compared alike={alike} name={names.find((each) => each.address === alike.looksLike)?.name} />
              <p>{LOOK_ALIKE.ask}</p>
              <p>
                <label for="marked">{LOOK_ALIKE.type(differingBegin(alike).length)}</label>
              </p>
              <input id="marked" ref={marked} autoComplete="off" />
            </div>
          )}
          <p class="buttons">
            <button type="submit" class="secondary">
              {save}
            </button>
          </p>
          <Problem error={own ?? problem} />
        </form>
      </details>
    </section>
  );
}
