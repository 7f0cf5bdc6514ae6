/** My escrows at a public address: those of the wallets that this browser has proven, once it has proven one. */
import { format } from '@countersign/core/text/message';
import { useEffect, useState } from 'preact/hooks';
import type { WalletList } from '../../page-view.ts';
import { clockText, Refusal } from '../escrow-parts/shown.tsx';
import { ask, useFresh } from '../parts/ask.ts';
import { Button } from '../parts/controls.tsx';
import { startPage, useNetwork } from '../parts/elements.tsx';
import { Field } from '../parts/field.tsx';
import { openedEscrows } from '../parts/opened.ts';
import { SignIn } from '../prove/sign-in.tsx';
import { SignedIn } from '../prove/signed-in.tsx';
import { words } from '../words/words.ts';
import { List } from './list.tsx';

const readList = async (): Promise<WalletList> => await (await ask('escrows', { opened: openedEscrows() })).json();

function App() {
  const { title, loading } = words().escrows;
  /** Signing in or out begins again, with nothing of what another wallet saw. */
  const [session, setSession] = useState(0);
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
  return <Session key={session} title={title} loading={loading} onChange={() => setSession((last) => last + 1)} />;
}

type SessionProps = { readonly title: string; readonly loading: string; readonly onChange: () => void };

function Session({ title, loading, onChange }: SessionProps) {
  const { reply, trouble } = useFresh('list', readList);
  useNetwork(reply?.network);
  const isUnproven = trouble?.kind === 'refused' && trouble.error?.code === 'PROOF_NEEDED';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {reply === undefined && trouble === undefined && <p class="loading">{loading}</p>}
      {isUnproven ? <First onProven={onChange} /> : <Refusal trouble={trouble} />}
      {reply !== undefined && !isUnproven && (
        <>
          <section class="card">
            <SignedIn wallets={reply.wallets} onOut={onChange} />
            <details>
              <summary>{words().wallet.another}</summary>
              <OwnWallet onProven={onChange} />
            </details>
          </section>
          <p class="hint as-of">{format(words().escrows.asOf, { time: clockText(reply.readAt) })}</p>
          <List list={reply} />
        </>
      )}
    </>
  );
}

function First({ onProven }: { readonly onProven: () => void }) {
  const { lead, privately } = words().wallet;
  return (
    <section class="card">
      <p>{lead}</p>
      <p class="hint">{privately}</p>
      <OwnWallet onProven={onProven} />
    </section>
  );
}

const ADDRESS = /^G[A-Z2-7]{55}$/;

/** Any wallet can be proven, so its owner names it first: the text that it signs has its address. */
function OwnWallet({ onProven }: { readonly onProven: () => void }) {
  const { address: label, next, invalid } = words().wallet;
  const [text, setText] = useState('');
  const [address, setAddress] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const isRight = ADDRESS.test(text.trim());
    setWrong(!isRight);
    // It may be anything, even a secret: what is no address is not sent, and does not stay on the page.
    if (isRight) setAddress(text.trim());
    else setText('');
  };
  if (address !== undefined) {
    return <SignIn key={address} addresses={[{ address, label: '' }]} onProven={onProven} />;
  }
  return (
    <form onSubmit={onSubmit}>
      <Field
        id="own-wallet"
        isApart
        class="address"
        label={label}
        describedBy={isWrong ? 'own-wallet-problem' : undefined}
        value={text}
        onText={setText}
      />
      {isWrong && (
        <p id="own-wallet-problem" class="note" role="alert">
          {invalid}
        </p>
      )}
      <Button class="primary">{next}</Button>
    </form>
  );
}

await startPage(App, 'escrows');
