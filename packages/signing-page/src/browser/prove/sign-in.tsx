/** Signs this browser in as a wallet: which one, the text that it signs, and its signature. A file of its own. */
import { type CountersignError, toCountersignError } from '@countersign/core/errors';
import { neverSentTransaction } from '@countersign/core/signatures';
import { useEffect, useState } from 'preact/hooks';
import type { SignedInReply, SignInView } from '../../page-view.ts';
import { askAddress } from '../parts/ask-server.ts';
import { Button } from '../parts/controls.tsx';
import { Code } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import type { SignOrder } from '../ways/way.ts';
import { words } from '../words/words.ts';
import { type Signed, SignText, TextToSign } from './sign-text.tsx';

/** `label`: what its owner does, as “Payer”. */
export type OwnWallet = { readonly address: string; readonly label: string };

export type SignInProps = {
  /** Whose page it may be; the first is chosen. */
  readonly addresses: readonly OwnWallet[];
  /** The cookie is set by then: what the server shows may differ. */
  readonly onProven: (address: string) => void;
};

export function SignIn({ addresses, onProven }: SignInProps) {
  const [address, setAddress] = useState(addresses[0]?.address);
  const [view, setView] = useState<SignInView>();
  const [problem, setProblem] = useState<CountersignError>();
  const { which, reading, again, keeps, transaction: aboutTransaction } = words().signIn;
  const read = (wanted: string, isWanted: () => boolean = () => true) => {
    setView(undefined);
    askAddress<SignInView>('../wallet/text', 'text', { address: wanted }).then(
      (found) => isWanted() && setView(found),
      (thrown) => setProblem(toCountersignError(thrown)),
    );
  };
  useEffect(() => {
    let isWanted = true;
    setProblem(undefined);
    if (address !== undefined) read(address, () => isWanted);
    return () => {
      isWanted = false;
    };
  }, [address]);
  if (address === undefined) return null;

  const order = view && orderFor(view);
  const deliver = async (signed: Signed) => {
    try {
      await askAddress<SignedInReply>('../wallet/proof', 'wallets', { id: view?.id, address, ...signed });
    } catch (thrown) {
      if (toCountersignError(thrown).code === 'PROOF_CLOSED') read(address);
      throw thrown;
    }
    onProven(address);
  };
  return (
    <div class="sign-in">
      {addresses.length > 1 && (
        <fieldset class="signers">
          <legend>{which}</legend>
          <ul>
            {addresses.map((each) => (
              <li key={each.address}>
                <label>
                  <input
                    type="radio"
                    name="own-wallet"
                    checked={each.address === address}
                    onChange={() => setAddress(each.address)}
                  />
                  <span>
                    <Code code={each.address} />
                    <span class="state">{each.label}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {view === undefined ? (
        <>
          <Problem error={problem} />
          {problem === undefined ? (
            <p class="loading">{reading}</p>
          ) : (
            <Button onPress={() => read(address)}>{again}</Button>
          )}
        </>
      ) : (
        <>
          <TextToSign view={view} />
          <p>{keeps}</p>
          {order !== undefined && <p class="hint">{aboutTransaction}</p>}
          <SignText
            view={view}
            transaction={order && (() => Promise.resolve(order))}
            problem={problem}
            onProblem={setProblem}
            onSigned={deliver}
          />
        </>
      )}
    </div>
  );
}

/** Made here from the text, so that a wallet is never given another transaction. */
function orderFor({ address: signer, text, endsAt, network, networkPassphrase }: SignInView): SignOrder | undefined {
  const { origin } = location;
  const read = neverSentTransaction({ address: signer, origin, text, endsAt, passphrase: networkPassphrase });
  return read && { xdr: read.xdr, hash: read.hash, network, networkPassphrase, signer };
}
