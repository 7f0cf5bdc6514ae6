/** Signing where this page cannot ask: the transaction goes there as a link, a file or a text, and comes back signed. */
import { format } from '@countersign/core/text/message';
import { useEffect, useState } from 'preact/hooks';
import { Button, CopyButton, download } from '../parts/controls.tsx';
import { ALONE } from '../parts/escrow-link.ts';
import { words } from '../words/words.ts';
import { Pasted, type PastedProps } from './pasted.tsx';
import type { SignOrder } from './way.ts';

/** SEP-7 cuts a message there. */
const MESSAGE_LIMIT = 300;

/** Its message is what the wallet shows next to the transaction. */
function sep7Link({ xdr, hash, networkPassphrase, signer }: SignOrder): string {
  const { origin, pathname } = location;
  const hexHash = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const fields = {
    xdr,
    network_passphrase: networkPassphrase,
    pubkey: signer,
    msg: format(words().ways.elsewhere.message, { hash: hexHash }).slice(0, MESSAGE_LIMIT),
    callback: `url:${origin}${pathname}/callback`,
  };
  return `web+stellar:tx?${queryOf(fields)}`;
}

const queryOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

const LABORATORY = 'https://lab.stellar.org/transaction/cli-sign';
const ALBEDO = 'https://albedo.link/web-stellar-handler';

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
  readonly onPasted: PastedProps['onPasted'];
  /** The transaction left as a file, a copy or a link. */
  readonly onTaken: () => void;
};

const FILE_NAME = 'unsigned.xdr.txt';

export function Elsewhere({ networkPassphrase, order, isBusy, onPasted, onTaken }: ElsewhereProps) {
  const labels = words().ways.elsewhere;
  const take = (give: (taken: SignOrder) => unknown) => async () => {
    const taken = isBusy ? undefined : await order();
    if (taken === undefined) return;
    await give(taken);
    onTaken();
  };
  /** An outgoing link is built when it is pressed: by then the transaction may be a newer one. */
  const leave = (site: string, fieldsOf: (taken: SignOrder) => Readonly<Record<string, string>>, label: string) => {
    const go = take((taken) => open(`${site}?${queryOf(fieldsOf(taken))}`, '_blank', 'noopener'));
    const onClick = (event: Event) => {
      event.preventDefault();
      void go();
    };
    return (
      <p>
        <a href={site} rel="noreferrer" onClick={onClick}>
          {label}
        </a>
      </p>
    );
  };

  return (
    <ol>
      <li>
        <p>{labels.take}</p>
        <p class="buttons">
          <Button isBusy={isBusy} onPress={take(({ xdr }) => download(FILE_NAME, xdr))}>
            {format(labels.download, { file: FILE_NAME })}
          </Button>
          <CopyButton
            label={labels.copy}
            text={async () => (await order())?.xdr}
            isWaiting={isBusy}
            onCopied={onTaken}
          />
          <Button isBusy={isBusy} onPress={take((taken) => location.assign(sep7Link(taken)))}>
            {labels.openInApp}
          </Button>
        </p>
        <p class="hint">{labels.openInAppHint}</p>
        {leave(LABORATORY, ({ xdr, networkPassphrase }) => ({ xdr, networkPassphrase }), labels.laboratory)}
        {leave(ALBEDO, (taken) => ({ sep0007link: sep7Link(taken) }), labels.albedo)}
        <Phone address={location.href.replace(/[?#].*$/, '')} />
      </li>
      <li>
        <p>{labels.sign}</p>
        <p>
          <q>{networkPassphrase}</q>
        </p>
      </li>
      <li>
        <Pasted labels={labels} rows={5} isBusy={isBusy} onPasted={onPasted} />
      </li>
    </ol>
  );
}

function Phone({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const labels = words().ways.phone;
  const { protocol, hostname } = new URL(address);
  const isReached = protocol === 'https:' && !ALONE.test(hostname);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{labels.title}</summary>
      {isReached ? <p>{labels.scan}</p> : <p>{labels.notReached}</p>}
      {isOpen && isReached && <QrCode address={address} />}
    </details>
  );
}
