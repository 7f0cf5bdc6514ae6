/** Signing where this page cannot ask: the transaction goes there as a link, a file or a text, and comes back signed. */
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { downloadText } from '../parts/download.ts';
import { words } from '../words/words.ts';
import { Phone } from './phone.tsx';
import { albedoLink, laboratoryLink, sep7Link } from './sep7.ts';
import type { SignOrder } from './way.ts';

export type ElsewhereProps = {
  readonly networkPassphrase: string;
  /** What is on screen; nothing if it has no time left and a newer one is shown instead. */
  readonly order: () => Promise<SignOrder | undefined>;
  readonly isBusy: boolean;
  /** @param clear empties the field, where what is in it must not stay on screen */
  readonly onPasted: (text: string, clear: () => void) => void;
  /** The transaction left as a file, a copy or a link. */
  readonly onTaken: () => void;
};

const FILE_NAME = 'unsigned.xdr.txt';

export function Elsewhere({ networkPassphrase, order, isBusy, onPasted, onTaken }: ElsewhereProps) {
  const [pasted, setPasted] = useState('');
  const told = words().ways.elsewhere;
  const address = location.href.replace(/[?#].*$/, '');

  /** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
  const take = (give: (taken: SignOrder) => unknown) => async () => {
    const taken = isBusy ? undefined : await order();
    if (taken === undefined) return;
    await give(taken);
    onTaken();
  };
  const linkOf = (taken: SignOrder) =>
    sep7Link(taken, address, told.message([...taken.hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')));
  /** An outgoing link is built when it is pressed: by then the transaction may be a newer one. */
  const leave = (href: (taken: SignOrder) => string) => (event: Event) => {
    event.preventDefault();
    void take((taken) => open(href(taken), '_blank', 'noopener'))();
  };
  const waiting = { 'aria-disabled': isBusy, 'data-waiting': isBusy ? '' : undefined };

  return (
    <ol>
      <li>
        <p>{told.take}</p>
        <p class="buttons">
          <button
            type="button"
            class="secondary"
            {...waiting}
            onClick={take(({ xdr }) => downloadText(FILE_NAME, xdr))}
          >
            {told.download(FILE_NAME)}
          </button>
          <CopyButton label={told.copy} text={async () => (await order())?.xdr} isWaiting={isBusy} onCopied={onTaken} />
          <button
            type="button"
            class="secondary"
            {...waiting}
            onClick={take((taken) => location.assign(linkOf(taken)))}
          >
            {told.openInApp}
          </button>
        </p>
        <p class="hint">{told.openInAppHint}</p>
        <p>
          <a href="https://lab.stellar.org/transaction/cli-sign" rel="noreferrer" onClick={leave(laboratoryLink)}>
            {told.laboratory}
          </a>
        </p>
        <p>
          <a
            href="https://albedo.link/web-stellar-handler"
            rel="noreferrer"
            onClick={leave((taken) => albedoLink(linkOf(taken)))}
          >
            {told.albedo}
          </a>
        </p>
        <Phone address={address} />
      </li>
      <li>
        <p>{told.sign}</p>
        <p>
          <q>{networkPassphrase}</q>
        </p>
      </li>
      <li>
        <p>
          <label for="pasted">{told.paste}</label>
        </p>
        <textarea
          id="pasted"
          rows={5}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby="pasted-hint"
          value={pasted}
          onInput={({ currentTarget }) => setPasted(currentTarget.value)}
        />
        <p id="pasted-hint" class="hint">
          {told.noSecret}
        </p>
        <button
          type="button"
          class="secondary"
          {...waiting}
          onClick={() => {
            if (!isBusy) onPasted(pasted.trim(), () => setPasted(''));
          }}
        >
          {told.submit}
        </button>
      </li>
    </ol>
  );
}
