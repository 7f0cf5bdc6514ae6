/** What the pages are put together from: the band on top, lists, codes and times. */
import type { NetworkName } from '@countersign/core/network';
import type { LookAlike as Alike, Naming } from '@countersign/core/words';
import { type ComponentChildren, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { core, language } from '../words/words.ts';

export function showNetwork(network: NetworkName): void {
  document.documentElement.dataset['network'] = network;
  const { name, means } = core.NETWORK_WORDS[network];
  showBand(<strong class="network-name">{name}</strong>, <span class="means">{means}</span>);
}

/** Draws a page; until it is known which network it is on, the band has the product's name. @param looks classes */
export function startPage(App: () => ComponentChildren, ...looks: readonly string[]): void {
  showBand(<strong>Countersign</strong>);
  const main = document.getElementById('main') as HTMLElement;
  main.replaceChildren();
  main.classList.add(...looks);
  render(<App />, main);
}

/** @param network nothing while it is not known. @param title of the window; absent: the one in the HTML */
export function useHead(network: NetworkName | undefined, title?: string): void {
  useEffect(() => {
    if (network !== undefined) showNetwork(network);
  }, [network]);
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Countersign`;
  }, [title]);
}

const showBand = (...shown: readonly ComponentChildren[]) =>
  render(<p class="network">{shown}</p>, document.getElementById('band') as HTMLElement);

/** `unmarked`: how many characters at its start and its end. Absent: all. */
type CodeProps = { readonly code: string; readonly unmarked?: Pick<Alike, 'start' | 'end'> };

/** Long codes (addresses, hashes) whole and readable: groups of four by style alone, so that copying gives the code. */
export function Code({ code, unmarked }: CodeProps) {
  const groups = code.match(/.{1,4}/gu) ?? [];
  const { start = 0, end = 0 } = unmarked ?? {};
  const marked = (group: string, at: number) => {
    const [from, to] = [Math.max(start - at, 0), Math.max(code.length - end - at, 0)];
    return [group.slice(0, from), from < to && <mark>{group.slice(from, to)}</mark>, group.slice(Math.max(from, to))];
  };
  return (
    <code class="code">
      {groups.map((group, at) => (
        <span key={at}>{unmarked === undefined ? group : marked(group, at * 4)}</span>
      ))}
    </code>
  );
}

type LookAlikeProps = { readonly alike: Alike; readonly named: Naming; readonly children?: ComponentChildren };

/** An address one above the other that it looks like, with the part that differs marked. @param name of the known one */
export function Compared({ alike, name }: { readonly alike: Alike; readonly name: string | undefined }) {
  const { address, looksLike, start, end } = alike;
  const row = (code: string) => <Code code={code} unmarked={{ start, end }} />;
  return (
    <>
      <Rows
        rows={[
          [core.LOOK_ALIKE.address, row(address)],
          [name === undefined ? core.LOOK_ALIKE.known : `${core.LOOK_ALIKE.known}: ${name}`, row(looksLike)],
        ]}
      />
      <p>{core.LOOK_ALIKE.equal(start, end)}</p>
    </>
  );
}

export function LookAlike({ alike, named, children }: LookAlikeProps) {
  return (
    <div class="look-alike">
      <p>{core.LOOK_ALIKE.lead}</p>
      <Compared alike={alike} name={named.nameOf?.(alike.looksLike)} />
      <p>{core.LOOK_ALIKE.ask}</p>
      {children}
    </div>
  );
}

type CardProps = {
  readonly name: string;
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
};

export function Card({ name, title, class: look = name, children }: CardProps) {
  return (
    <section class={`card ${look}`} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

const ADDRESS = /\b([GC][A-Z2-7]{55})\b/;

/** A sentence in which addresses are whole and in groups. */
export function Sentence({ text }: { readonly text: string }) {
  return <>{text.split(ADDRESS).map((part, at) => (at % 2 === 0 ? part : <Code key={at} code={part} />))}</>;
}

export function Bullets({ lines, ...own }: { readonly lines: readonly string[]; readonly class?: string }) {
  return (
    <ul {...own}>
      {lines.map((line) => (
        <li key={line}>
          <Sentence text={line} />
        </li>
      ))}
    </ul>
  );
}

type AlertProps = {
  readonly message: string;
  readonly lines?: readonly string[];
  readonly remedy?: string | undefined;
  readonly children?: ComponentChildren;
};

export function Alert({ message, lines = [], remedy, children }: AlertProps) {
  return (
    <div class="problem" role="alert">
      <p class="message">
        <Sentence text={message} />
      </p>
      {lines.length > 0 && <Bullets lines={lines} />}
      {children}
      {remedy !== undefined && <Paragraphs texts={[remedy]} />}
    </div>
  );
}

/** The first row of a table. */
export function Head({ labels }: { readonly labels: readonly string[] }) {
  return (
    <thead>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export type Row = readonly [name: ComponentChildren, value: ComponentChildren, second?: ComponentChildren];

export function Rows({ rows, ...own }: { readonly rows: readonly (Row | false)[]; readonly class?: string }) {
  return (
    <dl {...own}>
      {rows.map(
        (row, at) =>
          row && (
            <div key={at}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
              {row[2] !== undefined && <dd>{row[2]}</dd>}
            </div>
          ),
      )}
    </dl>
  );
}

export const Labelled = ({ label, value }: { readonly label: string; readonly value: ComponentChildren }) => (
  <>
    <span class="label">{label}</span>
    {value}
  </>
);

/** A row for an address or a hash, where there is one. */
export const codeRow = (name: ComponentChildren, code: string | undefined, hint?: string): Row | false =>
  code !== undefined && [name, [<Code key={code} code={code} />, hint !== undefined && <p class="hint">{hint}</p>]];

export function Paragraphs({ texts, ...own }: { readonly texts: readonly string[]; readonly class?: string }) {
  return texts.map((text) => (
    <p key={text} {...own}>
      <Sentence text={text} />
    </p>
  ));
}

/** @param time epoch milliseconds, shown in the reader's own time zone */
export function TimeText({ time }: { readonly time: number }) {
  const shown = new Date(time).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'long' });
  return <time dateTime={new Date(time).toISOString()}>{shown}</time>;
}
