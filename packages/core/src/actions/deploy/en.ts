import type { ActionWords, OpeningWords } from '../words.ts';

export const deploy = {
  transaction: 'a new escrow',
  verb: 'set up the escrow',
  settled: 'The escrow is deployed',
  outcomes: {
    settled: 'The ledger accepted your signed transaction.',
    rejected: 'Nothing was deployed.',
    accepted: ', so do not fund it',
    unknown:
      'Your signed transaction may or may not have reached the ledger. Until you know, do not sign another one for this escrow.',
  },
  did: () => 'The escrow was set up. No money moved.',
  headline: (amount: string, title: string) => `${amount} for ${title}`,
  /** What the page says of it, before it is signed. */
  sentences: {
    /** @param who sets it up; empty where that is not known by name */
    setUp: (who: string, total: string, amount: string, whom: string) => {
      const does =
        who === ''
          ? `An escrow of ${total} is set up.`
          : who === 'you'
            ? `you set up an escrow of ${total}.`
            : `${who} sets up an escrow of ${total}.`;
      return `${does} Of it, ${amount} goes to ${whom},`;
    },
    when: (steps: number, approver: string, releaser: string) => {
      const by =
        approver === releaser
          ? `approved and released by ${approver}`
          : `approved by ${approver} and released by ${releaser}`;
      return steps === 1 ? `paid at once when all of it is ${by}.` : `in ${steps} steps, each when it is ${by}.`;
    },
    fees: (platform: string, service: string) => `The platform takes ${platform}, the service ${service}.`,
    movesNothing: (none: string, later: string) => `Now: ${none}. Paid in later, in a separate transaction: ${later}.`,
    noDeadline: (resolver: string) =>
      `There is no deadline: if the other side goes silent, only ${resolver} can move the money.`,
  },
} satisfies ActionWords & Readonly<Record<string, unknown>>;

export const afterwards: OpeningWords = {
  next: () => 'Fund it with fund_escrow; get_balances shows what it holds.',
  already: (escrow, hash) => ({ message: `This escrow is settled already, at ${escrow} (transaction ${hash}).` }),
};
