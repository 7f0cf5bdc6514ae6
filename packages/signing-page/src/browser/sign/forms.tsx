/** What a person can say beside a signature: “This is not what I want”, and a name for an address. */
import type { Summary } from '@countersign/core/actions';
import type { CountersignError } from '@countersign/core/errors';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { differingBegin, type LookAlike, type NamedAddress } from '@countersign/core/words';
import { useRef, useState } from 'preact/hooks';
import { Compared } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { LOOK_ALIKE, labelledRoles } from '../words/core-words.ts';
import { words } from '../words/words.ts';

/** As the desk cuts it. */
const MAX_REASON = 300;

type DeclineFormProps = {
  readonly isHidden: boolean;
  readonly problem: CountersignError | undefined;
  /** With the reason, which may be empty. */
  readonly onDecline: (reason: string) => void;
};

/** Next to the button that signs: leads to the form below. */
export function DeclineButton() {
  const open = () => {
    const form = document.getElementById('decline');
    const details = form?.querySelector('details');
    if (details) details.open = true;
    form?.scrollIntoView({ block: 'center' });
    form?.querySelector('textarea')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class="secondary" onClick={open}>
      {words().page.decline.button}
    </button>
  );
}

/** Ends the offer, and lets the person who asked for it know. */
export function DeclineForm({ isHidden, problem, onDecline }: DeclineFormProps) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const { title, lead, label, hint, end } = words().page.decline;
  return (
    <section class="card aside decline" id="decline" tabIndex={-1} hidden={isHidden}>
      <details>
        <summary>{title}</summary>
        <p>{lead}</p>
        <p>
          <label for="reason">{label}</label>
        </p>
        <textarea id="reason" ref={reason} rows={3} maxLength={MAX_REASON} aria-describedby="reason-hint" />
        <p id="reason-hint" class="hint">
          {hint}
        </p>
        <p class="buttons">
          <button type="button" class="danger" onClick={() => onDecline(reason.current?.value.trim() ?? '')}>
            {end}
          </button>
        </p>
        <Problem error={problem} />
      </details>
    </section>
  );
}

/** An address, and as whose it is shown. */
export type Choice = readonly [address: string, label: string];

/** The parties that have no name yet, each once. */
export function unnamed({ network, roles }: Summary, names: readonly NamedAddress[]): Choice[] {
  const known = [...names, ...(network === 'sandbox' ? SANDBOX_ACCOUNTS : [])].map(({ address }) => address);
  const parties = labelledRoles(roles).map(({ label, address }) => [address, `${label}: ${address}`] as const);
  return [...new Map(parties)].filter(([address]) => !known.includes(address));
}

export type NameFormProps = {
  readonly choices: readonly Choice[];
  readonly alikes: readonly LookAlike[];
  readonly names: readonly NamedAddress[];
  readonly problem: CountersignError | undefined;
  /** With the name as it was typed, and what was typed of an address that looks like a known one. */
  readonly onName: (name: string, address: string, typed: string) => void;
};

/** Giving an address a name for next time. */
export function NameForm({ choices, alikes, names, problem, onName }: NameFormProps) {
  const [chosen, setChosen] = useState<string>();
  const typed = useRef<HTMLInputElement>(null);
  const marked = useRef<HTMLInputElement>(null);
  const address = choices.find(([each]) => each === chosen)?.[0] ?? choices[0]?.[0] ?? '';
  const alike = alikes.find((each) => each.address === address);
  const { title, lead, whose: whoseLabel, name, save } = words().page.names;
  const submit = (event: Event) => {
    event.preventDefault();
    onName(typed.current?.value.trim() ?? '', address, marked.current?.value.trim() ?? '');
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
          <Problem error={problem} />
        </form>
      </details>
    </section>
  );
}
