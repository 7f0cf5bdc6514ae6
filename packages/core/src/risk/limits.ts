/** Limits of what may be prepared and sent, set by the operator or the person, never by a model. */
import { CountersignError, type ErrorOptions } from '../errors/errors.ts';
import { toBaseUnits } from '../escrow/amount.ts';
import { type DeskWords, ENGLISH } from '../words/all.ts';
import type { LimitBeyond } from '../words/data/risk.ts';

/** Everything that is absent is unlimited. Amounts are decimal strings in token units, of whichever token. */
export type Limits = {
  readonly by: 'operator' | 'person' | 'tenant';
  /** An adapter's remedy for people who reach the limit, in place of ours. */
  readonly remedy?: string;
  /** Where the operator set each: the name of its setting. */
  readonly settings?: Readonly<Partial<Record<LimitName, string>>>;
  readonly maxAmount?: string;
  /** Of one token. */
  readonly maxPerDay?: string;
  /** Addresses that may have a role or be paid. */
  readonly counterparties?: readonly string[];
  /** Token contracts, C…. */
  readonly tokens?: readonly string[];
  /** Epoch milliseconds; nothing is allowed from then on. */
  readonly until?: number;
};

type LimitName = LimitBeyond['code'];

type LimitWords = Pick<DeskWords, 'limitText' | 'LIMIT_OF_PERSON' | 'LIMIT_OF_OPERATOR' | 'language'>;

export type Spend = {
  readonly amount: string;
  readonly token: string;
  /** Everyone in it but the signer. */
  readonly counterparties: readonly string[];
  /** Of the same token, without this. */
  readonly spentToday: string;
};

/** More decimals than any token has. */
const DECIMALS = 40;

/** The first limit that is exceeded; undefined where there is none. @param now epoch milliseconds */
export function checkLimits(
  limits: readonly Limits[],
  spend: Spend,
  now: number,
  words: LimitWords = ENGLISH,
): CountersignError | undefined {
  for (const limit of limits) {
    const found = beyond(limit, spend, now);
    if (found === undefined) continue;
    return new CountersignError('LIMIT_REACHED', {
      message: words.limitText(found),
      ...remedies(limit, found.code, words),
      language: words.language,
    });
  }
  return undefined;
}

function beyond(
  { maxAmount, maxPerDay, counterparties, tokens, until }: Limits,
  { amount, token, counterparties: parties, spentToday }: Spend,
  now: number,
): LimitBeyond | undefined {
  if (until !== undefined && now >= until) return { code: 'until', params: { at: new Date(until).toISOString() } };
  if (tokens !== undefined && !tokens.includes(token)) return { code: 'tokens', params: { token } };
  const stranger = counterparties && parties.find((address) => !counterparties.includes(address));
  if (stranger !== undefined) return { code: 'counterparties', params: { address: stranger } };
  if (maxAmount !== undefined && exact(amount) > exact(maxAmount)) {
    return { code: 'maxAmount', params: { amount, most: maxAmount } };
  }
  if (maxPerDay !== undefined && exact(amount) + exact(spentToday) > exact(maxPerDay)) {
    return { code: 'maxPerDay', params: { amount, spent: spentToday, most: maxPerDay } };
  }
  return undefined;
}

function remedies(
  { by, remedy, settings }: Limits,
  name: LimitName,
  words: LimitWords,
): Pick<ErrorOptions, 'remedy' | 'operatorRemedy'> {
  if (remedy !== undefined) return { remedy };
  if (by === 'person') return { remedy: words.LIMIT_OF_PERSON };
  const setting = settings?.[name];
  return {
    remedy: words.LIMIT_OF_OPERATOR,
    ...(setting === undefined ? {} : { operatorRemedy: `To lift this limit, change ${setting}.` }),
  };
}

/** @throws Error where it is not a decimal: an unreadable limit must not let everything pass */
function exact(amount: string): bigint {
  const units = toBaseUnits(amount, DECIMALS);
  if (units === undefined) throw new Error(`not an amount: ${amount}`);
  return units;
}
