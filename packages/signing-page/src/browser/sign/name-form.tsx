/** Giving an address a name for next time. */
import type { Summary } from '@countersign/core/actions';
import type { CountersignError } from '@countersign/core/errors';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { NamedAddress } from '@countersign/core/words';
import { useRef } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { labelledRoles } from '../words/said.ts';
import { words } from '../words/words.ts';

/** An address, and as whose it is shown. */
export type Choice = readonly [address: string, label: string];

/** The parties that have no name yet, each once. */
export function unnamed({ network, roles }: Summary, names: readonly NamedAddress[]): Choice[] {
  const known = [...names, ...(network === 'sandbox' ? SANDBOX_ACCOUNTS : [])].map(({ address }) => address);
  const parties = labelledRoles(roles).map(({ label, address }) => [address, `${label}: ${address}`] as const);
  return [...new Map(parties)].filter(([address]) => !known.includes(address));
}

type NameFormProps = {
  readonly choices: readonly Choice[];
  readonly problem: CountersignError | undefined;
  /** With the name as it was typed. */
  readonly onName: (name: string, address: string) => void;
};

export function NameForm({ choices, problem, onName }: NameFormProps) {
  const whose = useRef<HTMLSelectElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const { title, lead, whose: whoseLabel, name, save } = words().page.names;
  const submit = (event: Event) => {
    event.preventDefault();
    onName(typed.current?.value.trim() ?? '', whose.current?.value ?? '');
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
          <select id="whose" ref={whose}>
            {choices.map(([address, label]) => (
              <option key={address} value={address}>
                {label}
              </option>
            ))}
          </select>
          <p>
            <label for="name">{name}</label>
          </p>
          {/* What was typed was for the addresses that could be named then. */}
          <input key={String(choices)} id="name" ref={typed} maxLength={40} autoComplete="off" />
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
