/** Copies a text, and says so where the button is. Its width stays, so nothing moves. */
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

type CopyButtonProps = {
  readonly label: string;
  /** Nothing: there is nothing left to copy. */
  readonly text: () => string | Promise<string | undefined>;
  readonly isWaiting?: boolean;
  readonly onCopied?: () => void;
};

const SAID_FOR_MS = 2_000;

export function CopyButton({ label, text, isWaiting = false, onCopied }: CopyButtonProps) {
  const [said, setSaid] = useState<string>();
  const copy = async () => {
    const content = isWaiting ? undefined : await text();
    if (content === undefined) return;
    const { copied, copyRefused } = words().page;
    const isCopied = await navigator.clipboard.writeText(content).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? copied : copyRefused);
    setTimeout(() => setSaid(undefined), SAID_FOR_MS);
    if (isCopied) onCopied?.();
  };
  return (
    <button
      type="button"
      class="secondary copy"
      aria-disabled={isWaiting}
      data-waiting={isWaiting ? '' : undefined}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
