/**
 * Values as the record holds them: XDR as JSON, and numbered placeholders for what is made by chance. The same value has
 * the same number wherever it appears in a part of the record, so the record also shows which values are equal.
 */
import { fileURLToPath } from 'node:url';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { decodeTree, decodeValue } from '../mutation/rust-codec.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
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

type Name = (kind: string, found: string) => string;
type Wrap = (transaction: unknown) => unknown;

export function createStable() {
  const seen: Record<string, string[]> = {};
  const numbered: Name = (kind, found) => {
    seen[kind] ??= [];
    if (!seen[kind].includes(found)) seen[kind].push(found);
    return `<${kind} ${seen[kind].indexOf(found) + 1}>`;
  };
  /** A transaction appears in many places, before and after it is signed: only the first shows what is in it. */
  const once: Wrap = (transaction) => {
    const text = JSON.stringify(transaction);
    const isKnown = seen['transaction']?.includes(text);
    const name = numbered('transaction', text);
    return isKnown ? name : { [name]: transaction };
  };
  return {
    /** As the record holds it. */
    of: (value: unknown) => replaced(value, numbered, once),
    /** Without numbers, so that values can be put in an order before they are numbered. */
    masked: (value: unknown) =>
      JSON.stringify(
        replaced(
          value,
          (kind) => `<${kind}>`,
          (transaction) => transaction,
        ),
      ),
  };
}

function replaced(value: unknown, nameOf: Name, once: Wrap): unknown {
  const inner = (each: unknown) => replaced(each, nameOf, once);
  if (typeof value === 'string') {
    const inside = decoded(value);
    if (inside !== undefined) return inner(inside);
    const named = (text: string, [kind, pattern]: (typeof RANDOM)[number]) =>
      text.replaceAll(pattern, (found) => (CONSTANT.includes(found) && kind !== 'port' ? found : nameOf(kind, found)));
    const shown = value.replaceAll(XDR_INSIDE, (text) => {
      const xdr = decoded(text);
      return xdr === undefined ? text : JSON.stringify(inner(xdr));
    });
    return RANDOM.reduce(named, shown.replaceAll(ROOT, '<root>/').replaceAll(ICON, '<icon>'));
  }
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    String(inner(key)),
    key === 'nonce' ? '<nonce>' : inner(each),
  ]);
  const all: object = Object.fromEntries(entries);
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

/** Nothing where it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
