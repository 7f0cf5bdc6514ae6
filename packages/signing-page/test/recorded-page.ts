/** The pages' HTTP surface in a record: each request with its whole answer, and what reaches the escrow service. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { createSigningPage, type SigningPage, type SigningPageOptions } from '@countersign/signing-page';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';

/** What a browser sends with the address that a person opens. */
export const VISIT = { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
export const SEED = sandboxKeypair('client').secret();

/** A desk at a fixed time, and pages of it that write into one record. */
export async function openRecordedScene() {
  restartClock();
  const [{ desk, road, close }, part, pages] = [await openScene(), createPart(), [] as SigningPage[]];
  /** What a record calls the texts that are too long for it. */
  const names = new Map([[SEED, '(a seed)']]);
  const short = (text: string) => [...names].reduce((left, [long, name]) => left.replaceAll(long, name), text);
  let calls = 0;
  /** What the desk does besides, without its requests to the service. */
  const quietly = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    calls = road.asked.length;
    return result;
  };
  const noteCalls = () => {
    for (const call of road.asked.slice(calls)) part.note(`  → service ${call}`);
    calls = road.asked.length;
  };
  const prepareDeploy = async (engagementId: string, changes: object = {}) => {
    const milestones = [{ description: 'All', amount: '100' }];
    const input = deployInput({ engagementId, title: 'Logo', description: 'A logo.', milestones, ...changes });
    const prepared = await quietly(desk.prepare('deploy', input));
    names.set(String(prepared.unsignedXdr), `(the transaction of ${engagementId})`);
    return { ...prepared, path: new URL(String(prepared.signUrl)).pathname };
  };
  return {
    ...{ desk, part, quietly, prepareDeploy },
    open: (options: Partial<SigningPageOptions> = {}) => {
      const onTrouble = (thrown: unknown) => part.note('  reported to the operator', String(thrown));
      const page = createSigningPage({ desk, onTrouble, ...options });
      pages.push(page);
      return recorded(page, part, short, noteCalls);
    },
    close: async () => {
      for (const page of pages) page.close();
      await close();
    },
  };
}

/** 64 bytes. */
const SIGNATURE = /"[\w+/]{86}=="/g;

/** Of a request, what each browser sends with all of its own. */
const USUAL: Readonly<Record<string, string>> = { accept: '*/*', 'content-type': 'application/json' };

function recorded(page: SigningPage, part: Part, short: (text: string) => string, noteCalls: () => void): SigningPage {
  const { headersOf, bodyOf } = shownOnce(short);
  const fetch: SigningPage['fetch'] = async (request, env) => {
    const { pathname, search, origin } = new URL(request.url);
    const body = short(await request.clone().text());
    const headers = [...request.headers].filter(
      ([name, value]) => value !== '' && value !== USUAL[name] && value !== origin,
    );
    const answer = await page.fetch(request, env);
    part.note(
      short(`${request.method} ${pathname}${search} ${headers.map((each) => each.join(': ')).join(', ')}`.trim()),
    );
    if (body !== '')
      part.note('  sends', body.length > 1_000 ? `${body.length} bytes` : body.replace(SIGNATURE, '"(a signature)"'));
    noteCalls();
    const { type, lines } = headersOf(answer);
    const text = type === 'text/event-stream' ? '' : await answer.clone().text();
    part.note(`  ${answer.status} ${type}`.trimEnd(), lines || undefined);
    if (text !== '') part.note('  =', bodyOf(text, type));
    return answer;
  };
  return { fetch, close: page.close };
}

/** Headers that every answer has, and parts of a view that are as in the one before, are shown once. */
function shownOnce(short: (text: string) => string) {
  const constant = new Map<string, string>();
  let view = new Map<string, string>();
  const news = (json: object): object => {
    if (!('network' in json) || typeof json.network !== 'object') return json;
    const next = new Map(Object.entries(json).map(([key, value]) => [key, JSON.stringify(value)]));
    const before = view;
    view = next;
    const left = [...before.keys()].filter((key) => !next.has(key));
    const changed = Object.entries(json).filter(([key]) => next.get(key) !== before.get(key));
    return { view: Object.fromEntries(changed), ...(left.length > 0 && { without: left }) };
  };
  const jsonOf = (text: string) => news(JSON.parse(withoutXdr(short(text))));
  return {
    headersOf: ({ headers }: Response) => {
      const { 'content-type': type = '', ...all } = Object.fromEntries(headers) as Record<string, string>;
      if (constant.size === 0) {
        for (const [name, value] of Object.entries(all)) if (!PASSING.test(name)) constant.set(name, value);
        return { type, lines: headerLines(Object.entries(all)) };
      }
      const others = Object.entries(all).filter(([name, value]) => constant.get(name) !== value);
      const missing = [...constant.keys()].filter((name) => !(name in all)).map((name) => [name, '(none)'] as const);
      return { type, lines: headerLines([...others, ...missing]) };
    },
    bodyOf: (text: string, type: string): unknown => {
      if (type.startsWith('application/json')) return jsonOf(text);
      if (!type.startsWith('text/html')) return text.length > 1_000 ? '(a file)' : text;
      const [, block] = /id="view"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
      const first = (pattern: RegExp) => pattern.exec(text)?.[1];
      return {
        lang: first(/lang="(\w+)"/),
        page: first(/data-module="([a-z]+)/),
        assets: first(/href="([^"]*assets\/)/),
        asks: first(/<link rel="preload" as="fetch" href="([^"]+)"/),
        text: text
          .replace(/<script.*?<\/script>/gs, '')
          .replace(/<[^>]*>/g, '\n')
          .match(/\S.*/g)
          ?.join(' | '),
        holds: block === undefined ? undefined : jsonOf(block),
      };
    },
  };
}

/** Signatures and hashes in it are made by chance. */
const withoutXdr = (text: string): string =>
  text.replace(/"AAAA[\w+/=]{60,}"/g, (found) => `"(XDR, ${found.length - 2} characters)"`);

/** Headers of some answers. */
const PASSING = /^(?:vary|set-cookie|retry-after|allow|location)$/;

const headerLines = (headers: readonly (readonly [string, string])[]): string =>
  headers.map((each) => each.join(': ')).join('\n');

type Headers = Readonly<Record<string, string>>;

/** As a browser asks for an address. */
export const get = async (page: SigningPage, url: string, headers: Headers = {}, method = 'GET'): Promise<Response> =>
  await page.fetch(new Request(url, { method, headers: { accept: '*/*', ...headers } }));

/** Any text as the body. */
export async function post(page: SigningPage, url: string, body: string, headers: Headers = {}): Promise<Response> {
  const own = { accept: '*/*', 'content-type': 'application/json', origin: new URL(url).origin };
  return await page.fetch(new Request(url, { method: 'POST', body, headers: { ...own, ...headers } }));
}

/** By SEP-53. */
export const signedText = (who: 'client' | 'provider', text: unknown): string =>
  Buffer.from(sandboxKeypair(who).sign(messageHash(String(text)))).toString('base64');
