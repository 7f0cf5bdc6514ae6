/**
 * What belongs to one tenant, recorded when it is created, and the search for it in what the other is given: ids, page
 * ids, tokens, sessions, hashes, transactions, and a mark in every free text.
 */
import { formsOf } from '../../canaries.ts';

/** An escrow that a tenant asked for. Once it has settled, the ledger tells its terms to everybody. */
export type Deal = {
  isOnLedger: boolean;
  /** Of the same terms and signer as the other's, from which the address that the service chooses follows. */
  readonly isEqual?: true;
};

type Secret = {
  readonly text: string;
  readonly what: string;
  readonly forms: readonly string[];
  /** The deal whose ledger entry or transaction also reveals it; absent: only the tenant may ever see it. */
  toldBy?: Deal | undefined;
};

/** What may be revealed about the other tenant: see `isolation.proof.test.ts`. */
export type Allowed = {
  /** The answer is about escrows on the ledger, asked for by what everybody can see there. */
  readonly ledger?: true;
  /** The asker holds this transaction, and may see its content. */
  readonly holds?: Deal | undefined;
  /** An address of the ledger, or in a log an id, that the asker gave: it is named in the answer. */
  readonly given?: readonly string[];
};

/** Texts that everybody may see: contracts of the network and the like. */
export type Everybodys = Pick<Set<string>, 'has' | 'add'>;

export type Secrets = {
  /** @param toldBy by whose ledger entry it becomes public */
  plant(what: string, text: string, toldBy?: Deal): void;
  /** Everything in an answer to its owner that only its owner may know. @param theirs what is the other's already */
  learn(output: string, deal?: Deal, theirs?: Secrets): void;
  has(text: string): boolean;
  /** What the other tenant's answer holds of these. */
  foundIn(output: string, allowed?: Allowed): string[];
  readonly size: () => number;
};

/** What programs generate: ids, tokens, sessions and hashes; contracts; transactions. */
const BORN: readonly (readonly [what: string, pattern: RegExp, isOnLedger: boolean])[] = [
  // A page's files are everybody's: their names end in a hash of what is in them.
  ['an id, a page, a token or a session', /(?<![0-9a-f]|[a-z]-)[0-9a-f]{32}(?![0-9a-f]|\.(?:js|css|svg)\b)/g, false],
  ['the hash of a transaction', /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g, true],
  ['the address of an escrow', /\bC[A-Z2-7]{55}\b/g, true],
  ['a transaction', /AAAAAg[A-Za-z0-9+/]{120,}={0,2}/g, false],
];

/** Everything that looks generated. */
export const bornIn = (output: string): string[] => BORN.flatMap(([, pattern]) => output.match(pattern) ?? []);

export function createSecrets(everybodys: Everybodys): Secrets {
  const known = new Map<string, Secret>();
  const plant: Secrets['plant'] = (what, text, toldBy) => {
    if (known.has(text) || everybodys.has(text)) return;
    known.set(text, { text, what: `${what} (${text.slice(0, 40)})`, forms: formsOf(text).map(lower), toldBy });
  };
  return {
    plant,
    has: (text) => known.has(text),
    learn: (output, deal, theirs) => {
      for (const [what, pattern, isOnLedger] of BORN) {
        for (const text of output.match(pattern) ?? []) {
          if (theirs?.has(text)) continue;
          plant(what, text);
          const secret = known.get(text);
          // A list tells the address of what was prepared again before that transaction itself is read.
          if (isOnLedger && secret !== undefined) secret.toldBy ??= deal;
        }
      }
    },
    foundIn: (output, { ledger, holds, given } = {}) => {
      const text = lower(output);
      const isAllowed = ({ text: own, toldBy }: Secret) =>
        // What both ask for may be known to one from a list before the other's answer shows that it is everybody's.
        everybodys.has(own) ||
        // Also of one that was prepared again: its address follows from terms and signer, which both have.
        (toldBy?.isEqual === true && /^C[A-Z2-7]{55}$/.test(own)) ||
        given?.includes(own) === true ||
        (toldBy !== undefined &&
          (toldBy === holds || (toldBy.isOnLedger && (ledger === true || toldBy.isEqual === true))));
      return [...known.values()]
        .filter((secret) => !isAllowed(secret))
        .flatMap(({ what, forms }) => {
          const at = Math.max(...forms.map((form) => text.indexOf(form)));
          return at === -1 ? [] : [`${what} in “…${text.slice(Math.max(at - 120, 0), at + 90)}…”`];
        });
    },
    size: () => known.size,
  };
}

const lower = (text: string) => text.toLowerCase();
