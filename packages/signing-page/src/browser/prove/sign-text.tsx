/** How a wallet signs a text that shows whose it is: its buttons, and a field for a signature from elsewhere. */
import type { ProofToSign } from '@countersign/core/desk';
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { readMessageSignature } from '@countersign/core/signatures';
import { format } from '@countersign/core/text/message';
import { useState } from 'preact/hooks';
import { Button, CopyButton } from '../parts/controls.tsx';
import { Code } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { arranged, useWallets, WayButtons } from '../ways/offered.tsx';
import { Pasted } from '../ways/pasted.tsx';
import { demoAccountOf, type SignOrder, type Way } from '../ways/way.ts';
import { pageError, words } from '../words/words.ts';

export function TextToSign({ view: { address, text } }: { readonly view: ProofToSign }) {
  const { wallet, textTitle } = words().proof;
  return (
    <>
      <h2>{wallet}</h2>
      <p>
        <Code code={address} />
      </p>
      <h2>{textTitle}</h2>
      <pre class="text-to-sign">{text}</pre>
    </>
  );
}

/** One of the two: most wallets sign the text, others a transaction that can never be sent. */
export type Signed = { readonly signature?: string; readonly signedXdr?: string };

type SignTextProps = {
  readonly view: ProofToSign;
  /** For wallets that sign no text; absent: they are not shown. */
  readonly transaction?: (() => Promise<SignOrder>) | undefined;
  readonly problem: CountersignError | undefined;
  /** Nothing: the one before is over. */
  readonly onProblem: (problem: CountersignError | undefined) => void;
  readonly onSigned: (signed: Signed) => Promise<void>;
};

export function SignText({ view, transaction, problem, onProblem, onSigned }: SignTextProps) {
  const [busy, setBusy] = useState<{ readonly text: string; readonly stop?: AbortController }>();
  const wallets = useWallets();
  const { sign: title, means, elsewhere } = words().proof;
  const { networkPassphrase, address: signer, text: message } = view;
  const account = demoAccountOf({ networkPassphrase, signer });
  const isBusy = busy !== undefined;
  const isUsable = ({ loadMessage, networks }: Way) =>
    loadMessage !== undefined || (transaction !== undefined && networks.includes(view.network));

  const run = async (doing: typeof busy, work: () => Promise<void>) => {
    onProblem(undefined);
    setBusy(doing);
    try {
      await work();
    } catch (thrown) {
      if (!doing?.stop?.signal.aborted) onProblem(toCountersignError(thrown));
    } finally {
      // A person who stopped waiting may have started again.
      setBusy((now) => (now === doing ? undefined : now));
    }
  };
  const signWith = async (way: Way, signal: AbortSignal): Promise<Signed | undefined> => {
    const signMessage = await way.loadMessage?.();
    if (signMessage !== undefined) {
      return { signature: await signMessage({ message, networkPassphrase, signer }, signal) };
    }
    const order = await transaction?.();
    return order && { signedXdr: await (await way.load())(order, signal) };
  };
  const sign = (way: Way) => {
    const stop = new AbortController();
    const { waitingFor, signing } = words().panel;
    const text = way.kind === 'demo' ? signing : format(waitingFor, { wallet: way.name });
    void run({ text, stop }, async () => {
      const signed = await signWith(way, stop.signal);
      if (signed !== undefined && !stop.signal.aborted) await onSigned(signed);
    });
  };
  const paste = (pasted: string, clear: () => void) =>
    run({ text: elsewhere.checking }, async () => {
      if (readMessageSignature(pasted) === undefined) {
        // It may be anything, even a secret: it is not sent, and does not stay on the page.
        clear();
        throw pageError('PROOF_NOT_SIGNED', elsewhere.notOne);
      }
      await onSigned({ signature: pasted });
    });

  return (
    <section class="card panel sign" aria-labelledby="sign-text-title">
      <h2 id="sign-text-title">{title}</h2>
      <WayButtons {...arranged(wallets, isUsable, account)} account={account} isBusy={isBusy} onSign={sign} />
      <div class="waiting">
        <p class={isBusy ? 'busy running' : 'busy'} role="status">
          {busy?.text ?? ''}
        </p>
        {!isBusy && <p class="hint">{means}</p>}
        {busy?.stop !== undefined && (
          <Button
            onPress={() => {
              busy.stop?.abort();
              setBusy(undefined);
            }}
          >
            {words().panel.stop}
          </Button>
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
            <Pasted labels={elsewhere} rows={3} isBusy={isBusy} onPasted={paste} />
          </li>
        </ol>
      </details>
    </section>
  );
}
