/** Actions on the whole list: search and export. */
import { useState } from 'preact/hooks';
import type { EscrowList } from '../../escrows-view.ts';
import { words } from '../words/words.ts';
import { readCsv, type Trouble, troubleOf } from './api.ts';
import type { Go, Place } from './place.ts';
import { Refusal } from './refusal.tsx';
import { Search } from './search.tsx';
import { clockText } from './shown.ts';

type ToolbarProps = { readonly list: EscrowList | undefined; readonly place: Place; readonly go: Go };

export function Toolbar({ list, place, go }: ToolbarProps) {
  const { asOf, csv, found } = words().escrows;
  const [trouble, setTrouble] = useState<Trouble>();
  const onCsv = () => {
    setTrouble(undefined);
    readCsv(place.query).then(save, (thrown: unknown) => setTrouble(troubleOf(thrown)));
  };
  return (
    <div class="toolbar">
      <Search query={place.query} onQuery={(query) => go({ query, open: undefined }, 'replace')} />
      <button type="button" class="secondary small" onClick={onCsv}>
        {csv}
      </button>
      <p class="hint" role="status">
        {list !== undefined && place.query !== '' && found(list.escrows.length + list.more)}
      </p>
      {list !== undefined && <p class="hint as-of">{asOf(clockText(list.now))}</p>}
      <Refusal trouble={trouble} />
    </div>
  );
}

function save(csv: Blob): void {
  const address = URL.createObjectURL(csv);
  Object.assign(document.createElement('a'), { href: address, download: words().escrows.csvName }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
