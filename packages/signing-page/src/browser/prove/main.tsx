/** Where a wallet signs a text that proves whose it is. Under `/open/` that leads on to a transaction's page. */
import { type CountersignError, type ErrorCode, toCountersignError } from '@countersign/core/errors';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ProofView, ProvenReply } from '../../page-view.ts';
import { askServer, pageId } from '../parts/ask-server.ts';
import { startPage, useHead } from '../parts/elements.tsx';
import { Problem } from '../parts/problem.tsx';
import { writtenView } from '../parts/written-view.ts';
import { words } from '../words/words.ts';
import { type Signed, SignText, TextToSign } from './sign-text.tsx';

const ENDED: readonly ErrorCode[] = ['HANDLE_NOT_FOUND', 'PROOF_CLOSED'];

function App() {
  const { loading, proven, ended } = words().prove;
  const { title } = shownWords();
  const [view, setView] = useState<ProofView>();
  const [problem, setProblem] = useState<CountersignError>();
  const [isProven, setProven] = useState(false);
  const done = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const written = writtenView<ProofView>();
    const reading = written === undefined ? askServer<ProofView>('view', 'text') : Promise.resolve(written.view);
    reading.then(setView, (thrown) => setProblem(toCountersignError(thrown)));
  }, []);
  useHead(view?.network);
  useEffect(() => done.current?.focus(), [isProven]);
  /** If the answer is lost, the wallet may be proven all the same: the next error says that the link is used. */
  const deliver = async ({ signature = '' }: Signed) => {
    const code = view !== undefined && 'code' in view ? { code: view.code } : {};
    const { page } = await askServer<ProvenReply>('signature', 'proven', { signature, ...code });
    if (page === undefined) setProven(true);
    else location.replace(`../sign/${page}`);
  };

  if (isProven) {
    return (
      <section class="card status">
        <h1 ref={done} tabIndex={-1}>
          {proven.title}
        </h1>
        <p>{proven.next}</p>
      </section>
    );
  }
  const isEnded = view === undefined && problem !== undefined && ENDED.includes(problem.code);
  return (
    <>
      <h1>{isEnded ? ended : title}</h1>
      {view === undefined && (problem === undefined ? <p class="loading">{loading}</p> : <Problem error={problem} />)}
      {view !== undefined && (
        <>
          <section class="card">
            <p>{shownWords().lead}</p>
            <TextToSign view={view} />
          </section>
          <SignText view={view} problem={problem} onProblem={setProblem} onSigned={deliver} />
        </>
      )}
    </>
  );
}

/** Who asks for the signature differs, and so do the words. */
const shownWords = () => (location.pathname.endsWith(`/open/${pageId}`) ? words().prove.opens : words().prove);

startPage(App);
