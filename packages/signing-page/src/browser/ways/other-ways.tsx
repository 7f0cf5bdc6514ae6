/** Signing where this page cannot ask: the unsigned transaction goes out, the signed one is pasted back. */
import { useRef } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { downloadText } from '../parts/download.ts';
import { words } from '../words/words.ts';
import type { SignOrder } from './way.ts';

export type OtherWaysProps = {
  /** The very transaction that was decoded and compared here; nothing where a newer one is shown first. */
  readonly order: () => Promise<SignOrder | undefined>;
  readonly isBusy: boolean;
  /** @returns whether the text may stay on the screen */
  readonly onPasted: (text: string) => Promise<boolean>;
  /** It has left this page, to be signed elsewhere. */
  readonly onTaken: () => void;
};

const FILE_NAME = 'unsigned.xdr.txt';

export function OtherWays({ order, isBusy, onPasted, onTaken }: OtherWaysProps) {
  const pasted = useRef<HTMLTextAreaElement>(null);
  const { elsewhere, takeIt, download, copy, signThere, pasteHere, noSecret, submit } = words().panel;
  const save = async () => {
    const xdr = (await order())?.xdr;
    if (xdr === undefined) return;
    downloadText(FILE_NAME, xdr);
    onTaken();
  };
  const paste = async () => {
    const field = pasted.current;
    if (field !== null && !(await onPasted(field.value.trim()))) field.value = '';
  };
  /** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
  const button = (label: string, run: () => Promise<void>) => (
    <button
      type="button"
      class="secondary"
      aria-disabled={isBusy}
      data-waiting={isBusy ? '' : undefined}
      onClick={() => !isBusy && void run()}
    >
      {label}
    </button>
  );
  return (
    <details class="elsewhere">
      <summary>{elsewhere}</summary>
      <ol>
        <li>
          <p>{takeIt}</p>
          <p class="buttons">
            {button(download(FILE_NAME), save)}
            <CopyButton label={copy} text={async () => (await order())?.xdr} isWaiting={isBusy} onCopied={onTaken} />
          </p>
        </li>
        <li>
          <p>{signThere}</p>
        </li>
        <li>
          <p>
            <label for="pasted">{pasteHere}</label>
          </p>
          <textarea
            id="pasted"
            ref={pasted}
            rows={4}
            autoComplete="off"
            autoCapitalize="off"
            spellcheck={false}
            aria-describedby="pasted-hint"
          />
          <p id="pasted-hint" class="hint">
            {noSecret}
          </p>
          {button(submit, paste)}
        </li>
      </ol>
    </details>
  );
}
