/** The list, once it is open; until then, and afterwards, how to open it. */
import { useEffect, useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { endSession } from './api.ts';
import { Away, Notice } from './notice.tsx';
import { Opened } from './opened.tsx';
import { useOpening } from './session.ts';

export function App() {
  const { opening, links, tryNow } = useOpening();
  const [isClosed, setClosed] = useState(false);
  useEffect(() => setClosed(false), [links]);
  const close = () => {
    // It ends by itself, too.
    void endSession().catch(() => {});
    setClosed(true);
  };
  if (opening === 'asked' || opening === 'refused') {
    return isClosed ? (
      <>
        <h1>{words().escrows.title}</h1>
        <Notice why="closed" />
      </>
    ) : (
      <Opened isRefused={opening === 'refused'} links={links} onClose={close} />
    );
  }
  return (
    <>
      <h1>{words().escrows.title}</h1>
      {opening === 'away' ? <Away isFirst onTry={tryNow} /> : <p class="loading">{words().escrows.loading}</p>}
    </>
  );
}
