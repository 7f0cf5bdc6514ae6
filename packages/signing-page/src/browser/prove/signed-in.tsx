/** As whom this browser is signed in, and how to end that. */
import { format } from '@countersign/core/text/message';
import { useState } from 'preact/hooks';
import { askAddress } from '../parts/ask-server.ts';
import { Sentence } from '../parts/elements.tsx';
import { language, words } from '../words/words.ts';

type SignedInProps = {
  readonly wallets: readonly string[];
  /** The session has ended by then. */
  readonly onOut: () => void;
};

export function SignedIn({ wallets, onOut }: SignedInProps) {
  const { signedIn } = words();
  const [isBusy, setBusy] = useState(false);
  const all = new Intl.ListFormat(language(), { type: 'conjunction' }).format(wallets);
  const end = async () => {
    setBusy(true);
    await askAddress('../wallet/sign-out', 'wallets', { body: {} }).then(onOut, () => {});
    setBusy(false);
  };
  return (
    <div class="signed-in">
      <p>
        <Sentence text={format(signedIn.as, { wallets: all })} />
      </p>
      <button type="button" class="secondary small" aria-disabled={isBusy} onClick={() => !isBusy && void end()}>
        {signedIn.out}
      </button>
    </div>
  );
}
