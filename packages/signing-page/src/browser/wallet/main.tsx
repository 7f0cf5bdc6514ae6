/** My escrows at a public address: those of the wallets that this browser has proven, once it has proven one. */
import { SANDBOX_NAMES } from '@countersign/core/network';
import { format, pluralForm } from '@countersign/core/text/message';
import { useState } from 'preact/hooks';
import type { WalletList } from '../../page-view.ts';
import { EscrowRow, Groups } from '../escrow-parts/list.tsx';
import { stepLabel } from '../escrow-parts/party-steps.ts';
import { clockText, KnownPeople, Refusal } from '../escrow-parts/shown.tsx';
import { json, useFresh } from '../parts/ask.ts';
import { Button, Form } from '../parts/controls.tsx';
import { Code, startPage, useHead } from '../parts/elements.tsx';
import { Field } from '../parts/field.tsx';
import { openedEscrows } from '../parts/opened.ts';
import { listText } from '../parts/texts.ts';
import { SignIn } from '../prove/sign-in.tsx';
import { SignedIn } from '../prove/signed-in.tsx';
import { core, language, words } from '../words/words.ts';

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

/** By who has to act, each with why it is listed; and apart, those that only name them. */
function List({ list }: { readonly list: WalletList }) {
  const { from, service, unread } = words().wallet;
  const { network, wallets: me } = list;
  return (
    <div class="groups">
      {!list.isRead && <p class="note">{unread}</p>}
      <KnownPeople.Provider value={{ network, me, contacts: network === 'sandbox' ? SANDBOX_NAMES : [] }}>
        <Groups
          escrows={list.escrows}
          keyOf={({ contractId }) => contractId}
          row={(escrow) => <Row escrow={escrow} />}
        />
      </KnownPeople.Provider>
      {list.more > 0 && <p class="hint">{format(words().wallet.more, { count: list.more })}</p>}
      <Named list={list} />
      <p class="hint">{from}</p>
      <p class="hint">{service[list.service]}</p>
    </div>
  );
}

function Row({ escrow }: { readonly escrow: WalletList['escrows'][number] }) {
  const { title = '', contractId, state, sources, page, archived, isUnpinned, mine } = escrow;
  const texts = words().wallet;
  const isPrepared = state === undefined && page !== undefined;
  const ownPage = `../escrow/${contractId}`;
  const href = page === undefined ? ownPage : `../${page}`;
  const label = mine === undefined ? words().escrows.page : stepLabel(mine);
  return (
    <EscrowRow
      escrow={{ ...escrow, status: isPrepared ? 'prepared' : 'settled' }}
      tone={escrow.group === 'needs-me' ? 'mine' : state === 'finished' ? 'good' : 'calm'}
      next={page === undefined && mine === undefined ? undefined : { href, label, title }}
      title={<a href={isPrepared ? href : ownPage}>{title ? <bdi>{title}</bdi> : <Code code={contractId} />}</a>}
    >
      <p class="hint">{listText(sources.map((source) => texts.sources[source]))}</p>
      {state === undefined && !isPrepared && <p class="note">{words().escrows.unread}</p>}
      {archived && <p class="note">{core.ARCHIVED_WORDS.sentence}</p>}
      {isUnpinned && <p class="note">{words().escrow.known.title}</p>}
    </EscrowRow>
  );
}

/** Anyone can name a wallet in an escrow, so these ask for nothing and are not read. */
function Named({ list: { named, moreNamed } }: { readonly list: WalletList }) {
  const texts = words().wallet.named;
  const count = named.length + moreNamed;
  if (count === 0) return null;
  return (
    <details class="card named">
      <summary>{format(texts.title[pluralForm(language(), count)], { count })}</summary>
      <p>{texts.lead}</p>
      <ul class="plain">
        {named.map(({ contractId, title, by, page }) => (
          <li key={contractId}>
            <p>
              <a href={page === undefined ? `../escrow/${contractId}` : `../${page}`}>
                <bdi>{title || words().escrow.untitled}</bdi>
              </a>{' '}
              <span class="hint">{page === undefined ? texts.by[by] : texts.toSign}</span>
            </p>
            <Code code={contractId} />
          </li>
        ))}
      </ul>
      {moreNamed > 0 && <p class="hint">{format(texts.more, { count: moreNamed })}</p>}
    </details>
  );
}

startPage(App, 'escrows');
