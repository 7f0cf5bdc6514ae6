/** Limits of what may be prepared and sent, set by the operator or the person, never by a model. */
import { CountersignError, type ErrorOptions } from '../errors/errors.ts';
import { toBaseUnits } from '../escrow/amount.ts';

/** Everything that is absent is unlimited. Amounts are decimal strings in token units, of whichever token. */
export type Limits = {
  readonly by: 'operator' | 'person' | 'tenant';
  /** What an adapter says to whoever reaches them, in place of our own words. */
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

type LimitName = 'maxAmount' | 'maxPerDay' | 'counterparties' | 'tokens' | 'until';

export type Spend = {
  readonly amount: string;
  readonly token: string;
  /** Everyone in it but the signer. */
  readonly counterparties: readonly string[];
  /** Of the same token, without this. */
  readonly spentToday: string;
};

/** Finer than any token. */
const DECIMALS = 40;

/**
 * Why something may not be prepared or sent; nothing where it is within all limits.
 * @param now epoch milliseconds
 */
export function checkLimits(limits: readonly Limits[], spend: Spend, now: number): CountersignError | undefined {
  for (const limit of limits) {
    const found = beyond(limit, spend, now);
    if (found === undefined) continue;
    const [name, message] = found;
    return new CountersignError('LIMIT_REACHED', { message, ...remedies(limit, name) });
  }
  return undefined;
}

function beyond(
  { maxAmount, maxPerDay, counterparties, tokens, until }: Limits,
  { amount, token, counterparties: parties, spentToday }: Spend,
  now: number,
): [LimitName, string] | undefined {
  if (until !== undefined && now >= until) {
    return ['until', `The permission to prepare and send ended at ${new Date(until).toISOString()}.`];
  }
  if (tokens !== undefined && !tokens.includes(token)) return ['tokens', `The token ${token} is not allowed here.`];
  const stranger = counterparties && parties.find((address) => !counterparties.includes(address));
  if (stranger !== undefined) return ['counterparties', `The address ${stranger} is not allowed here.`];
  if (maxAmount !== undefined && exact(amount) > exact(maxAmount)) {
    return ['maxAmount', `The amount is ${amount}; at most ${maxAmount} is allowed here at once.`];
  }
  if (maxPerDay !== undefined && exact(amount) + exact(spentToday) > exact(maxPerDay)) {
    return [
      'maxPerDay',
      `The amount is ${amount}, after ${spentToday} today; at most ${maxPerDay} a day is allowed here.`,
    ];
  }
  return undefined;
}

function remedies({ by, remedy, settings }: Limits, name: LimitName): Pick<ErrorOptions, 'remedy' | 'operatorRemedy'> {
  if (remedy !== undefined) return { remedy };
  if (by === 'person') {
    return { remedy: 'You set this limit, and only you can lift it. An assistant cannot.' };
  }
  const setting = settings?.[name];
  return {
    remedy: 'The person who runs Countersign set this limit and can lift it. An assistant cannot.',
    ...(setting === undefined ? {} : { operatorRemedy: `To lift this limit, change ${setting}.` }),
  };
}

/** @throws Error where it is no decimal: a limit that cannot be read must not let everything pass */
function exact(amount: string): bigint {
  const units = toBaseUnits(amount, DECIMALS);
  if (units === undefined) throw new Error(`not an amount: ${amount}`);
  return units;
}
