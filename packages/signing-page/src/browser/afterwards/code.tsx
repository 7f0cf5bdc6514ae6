/** A long code, whole and in groups of four (by style alone), and copying a text. */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

export function Code({ code }: { readonly code: string }) {
  const groups = code.match(/.{1,4}/gu) ?? [];
  return (
    <code class="code">
      {groups.map((group) => (
        <span>{group}</span>
      ))}
    </code>
  );
}

export function Copy({ label, text }: { readonly label: string; readonly text: string }) {
  const [says, setSays] = useState(label);
  const copy = async () => {
    const { copied, notAllowed } = words().afterwards;
    setSays(
      await navigator.clipboard.writeText(text).then(
        () => copied,
        () => notAllowed,
      ),
    );
    setTimeout(() => setSays(label), 2_000);
  };
  return (
    <button type="button" class="secondary copy" onClick={() => void copy()}>
      <span aria-live="polite">{says}</span>
    </button>
  );
}
