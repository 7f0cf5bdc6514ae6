/** The escrows of the reader’s wallets by who has to act, each with why it is listed; and apart, those that only name them. */
import { SANDBOX_NAMES } from '@countersign/core/network';
import { format, pluralForm } from '@countersign/core/text/message';
import type { WalletList } from '../../page-view.ts';
import { escrowText } from '../escrow-parts/escrow-text.ts';
import { GROUPS, Group } from '../escrow-parts/group.tsx';
import { type Known, moneyOf, turnTexts } from '../escrow-parts/shown.tsx';
import { Code } from '../parts/elements.tsx';
import { ARCHIVED_WORDS } from '../words/core-words.ts';
import { language, words } from '../words/words.ts';

export function List({ list }: { readonly list: WalletList }) {
  const { from, service, unread } = words().wallet;
  const known = { me: list.wallets, contacts: list.network === 'sandbox' ? SANDBOX_NAMES : [] };
  return (
    <div class="groups">
      {!list.isRead && <p class="note">{unread}</p>}
      {GROUPS.map((group) => (
        <Group
          key={group}
          group={group}
          escrows={list.escrows}
          keyOf={({ contractId }) => contractId}
          row={(escrow) => <Row escrow={escrow} known={known} />}
        />
      ))}
      {list.more > 0 && <p class="hint">{format(words().wallet.more, { count: list.more })}</p>}
      <Named list={list} />
      <p class="hint">{from}</p>
      <p class="hint">{service[list.service]}</p>
    </div>
  );
}

type Listed = WalletList['escrows'][number];

function Row({ escrow, known }: { readonly escrow: Listed; readonly known: Known }) {
  const { title, contractId, state, turn = [], sources, page, archived, isUnpinned } = escrow;
  const texts = words().wallet;
  const isPrepared = state === undefined && page !== undefined;
  const shown = { ...escrow, status: isPrepared ? 'prepared' : 'settled' } as const;
  const { amount, label } = moneyOf(shown);
  const place = isPrepared ? `../${page}` : `../escrow/${contractId}`;
  const turns = turnTexts(turn, known).join('; ');
  const why = sources.map((source) => texts.sources[source]);
  const tone = escrow.group === 'needs-me' ? 'mine' : state === 'finished' ? 'good' : 'calm';
  return (
    <div class="row">
      <div class="row-what">
        <h3>
          <a href={place}>{title ? <bdi>{title}</bdi> : <Code code={contractId} />}</a>
        </h3>
        <p>
          <span class="state" data-tone={tone}>
            {escrowText(shown)}
          </span>
          {turns !== '' && <span class="turn">{turns}</span>}
        </p>
        <p class="hint">{new Intl.ListFormat(language(), { type: 'conjunction' }).format(why)}</p>
        {state === undefined && !isPrepared && <p class="note">{words().escrows.unread}</p>}
        {archived && <p class="note">{ARCHIVED_WORDS.sentence}</p>}
        {isUnpinned && <p class="note">{words().escrow.known.title}</p>}
      </div>
      <p class="row-money">
        <span class="held">{amount}</span>
        <span class="label">{label}</span>
      </p>
      <Next escrow={escrow} />
    </div>
  );
}

/** Where the reader takes their next step. */
function Next({ escrow: { contractId, mine, page, title = '' } }: { readonly escrow: Listed }) {
  const step = mine && words().escrow.act.steps[mine.action];
  const label =
    step === undefined
      ? words().escrows.page
      : mine?.milestone === undefined
        ? step.whole
        : format(step.milestone, { milestone: mine.milestone });
  if (page === undefined && mine === undefined) return null;
  return (
    <a
      class="row-page"
      href={page === undefined ? `../escrow/${contractId}` : `../${page}`}
      aria-label={`${label}: ${title}`}
    >
      {label}
    </a>
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
