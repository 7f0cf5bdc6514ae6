/**
 * Values as the record holds them: XDR as JSON, and numbered placeholders for what is made by chance. The same value has
 * the same number wherever it appears in a part of the record, so the record also shows which values are equal.
 */
import { fileURLToPath } from 'node:url';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { decodeTree, decodeValue } from '@countersign/testkit/mutation/rust-codec';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The network's own addresses and hashes are the same in each run. */
const CONSTANT = JSON.stringify([NETWORKS.sandbox, SANDBOX_ACCOUNTS]);
const RANDOM: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['account', /\bG[A-Z2-7]{55}\b/g],
  ['contract', /\bC[A-Z2-7]{55}\b/g],
  ['signature', /\b[0-9a-f]{128}\b/g],
  ['hash', /\b[0-9a-f]{64}\b/g],
  ['id', /\b[0-9a-f]{32}\b/g],
  ['draft', /(?<=:)[0-9a-f]{16}\b|(?<=DISCORD\\?-)[0-9A-F]{8}\b/g],
  ['snowflake', /\b\d{17,20}\b/g],
  ['port', /(?<=(?:127\.0\.0\.1|localhost):)\d+/g],
];

type Stable = {
  /** As the record holds it. */
  readonly of: (value: unknown) => unknown;
  /** Without numbers, so that values can be put in an order before they are numbered. */
  readonly masked: (value: unknown) => string;
};

export function createStable(): Stable {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (kind: string, found: string): string => {
    const known = names.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(found, `<${kind} ${count}>`);
    return `<${kind} ${count}>`;
  };
  const transactions = new Map<string, string>();
  return {
    of: (value) =>
      named(value, nameOf, (body) => {
        const text = JSON.stringify(body);
        const known = transactions.get(text);
        if (known !== undefined) return known;
        const name = `<transaction ${transactions.size + 1}>`;
        transactions.set(text, name);
        return { [name]: body };
      }),
    masked: (value) => JSON.stringify(named(value, (kind) => `<${kind}>`)),
  };
}

/** @param once what a transaction is replaced by: it appears in many places, before and after it is signed */
function named(
  value: unknown,
  nameOf: (kind: string, found: string) => string,
  once: (transaction: unknown) => unknown = (transaction) => transaction,
): unknown {
  if (typeof value === 'string') {
    const inside = decoded(value);
    if (inside !== undefined) return named(inside, nameOf, once);
    const replaced = (text: string, [kind, pattern]: (typeof RANDOM)[number]) =>
      text.replaceAll(pattern, (found) => (CONSTANT.includes(found) && kind !== 'port' ? found : nameOf(kind, found)));
    const shown = value.replaceAll(XDR_INSIDE, (text) => {
      const xdr = decoded(text);
      return xdr === undefined ? text : JSON.stringify(named(xdr, nameOf, once));
    });
    return RANDOM.reduce(replaced, shown.replaceAll(ROOT, '<root>/').replaceAll(ICON, '<icon>'));
  }
  const inner = (each: unknown) => named(each, nameOf, once);
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => [
    String(inner(key)),
    key === 'nonce' ? '<nonce>' : inner(each),
  ]);
  const all = Object.fromEntries(entries);
  return 'seq_num' in all && 'operations' in all ? once(all) : all;
}

/** Drawings are compared with icons.json by a test. */
const ICON = /data:image\/png;base64,[A-Za-z0-9+/=]+/g;
const XDR_INSIDE = /(?<=^|\s|`)AAAA[A-Za-z0-9+/]{60,}={0,2}(?=$|\s|`)/g;
const XDR = /^AAAA[A-Za-z0-9+/]+={0,2}\s*$/;

/** The JSON or the XDR that a text consists of. */
function decoded(text: string): unknown {
  if (/^[{[]/.test(text)) return attempt(() => JSON.parse(text));
  if (!XDR.test(text)) return undefined;
  const key = attempt(() => decodeValue('LedgerKey', text.trim()));
  const value = key ?? attempt(() => decodeValue('ScVal', text.trim()));
  return value === undefined ? decodeTree(text.trim()) : { xdr: value };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
