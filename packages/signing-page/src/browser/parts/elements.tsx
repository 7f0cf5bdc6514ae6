/** What the pages are put together from: the band on top, lists, codes, times, and buttons that give a text away. */

import type { NetworkName } from '@countersign/core/network';
import type { LookAlike } from '@countersign/core/words';
import { type ComponentChildren, render } from 'preact';
import { useState } from 'preact/hooks';
import { LOOK_ALIKE, NETWORK_WORDS } from '../words/core-words.ts';
import { language, words } from '../words/words.ts';

export function showNetwork(network: NetworkName): void {
  document.documentElement.dataset['network'] = network;
  const { name, means } = NETWORK_WORDS[network];
  render(
    <p class="network">
      <strong class="network-name">{name}</strong>
      <span class="means">{means}</span>
    </p>,
    place(),
  );
}

/** Where no one knows yet which network it is. */
export function showProduct(): void {
  render(
    <p class="network">
      <strong>Countersign</strong>
    </p>,
    place(),
  );
}

const place = () => document.getElementById('band') as HTMLElement;

type CodeProps = {
  readonly code: string;
  /** How many characters at its start and its end are left unmarked. Absent: all. */
  readonly unmarked?: { readonly start: number; readonly end: number };
};

/** Long codes (addresses, hashes) whole and readable: groups of four by style alone, so that copying gives the code. */
export function Code({ code, unmarked: { start, end } = { start: code.length, end: 0 } }: CodeProps) {
  const groups = code.match(/.{1,4}/gu) ?? [];
  return (
    <code class="code">
      {groups.map((group, at) => {
        const [from, to] = [start, code.length - end].map((edge) => Math.max(edge - at * 4, 0)) as [number, number];
        return (
          <span key={at}>
            {group.slice(0, from)}
            {from < to && <mark>{group.slice(from, to)}</mark>}
            {group.slice(Math.max(from, to))}
          </span>
        );
      })}
    </code>
  );
}

/** An address one above the other that it looks like, with the part that differs marked. @param name of the known one */
export function Compared({ alike, name }: { readonly alike: LookAlike; readonly name: string | undefined }) {
  const { address, looksLike, start, end } = alike;
  const row = (code: string) => <Code code={code} unmarked={{ start, end }} />;
  return (
    <>
      <Rows
        rows={[
          [LOOK_ALIKE.address, row(address)],
          [name === undefined ? LOOK_ALIKE.known : `${LOOK_ALIKE.known}: ${name}`, row(looksLike)],
        ]}
      />
      <p>{LOOK_ALIKE.equal(start, end)}</p>
    </>
  );
}

const ADDRESS = /\b([GC][A-Z2-7]{55})\b/;

/** A sentence in which addresses are whole and in groups. */
export function Sentence({ text }: { readonly text: string }) {
  return <>{text.split(ADDRESS).map((part, at) => (at % 2 === 0 ? part : <Code key={at} code={part} />))}</>;
}

export function Bullets({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>
          <Sentence text={line} />
        </li>
      ))}
    </ul>
  );
}

export function Rows({ rows }: { readonly rows: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** @param time epoch milliseconds, shown in the reader's own time zone */
export function TimeText({ time }: { readonly time: number }) {
  const shown = new Date(time).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'long' });
  return <time dateTime={new Date(time).toISOString()}>{shown}</time>;
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
      <span aria-live="polite">{shownText ?? label}</span>
    </button>
  );
}

export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
