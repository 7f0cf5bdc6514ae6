/** The text, the ways to sign it, and what became of it. */
import type { CountersignError } from '@countersign/core/errors';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ProofView } from '../../proof-view.ts';
import { showNetwork } from '../parts/band.tsx';
import { Problem } from '../parts/problem.tsx';
import { lookForWallets, notLookedFor } from '../ways/offered.ts';
import { toCountersignError } from '../words/said.ts';
import { words } from '../words/words.ts';
import { giveSignature, readProof } from './api.ts';
import { SignText } from './sign-text.tsx';
import { TextToSign } from './text-to-sign.tsx';

export function App() {
  const { title, loading, proven } = words().prove;
  const [view, setView] = useState<ProofView>();
  const [wallets, setWallets] = useState(notLookedFor);
  const [problem, setProblem] = useState<CountersignError>();
  const [isProven, setProven] = useState(false);
  const done = useRef<HTMLHeadingElement>(null);
  const fail = (thrown: unknown) => setProblem(toCountersignError(thrown));
  useEffect(() => {
    void lookForWallets().then(setWallets);
    readProof().then((read) => {
      showNetwork(read.network);
      setView(read);
    }, fail);
  }, []);
  useEffect(() => done.current?.focus(), [isProven]);
  /** If the answer is lost, the wallet may be proven all the same: the next error says that the link is used. */
  const deliver = async (signature: string) => {
    await giveSignature(signature);
    setProven(true);
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
  if (view === undefined) {
    return (
      <>
        <h1>{title}</h1>
        {problem === undefined ? <p class="loading">{loading}</p> : <Problem error={problem} />}
      </>
    );
  }
  return (
    <>
      <h1>{title}</h1>
      <TextToSign view={view} />
      <SignText
        view={view}
        wallets={wallets}
        problem={problem}
        onProblem={(thrown) => (thrown === undefined ? setProblem(undefined) : fail(thrown))}
        onSigned={deliver}
      />
    </>
  );
}
