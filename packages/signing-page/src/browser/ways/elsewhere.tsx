/** Signing where this page cannot ask: the transaction goes there as a link, a file or a text, and comes back signed. */
import { format } from '@countersign/core/text/message';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton, downloadText } from '../parts/elements.tsx';
import { words } from '../words/words.ts';
import type { SignOrder } from './way.ts';

/** SEP-7 cuts a message there. */
const MESSAGE_LIMIT = 300;

/** @param page the address of this page. @param message what the wallet shows next to the transaction */
function sep7Link({ xdr, networkPassphrase, signer }: SignOrder, page: string, message: string): string {
  const { origin, pathname } = new URL(page);
  const fields = {
    xdr,
    network_passphrase: networkPassphrase,
    pubkey: signer,
    msg: message.slice(0, MESSAGE_LIMIT),
    callback: `url:${origin}${pathname}/callback`,
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `web+stellar:tx?${query.join('&')}`;
}

function laboratoryLink({ xdr, networkPassphrase }: SignOrder): string {
  const query = `xdr=${encodeURIComponent(xdr)}&networkPassphrase=${encodeURIComponent(networkPassphrase)}`;
  return `https://lab.stellar.org/transaction/cli-sign?${query}`;
}

function albedoLink(link: string): string {
  return `https://albedo.link/web-stellar-handler?sep0007link=${encodeURIComponent(link)}`;
}

const PIXELS = 4;

/** The page's address as a QR code: elements alone, without markup from text. */
function QrCode({ address }: { readonly address: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    void import('uqr').then(({ encode }) => setRows(encode(address, { border: 4 }).data));
  }, [address]);
  const { length } = rows;
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={format(words().ways.phone.code, { address })}
      width={length * PIXELS}
      height={length * PIXELS}
      viewBox={`0 0 ${length} ${length}`}
      shape-rendering="crispEdges"
    >
      <rect width={length} height={length} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}

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
  const labels = words().ways.elsewhere;
  const address = location.href.replace(/[?#].*$/, '');

  /** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
  const take = (give: (taken: SignOrder) => unknown) => async () => {
    const taken = isBusy ? undefined : await order();
    if (taken === undefined) return;
    await give(taken);
    onTaken();
  };
  const linkOf = (taken: SignOrder) =>
    sep7Link(
      taken,
      address,
      format(labels.message, { hash: [...taken.hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') }),
    );
  /** An outgoing link is built when it is pressed: by then the transaction may be a newer one. */
  const leave = (href: (taken: SignOrder) => string) => (event: Event) => {
    event.preventDefault();
    void take((taken) => open(href(taken), '_blank', 'noopener'))();
  };
  const waiting = { 'aria-disabled': isBusy, 'data-waiting': isBusy ? '' : undefined };

  return (
    <ol>
      <li>
        <p>{labels.take}</p>
        <p class="buttons">
          <button
            type="button"
            class="secondary"
            {...waiting}
            onClick={take(({ xdr }) => downloadText(FILE_NAME, xdr))}
          >
            {format(labels.download, { file: FILE_NAME })}
          </button>
          <CopyButton
            label={labels.copy}
            text={async () => (await order())?.xdr}
            isWaiting={isBusy}
            onCopied={onTaken}
          />
          <button
            type="button"
            class="secondary"
            {...waiting}
            onClick={take((taken) => location.assign(linkOf(taken)))}
          >
            {labels.openInApp}
          </button>
        </p>
        <p class="hint">{labels.openInAppHint}</p>
        <p>
          <a href="https://lab.stellar.org/transaction/cli-sign" rel="noreferrer" onClick={leave(laboratoryLink)}>
            {labels.laboratory}
          </a>
        </p>
        <p>
          <a
            href="https://albedo.link/web-stellar-handler"
            rel="noreferrer"
            onClick={leave((taken) => albedoLink(linkOf(taken)))}
          >
            {labels.albedo}
          </a>
        </p>
        <Phone address={address} />
      </li>
      <li>
        <p>{labels.sign}</p>
        <p>
          <q>{networkPassphrase}</q>
        </p>
      </li>
      <li>
        <p>
          <label for="pasted">{labels.paste}</label>
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
          {labels.noSecret}
        </p>
        <button
          type="button"
          class="secondary"
          {...waiting}
          onClick={() => {
            if (!isBusy) onPasted(pasted.trim(), () => setPasted(''));
          }}
        >
          {labels.submit}
        </button>
      </li>
    </ol>
  );
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function Phone({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const labels = words().ways.phone;
  const { protocol, hostname } = new URL(address);
  const isReached = protocol === 'https:' && !LOOPBACK.test(hostname);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{labels.title}</summary>
      {isReached ? <p>{labels.scan}</p> : <p>{labels.notReached}</p>}
      {isOpen && isReached && <QrCode address={address} />}
    </details>
  );
}
