/** My escrows at a public address: those of the wallets that this browser has proven, once it has proven one. */
import { format } from '@countersign/core/text/message';
import { useState } from 'preact/hooks';
import type { WalletList } from '../../page-view.ts';
import { clockText, Refusal } from '../escrow-parts/shown.tsx';
import { json, useFresh } from '../parts/ask.ts';
import { Button, Form } from '../parts/controls.tsx';
import { startPage, useHead } from '../parts/elements.tsx';
import { Field } from '../parts/field.tsx';
import { openedEscrows } from '../parts/opened.ts';
import { SignIn } from '../prove/sign-in.tsx';
import { SignedIn } from '../prove/signed-in.tsx';
import { words } from '../words/words.ts';
import { List } from './list.tsx';

const readList = (): Promise<WalletList> => json('escrows', { opened: openedEscrows() });

function App() {
  /** Signing in or out begins again, with nothing of what another wallet saw. */
  const [session, setSession] = useState(0);
  return <Session key={session} onChange={() => setSession((last) => last + 1)} />;
}

function Session({ onChange }: { readonly onChange: () => void }) {
  const { title, loading } = words().escrows;
  const { lead, privately, another } = words().wallet;
  const { reply, trouble } = useFresh('list', readList);
  useHead(reply?.network, title);
  const isUnproven = trouble?.kind === 'refused' && trouble.error?.code === 'PROOF_NEEDED';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{title}</h1>
      </div>
      {reply === undefined && trouble === undefined && <p class="loading">{loading}</p>}
      {isUnproven ? (
        <section class="card">
          <p>{lead}</p>
          <p class="hint">{privately}</p>
          <OwnWallet onProven={onChange} />
        </section>
      ) : (
        <Refusal trouble={trouble} />
      )}
      {reply !== undefined && !isUnproven && (
        <>
          <section class="card">
            <SignedIn wallets={reply.wallets} onOut={onChange} />
            <details>
              <summary>{another}</summary>
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

const ADDRESS = /^G[A-Z2-7]{55}$/;

/** Any wallet can be proven, so its owner names it first: the text that it signs has its address. */
function OwnWallet({ onProven }: { readonly onProven: () => void }) {
  const { address: label, next, invalid } = words().wallet;
  const [text, setText] = useState('');
  const [address, setAddress] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const send = () => {
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
    <Form onSend={send}>
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
    </Form>
  );
}

startPage(App, 'escrows');
