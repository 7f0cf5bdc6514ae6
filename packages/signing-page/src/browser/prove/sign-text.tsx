/** The ways to sign the text: a wallet in this browser, or any other, from which the signature is pasted. */
import type { CountersignError } from '@countersign/core/errors';
import { readMessageSignature } from '@countersign/core/signatures';
import { useState } from 'preact/hooks';
import type { ProofView } from '../../proof-view.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Problem } from '../parts/problem.tsx';
import { demoAccountOf } from '../ways/demo-name.ts';
import { arrangedForTexts, type Offered } from '../ways/offered.ts';
import type { Way } from '../ways/way.ts';
import { WayButtons } from '../ways/way-buttons.tsx';
import { pageError } from '../words/said.ts';
import { words } from '../words/words.ts';

type SignTextProps = {
  readonly view: ProofView;
  readonly wallets: readonly Offered[];
  readonly problem: CountersignError | undefined;
  /** Nothing: the one before is over. */
  readonly onProblem: (thrown: unknown) => void;
  /** Rejects where it is not the wallet's. */
  readonly onSigned: (signature: string) => Promise<void>;
};

export function SignText({ view, wallets, problem, onProblem, onSigned }: SignTextProps) {
  const [busy, setBusy] = useState<{ readonly text: string; readonly stop?: AbortController }>();
  const [pasted, setPasted] = useState('');
  const { sign: title, elsewhere } = words().prove;
  const { networkPassphrase, address: signer, text: message } = view;
  const account = demoAccountOf({ networkPassphrase, signer });
  const isBusy = busy !== undefined;

  const run = async (doing: typeof busy, work: () => Promise<void>) => {
    onProblem(undefined);
    setBusy(doing);
    try {
      await work();
    } catch (thrown) {
      if (!doing?.stop?.signal.aborted) onProblem(thrown);
    } finally {
      // A person who stopped waiting may have started again.
      setBusy((now) => (now === doing ? undefined : now));
    }
  };
  const sign = (way: Way) => {
    const stop = new AbortController();
    const { waitingFor, signing } = words().panel;
    const text = way.kind === 'demo' ? signing : waitingFor(way.name);
    void run({ text, stop }, async () => {
      const signIt = await way.loadMessage?.();
      const signature = await signIt?.({ message, networkPassphrase, signer }, stop.signal);
      if (signature !== undefined && !stop.signal.aborted) await onSigned(signature);
    });
  };
  const paste = () =>
    run({ text: elsewhere.checking }, async () => {
      if (readMessageSignature(pasted) === undefined) {
        // It may be anything, even a secret: it is not sent, and does not stay on the page.
        setPasted('');
        throw pageError('PROOF_NOT_SIGNED', elsewhere.notOne);
      }
      await onSigned(pasted);
    });

  return (
    <section class="card panel sign" aria-labelledby="sign-title">
      <h2 id="sign-title">{title}</h2>
      <WayButtons {...arrangedForTexts(wallets, account)} account={account} isBusy={isBusy} onSign={sign} />
      <div class="waiting">
        <p class={isBusy ? 'busy running' : 'busy'} role="status">
          {busy?.text ?? ''}
        </p>
        {busy?.stop !== undefined && (
          <button
            type="button"
            class="secondary"
            onClick={() => {
              busy.stop?.abort();
              setBusy(undefined);
            }}
          >
            {words().panel.stop}
          </button>
        )}
      </div>
      <Problem error={problem} />
      <details class="elsewhere">
        <summary>{elsewhere.title}</summary>
        <ol>
          <li>
            <p>{elsewhere.take}</p>
            <CopyButton label={elsewhere.copy} text={() => message} isWaiting={isBusy} />
          </li>
          <li>
            <p>
              <label for="pasted">{elsewhere.paste}</label>
            </p>
            <textarea
              id="pasted"
              rows={3}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              aria-describedby="pasted-hint"
              value={pasted}
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
            <p id="pasted-hint" class="hint">
              {words().ways.elsewhere.noSecret}
            </p>
            <button
              type="button"
              class="secondary"
              aria-disabled={isBusy}
              data-waiting={isBusy ? '' : undefined}
              onClick={() => !isBusy && void paste()}
            >
              {elsewhere.submit}
            </button>
          </li>
        </ol>
      </details>
    </section>
  );
}
