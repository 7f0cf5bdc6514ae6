import type { OpeningWords, TurnWords } from '../words.ts';

const by = (who: string, verb: string, other: string) => `${who} ${who === 'you' ? verb : other}`;

const paysText = (who: string, amount: string) => {
  if (who === '') return `${amount} is paid`;
  return who === 'you' ? `you pay ${amount}` : `${who} pays ${amount}`;
};

export const fund = {
  transaction: 'a payment',
  verb: 'pay the money in',
  turn: 'funds it',
  label: 'Fund',
  settled: 'The payment arrived',
  outcomes: {
    rejected: 'Nothing was paid.',
    accepted: ', so do not pay again',
    unknown: 'Your signed payment may or may not have reached the ledger. Until you know, do not sign another one.',
  },
  did: (_, amount) => `${amount ?? 'Money'} was paid into the escrow.`,
  life: {
    does: 'can pay this in',
    youDo: 'pay this in, or leave it to somebody else',
    ask: 'please pay it in',
    button: () => 'Prepare the payment',
  },
  headline: (amount: string, title: string | undefined) =>
    title === undefined ? `Pay ${amount} into an escrow` : `Pay ${amount} for ${title}`,
  /** What the page says of it, before it is signed. */
  sentences: {
    /** @param who pays; empty where that is not known by name */
    pay: (who: string, amount: string, title: string | undefined) => {
      const into = title === undefined ? 'into an escrow' : `into the escrow “${title}”`;
      return `${paysText(who, amount)} ${into}.`;
    },
    ways: {
      escrow: 'Its contract takes the payment only if its terms are still the same, and keeps it until it is released.',
      transfer: 'This is a plain transfer of the token, which the escrow’s contract does not check.',
    },
    payNow: (who: string, amount: string) => `${paysText(who, amount)} now.`,
    gets: (whom: string, amount: string, count: number) =>
      `${count > 1 ? `${whom} get` : by(whom, 'get', 'gets')} up to ${amount},`,
    steps: (steps: number, approver: string, releaser: string) => {
      const approves = by(approver, 'approve', 'approves');
      const pays =
        approver === releaser ? by(releaser, 'pay', 'pays').slice(releaser.length + 1) : by(releaser, 'pay', 'pays');
      return steps === 1
        ? `after ${approves} and ${pays} out.`
        : `in ${steps} steps, each after ${approves} and ${pays} out.`;
    },
    allFees: (amount: string) => `Fees: ${amount}.`,
    final: (resolver: string) =>
      `It cannot be taken back; if there is a disagreement, ${by(resolver, 'decide', 'decides')}. There is no deadline.`,
    resolver: 'its dispute resolver',
    noWayBack: (resolver: string) =>
      `There is no deadline and no way back: if the other side goes silent, only ${resolver} can move the money.`,
  },
} satisfies TurnWords & Readonly<Record<string, unknown>>;

export const afterwards: OpeningWords = {
  next: (escrow) =>
    `The payment arrived${escrow === undefined ? '' : ` at ${escrow}`}; get_balances shows what the escrow holds.`,
  already: (escrow, hash) => ({
    message: `This payment to ${escrow} is settled already (transaction ${hash}).`,
    remedy: 'Read the escrow’s balance.',
  }),
};
