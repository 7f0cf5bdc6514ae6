/** How a phone gets to this page: by its address, where other machines reach it. */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { QrCode } from './qr-code.tsx';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** @param address of this page */
export function Phone({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const told = words().ways.phone;
  const { protocol, hostname } = new URL(address);
  const isReached = protocol === 'https:' && !LOOPBACK.test(hostname);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{told.title}</summary>
      {isReached ? <p>{told.scan}</p> : <p>{told.notReached}</p>}
      {isOpen && isReached && <QrCode address={address} />}
    </details>
  );
}
