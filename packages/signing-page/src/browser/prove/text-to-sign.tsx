/** Whose wallet it is said to be, and the exact text that it signs. */
import type { ProofView } from '../../proof-view.ts';
import { Code } from '../parts/code.tsx';
import { words } from '../words/words.ts';

export function TextToSign({ view: { address, text } }: { readonly view: ProofView }) {
  const { lead, wallet, textTitle, means } = words().prove;
  return (
    <section class="card">
      <p>{lead}</p>
      <h2>{wallet}</h2>
      <p>
        <Code code={address} />
      </p>
      <h2>{textTitle}</h2>
      <pre class="text-to-sign">{text}</pre>
      <p>{means}</p>
    </section>
  );
}
