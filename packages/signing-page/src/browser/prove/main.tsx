/** Where a wallet signs a text that proves whose it is. Under `/open/` that leads on to a transaction's page. */

import type { CountersignError } from '@countersign/core/errors';
import { readMessageSignature } from '@countersign/core/signatures';
import { format } from '@countersign/core/text/message';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ProofView, ProvenReply } from '../../page-view.ts';
import { askServer, pageId } from '../parts/ask-server.ts';
import { Code, CopyButton, showNetwork, showProduct } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { arrangedForTexts, lookForWallets, notLookedFor, type Offered, WayButtons } from '../ways/offered.tsx';
import { demoAccountOf, type Way } from '../ways/way.ts';
import { pageError, toCountersignError } from '../words/core-words.ts';
import { loadWords, words } from '../words/words.ts';

function App() {
  const { loading, proven } = words().prove;
  const { title } = shownWords();
  const [view, setView] = useState<ProofView>();
  const [wallets, setWallets] = useState(notLookedFor);
  const [problem, setProblem] = useState<CountersignError>();
  const [isProven, setProven] = useState(false);
  const done = useRef<HTMLHeadingElement>(null);
  const fail = (thrown: unknown) => setProblem(toCountersignError(thrown));
  useEffect(() => {
    void lookForWallets().then(setWallets);
    readProof().then((read) => {
      showNetwork(read.network);
      setView(read);
    }, fail);
  }, []);
  useEffect(() => done.current?.focus(), [isProven]);
  /** If the answer is lost, the wallet may be proven all the same: the next error says that the link is used. */
  const deliver = async (signature: string) => {
    const { page } = await giveSignature(signature, view);
    if (page === undefined) setProven(true);
    else location.replace(`../sign/${page}`);
  };

  if (isProven) {
    return (
      <section class="card status">
        <h1 ref={done} tabIndex={-1}>
          {proven.title}
        </h1>
        <p>{proven.next}</p>
      </section>
    );
  }
  if (view === undefined) {
    return (
      <>
        <h1>{title}</h1>
        {problem === undefined ? <p class="loading">{loading}</p> : <Problem error={problem} />}
      </>
    );
  }
  return (
    <>
      <h1>{title}</h1>
      <TextToSign view={view} />
      <SignText
        view={view}
        wallets={wallets}
        problem={problem}
        onProblem={(thrown) => (thrown === undefined ? setProblem(undefined) : fail(thrown))}
        onSigned={deliver}
      />
    </>
  );
}

const readProof = (): Promise<ProofView> => askServer('view', 'text');
const giveSignature = (signature: string, view: ProofView | undefined): Promise<ProvenReply> =>
  askServer('signature', 'proven', {
    body: { signature, ...(view !== undefined && 'code' in view ? { code: view.code } : {}) },
  });

/** Who asks for the signature differs, and so do the words. */
const shownWords = () => (location.pathname.endsWith(`/open/${pageId}`) ? words().prove.opens : words().prove);

function TextToSign({ view: { address, text } }: { readonly view: ProofView }) {
  const { wallet, textTitle, means } = words().prove;
  const { lead } = shownWords();
  return (
    <section class="card">
      <p>{lead}</p>
      <h2>{wallet}</h2>
      <p>
        <Code code={address} />
      </p>
      <h2>{textTitle}</h2>
      <pre class="text-to-sign">{text}</pre>
      <p>{means}</p>
    </section>
  );
}

await loadWords(document.documentElement.lang);
showProduct();
const main = document.getElementById('main') as HTMLElement;
main.replaceChildren();
render(<App />, main);

type SignTextProps = {
  readonly view: ProofView;
  readonly wallets: readonly Offered[];
  readonly problem: CountersignError | undefined;
  /** Nothing: the one before is over. */
  readonly onProblem: (thrown: unknown) => void;
  /** Rejects where it is not the wallet's. */
  readonly onSigned: (signature: string) => Promise<void>;
};

function SignText({ view, wallets, problem, onProblem, onSigned }: SignTextProps) {
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
    const text = way.kind === 'demo' ? signing : format(waitingFor, { wallet: way.name });
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
