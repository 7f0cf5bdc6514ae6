/** At a public address: for whom the page is, and how a reader shows that it is for them. */
import { format } from '@countersign/core/text/message';
import { useState } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import type { ShownDeal } from '../deal/deal.tsx';
import { isPayer, type Person } from '../deal/people.ts';
import { Sentence } from '../parts/elements.tsx';
import { lazily } from '../parts/lazily.tsx';
import { listText } from '../parts/texts.ts';
import type { OwnWallet } from '../prove/sign-in.tsx';
import { SignedIn } from '../prove/signed-in.tsx';
import { isOpen } from '../state/screen.ts';
import { type AnySummary, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { type PageWords, words } from '../words/words.ts';

const SignIn = lazily(async () => (await import('../prove/sign-in.tsx')).SignIn);

export function Whose({ view, deal }: { readonly view: PageView; readonly deal: ShownDeal }) {
  const { summary } = deal;
  const [isShown, setShown] = useState(false);
  const { whose, signIn } = words();
  const { reader } = view;
  const escrow = escrowOf(view);
  const isNamed = view.wallets?.every((wallet) => wallet === reader) === true;
  const ofStranger = isOpen(view) ? whose.yours : whose.yoursAfter;
  const text = reader === undefined ? ofStranger : isOpen(view) ? whose.terms : undefined;
  const forSigner = format(whose.for[partOf(summary)], { address: summary.signer });
  return (
    <section class="card whose">
      <p>
        {reader !== undefined && <Sentence text={`${format(whose.other, { address: reader })} `} />}
        <Sentence text={forSigner} />
      </p>
      {text !== undefined && <p>{text}</p>}
      {view.wallets && <SignedIn wallets={isNamed ? [] : view.wallets} onOut={() => location.reload()} />}
      {reader !== undefined && escrow !== undefined && (
        <p>
          <a href={`../escrow/${escrow}`}>{whose.escrow}</a>
        </p>
      )}
      <details onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
        <summary>{reader === undefined ? signIn.title : signIn.also}</summary>
        {isShown && <SignIn addresses={walletsOf(deal)} onProven={() => location.reload()} />}
      </details>
    </section>
  );
}

function partOf(summary: AnySummary): keyof PageWords['whose']['for'] {
  if (isTrustline(summary)) return 'owner';
  if (isPayment(summary)) return 'payer';
  if (isEscrow(summary)) return isPayer(summary) ? 'payer' : 'maker';
  return (isStep(summary) && summary.role) || 'anyone';
}

/** The escrow on the ledger; none before it was set up. */
function escrowOf({ action, request, offer, status }: PageView): string | undefined {
  if (action === 'deploy') return status.status === 'settled' ? offer.contractId : undefined;
  return 'escrow' in request ? request.escrow : undefined;
}

/** Everyone with an account who has a part in the deal, the signer first. */
function walletsOf({ people, reader }: ShownDeal): readonly OwnWallet[] {
  const isOther = ({ does }: Person) => does.length > 0 && does.every((part) => part === words().deal.service);
  return people
    .filter((person) => person.address.startsWith('G') && person.address !== reader && !isOther(person))
    .map(({ address, does }) => ({ address, label: listText(does) }));
}
