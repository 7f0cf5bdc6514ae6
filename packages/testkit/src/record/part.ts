/** A part of the record: what happened, in its order, as text that a person can compare. */
import { createStable } from './stable.ts';

/** `to`: what the other server is called in the record. */
type SentRequest = { readonly to: string; readonly method: string; readonly path: string; readonly body: string };

export type Part = {
  /** @param value texts are written line by line, other values as JSON */
  readonly note: (title: string, value?: unknown) => void;
  /** Kept until `noteSent`. */
  readonly sent: (request: SentRequest) => unknown;
  /** Notes the requests since the last call, in an order of their own: some are made in parallel. */
  readonly noteSent: () => void;
  readonly text: () => string;
};

export function createPart(): Part {
  const stable = createStable();
  const lines: string[] = [];
  const note = (title: string, value?: unknown) => {
    lines.push(String(stable.of(title)));
    if (value === undefined) return;
    const shown = stable.of(value);
    const text = typeof shown === 'string' ? shown : json(shown);
    lines.push(...text.split('\n').map((line) => `  ${line}`.trimEnd()));
  };
  let waiting: SentRequest[] = [];
  const noteSent = () => {
    const sorted = waiting
      .map((request) => ({ request, order: `${request.to} ${request.path} ${stable.masked(request.body)}` }))
      .sort((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0));
    waiting = [];
    const seen = new Set<string>();
    for (const { to, method, path, body } of sorted.map(({ request }) => request)) {
      // How often the ledger is read until a transaction has settled depends on the machine.
      if (to === 'rpc' && seen.has(body)) continue;
      seen.add(body);
      note(`→ ${to} ${method} ${path}`, body === '' ? undefined : body);
    }
  };
  return { note, sent: (request) => void waiting.push(request), noteSent, text: () => `${lines.join('\n')}\n` };
}

const WIDTH = 118;

/** JSON with everything that fits into a line in one line. */
export function json(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= WIDTH) return line;
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const shown = Object.entries(value).filter(([, each]) => each !== undefined);
  const rows = shown.map(([key, each]) => `${inner}${isList ? '' : `${JSON.stringify(key)}: `}${json(each, inner)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`;
}
