/** The page's address as a QR code: elements alone, without markup from text. */
import { useEffect, useState } from 'preact/hooks';
import { words } from '../words/words.ts';

const PIXELS = 4;

export function QrCode({ address }: { readonly address: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    void import('uqr').then(({ encode }) => setRows(encode(address, { border: 4 }).data));
  }, [address]);
  const { length } = rows;
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={words().ways.phone.code(address)}
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
