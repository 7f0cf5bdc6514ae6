/** What a person presses and fills in, and what a press starts. */
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

type ButtonProps = Omit<ButtonHTMLAttributes, 'onClick' | 'type'> & {
  readonly isBusy?: boolean | undefined;
  /** Absent: it submits its form. */
  readonly onPress?: (event: MouseEvent) => unknown;
};

/** Buttons keep the focus while something runs, so they are not disabled but do nothing. */
export function Button({ isBusy, onPress, class: look = 'secondary', ...own }: ButtonProps) {
  return (
    <button
      type={onPress === undefined ? 'submit' : 'button'}
      class={look}
      aria-disabled={isBusy}
      data-waiting={isBusy ? '' : undefined}
      onClick={(event) => void (isBusy || onPress?.(event))}
      {...own}
    />
  );
}

type FormProps = Pick<ButtonProps, 'class' | 'children'> & { readonly onSend: (data: FormData) => unknown };

/** What a person fills in stays on the page until `onSend` does something with it. */
export function Form({ onSend, ...own }: FormProps) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    void onSend(new FormData(event.currentTarget as HTMLFormElement));
  };
  return <form {...own} onSubmit={send} />;
}

type LinkProps = { readonly href: string; readonly rel?: string; readonly children: ComponentChildren };

/** Opens next to the page, which keeps what is on it. */
export function Outside({ href, rel = 'noreferrer', children }: LinkProps) {
  return (
    <a href={href} target="_blank" rel={rel}>
      {children}
    </a>
  );
}

/** What a press starts: once at a time, and what went wrong stays until the next press. @param whyOf what was thrown */
export function useTask<Why>(whyOf: (thrown: unknown) => Why) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Why>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (thrown) {
      setProblem(() => whyOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run, setProblem };
}

type CopyButtonProps = {
  readonly label: string;
  /** Nothing: there is nothing left to copy. */
  readonly text: () => string | Promise<string | undefined>;
  readonly isWaiting?: boolean;
  readonly onCopied?: () => void;
};

const SAID_FOR_MS = 2_000;

/** Copies a text, and says so where the button is. Its width stays, so nothing moves. */
export function CopyButton({ label, text, isWaiting = false, onCopied }: CopyButtonProps) {
  const [shownText, setSaid] = useState<string>();
  const copy = async () => {
    const content = isWaiting ? undefined : await text();
    if (content === undefined) return;
    const { copied, copyRefused } = words().page;
    const copying = navigator.clipboard.writeText(content).then(onCopied);
    setSaid(
      await copying.then(
        () => copied,
        () => copyRefused,
      ),
    );
    setTimeout(() => setSaid(undefined), SAID_FOR_MS);
  };
  return (
    <Button class="secondary copy" isBusy={isWaiting} onPress={() => void copy()}>
      <span aria-live="polite">{shownText ?? label}</span>
    </Button>
  );
}

export function download(name: string, content: Blob | string): void {
  const blob = typeof content === 'string' ? new Blob([`${content}\n`], { type: 'text/plain' }) : content;
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
