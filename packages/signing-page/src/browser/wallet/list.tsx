/** The escrows of the reader’s wallets by who has to act, each with why it is listed; and apart, those that only name them. */
import { SANDBOX_NAMES } from '@countersign/core/network';
import { format, pluralForm } from '@countersign/core/text/message';
import type { WalletList } from '../../page-view.ts';
import { EscrowRow, Groups } from '../escrow-parts/list.tsx';
import { stepLabel } from '../escrow-parts/party-steps.ts';
import { KnownPeople } from '../escrow-parts/shown.tsx';
import { Code } from '../parts/elements.tsx';
import { listText } from '../parts/texts.ts';
import { core, language, words } from '../words/words.ts';

export function List({ list }: { readonly list: WalletList }) {
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
