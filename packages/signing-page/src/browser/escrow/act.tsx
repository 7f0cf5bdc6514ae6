/** Where each party has their next step prepared: anyone may, and the wallet that holds the role signs. */
import type { PageEscrow } from '@countersign/core/desk';
import type { ReportedEscrow } from '@countersign/core/escrow-report';
import { useState } from 'preact/hooks';
import { Party, rolesByWallet } from '../escrow-parts/participants.tsx';
import { stepsOf } from '../escrow-parts/party-steps.ts';
import { Field } from '../parts/field.tsx';
import { lazily } from '../parts/lazily.tsx';
import { words } from '../words/words.ts';

export type ActProps = {
  readonly escrow: ReportedEscrow;
  /** Wallets that this browser has proven. */
  readonly proven: readonly string[];
  readonly again: () => Promise<void>;
};

const Steps = lazily(async () => (await import('./step-forms.tsx')).StepForms);
const SignedIn = lazily(async () => (await import('../prove/signed-in.tsx')).SignedIn);
const ANOTHER = 'another';
const ADDRESS = /^G[A-Z2-7]{55}$/;

export function Act({ escrow: { shown, read }, proven, again }: ActProps) {
  const texts = words().escrow.act;
  const [chosen, setChosen] = useState(() => {
    const kept = sessionStorage.getItem(keyOf(shown)) ?? '';
    return [kept, ...proven].find((wallet) => rolesByWallet(shown).has(wallet));
  });
  const [pasted, setPasted] = useState('');
  const wallet = chosen === ANOTHER ? pasted.trim() : chosen;
  const choose = (address: string) => {
    setChosen(address);
    sessionStorage.setItem(keyOf(shown), address);
  };
  const wallets = [...rolesByWallet(shown)];
  const isWhole = read.escrow.amount !== undefined;
  const canPayIn = shown.missing !== undefined;
  const choices = [
    ...wallets.map(([address, roles]) => [address, <Party key="party" address={address} roles={roles} />] as const),
    ...(canPayIn ? [[ANOTHER, <span key="another">{texts.another}</span>] as const] : []),
  ];
  if (!canPayIn && wallets.every(([address]) => stepsOf(shown, address, isWhole).length === 0)) return null;
  return (
    <section class="act" aria-labelledby="act-title">
      <h2 id="act-title">{texts.title}</h2>
      <p>{texts.lead}</p>
      {proven.length > 0 && <SignedIn wallets={proven} onOut={() => void again()} />}
      <fieldset>
        <legend>{texts.which}</legend>
        {choices.map(([address, label]) => (
          <label key={address}>
            <input type="radio" name="wallet" checked={chosen === address} onChange={() => choose(address)} />
            {label}
          </label>
        ))}
      </fieldset>
      {canPayIn && chosen === ANOTHER && (
        <p>
          <Field id="act-wallet" class="address" label={texts.address} value={pasted} onText={setPasted} />
        </p>
      )}
      {wallet !== undefined && ADDRESS.test(wallet) && (
        <Steps key={wallet} wallet={wallet} shown={shown} isWhole={isWhole} />
      )}
    </section>
  );
}

/** Kept for this tab, so that several steps of one wallet follow each other. */
const keyOf = ({ contractId }: PageEscrow): string => `wallet ${contractId}`;
