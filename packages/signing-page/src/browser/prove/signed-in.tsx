/** As whom this browser is signed in, and how to end that. */
import { format } from '@countersign/core/text/message';
import { askAddress } from '../parts/ask-server.ts';
import { Button, useTask } from '../parts/controls.tsx';
import { Sentence } from '../parts/elements.tsx';
import { listText } from '../parts/texts.ts';
import { words } from '../words/words.ts';

type SignedInProps = {
  /** Empty where the reader is named already. */
  readonly wallets: readonly string[];
  /** The session has ended by then. */
  readonly onOut: () => void;
};

export function SignedIn({ wallets, onOut }: SignedInProps) {
  const { signedIn } = words();
  const { isBusy, run } = useTask(() => undefined);
  const end = () => askAddress('../wallet/sign-out', 'wallets', {}).then(onOut);
  return (
    <div class="signed-in">
      {wallets.length > 0 && (
        <p>
          <Sentence text={format(signedIn.as, { wallets: listText(wallets) })} />
        </p>
      )}
      <Button class="secondary small" isBusy={isBusy} onPress={() => run(end)}>
        {signedIn.out}
      </Button>
    </div>
  );
}
