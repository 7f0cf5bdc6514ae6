const by = (who: string, verb: string, other: string) => `${who} ${who === 'you' ? verb : other}`;

/** What is signed, as a person reads it first. */
export const deal = {
  tokens: 'tokens',
  milestone: (number: number) => `milestone ${number}`,
  headline: {
    deploy: (amount: string, title: string) => `${amount} for ${title}`,
    fund: (amount: string, title: string | undefined) =>
      title === undefined ? `Pay ${amount} into an escrow` : `Pay ${amount} for ${title}`,
    trust: (code: string) => `Let your account hold ${code}`,
    nothingNow: (unit: string) => `Now: 0 ${unit}`,
    now: (later: string, unit: string) => `Now: 0 ${unit}. Paid in later: ${later}`,
    change: (what: string, before: string, after: string) => `${what}: ${before} → ${after}`,
    andMore: (count: number) => `and ${count} more`,
    approve: (milestone: string, amount: string | undefined) =>
      amount === undefined ? `Approve ${milestone}` : `Approve ${milestone}: ${amount} can be paid out`,
    report: (milestone: string) => `Report progress on ${milestone}`,
    dispute: (what: string, who: string) => `Dispute ${what}: ${by(who, 'decide', 'decides')} who gets the money`,
    extend: 'Keep the escrow on the ledger for longer',
    all: 'the escrow',
    pay: (whom: string, amount: string) => `Pay ${whom === 'you' ? 'yourself' : whom} ${amount}`,
    gets: (whom: string, amount: string) => `${by(whom, 'get', 'gets')} ${amount}`,
    decided: (amounts: string) => `you decided ${amounts}, less fees`,
  },
  sentences: {
    deploy: (total: string, amount: string, whom: string) =>
      `You set up an escrow of ${total}. Of it, ${amount} goes to ${whom},`,
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
    pay: (amount: string, title: string | undefined) =>
      title === undefined ? `You pay ${amount} into an escrow.` : `You pay ${amount} into the escrow “${title}”.`,
    ways: {
      escrow: 'Its contract takes the payment only if its terms are still the same, and keeps it until it is released.',
      transfer: 'This is a plain transfer of the token, which the escrow’s contract does not check.',
    },
    payNow: (amount: string) => `You pay ${amount} now.`,
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
      `You cannot take it back; if there is a disagreement, ${by(resolver, 'decide', 'decides')}. There is no deadline.`,
    resolver: 'its dispute resolver',
    noWayBack: (resolver: string) =>
      `There is no deadline and no way back: if the other side goes silent, only ${resolver} can move the money.`,
    heldBack: (reserve: string) =>
      `No money moves. ${reserve} of your account is held back for as long as it can hold the token.`,
  },
  youDo: (what: string) => `You ${what}`,
  you: 'you',
  below: 'address below',
  thisOne: 'this address',
  /** A person without a name, by what they do. */
  whoever: (does: string) => `whoever ${does}`,
  stranger: 'Nobody with a role in this escrow',
  noRole: 'has no role in this escrow',
  platformFee: 'Platform, its fee',
  service: 'takes the escrow service’s fee',
  pays: 'pay',
  mayHold: (code: string) => `may hold ${code}`,
  roles: {
    approver: 'approves each milestone',
    serviceProvider: 'does the work',
    platformAddress: 'takes the platform’s fee',
    releaseSigner: 'releases the money',
    disputeResolver: 'decides a dispute, and where the money goes then',
    receiver: 'is paid',
  },
  yourRoles: {
    approver: 'approve each milestone',
    serviceProvider: 'do the work',
    platformAddress: 'take the platform’s fee',
    releaseSigner: 'release the money',
    disputeResolver: 'decide a dispute, and where the money goes then',
    receiver: 'are paid',
  },
  someone: {
    approver: 'the one who approves',
    serviceProvider: 'the one who does the work',
    platformAddress: 'the platform',
    releaseSigner: 'the one who releases it',
    disputeResolver: 'the one who decides disputes',
    receiver: 'the one who is paid',
  },
  youName: 'You',
  demo: (name: string) => `demo account “${name}”`,
  firstTime: 'used for the first time',
  lookTwice: 'Look twice:',
  checkTexts: 'Check these texts carefully:',
  people: 'Who does what',
  money: {
    title: 'Milestones and money',
    milestone: 'Milestone',
    youPay: 'You pay',
    paidIn: 'Paid in',
    platform: (percent: string) => `Platform (${percent}\u00a0%)`,
    service: 'Service',
    receiver: 'Receiver gets',
    gets: (whom: string) => by(whom, 'get', 'gets').replace('you', 'You'),
    to: (whom: string) => `to ${whom}`,
    total: 'Total',
  },
  changes: {
    hint: 'As the ledger had the escrow when this was prepared, and after this step.',
    now: 'Now',
    after: 'After',
    none: 'Nothing of the escrow’s terms, state or money.',
  },
  pay: {
    none: (held: string) => `None. The escrow holds ${held}, before and after.`,
    hint: 'Out of the escrow.',
    exact: 'Out of the escrow, to the last unit.',
    about: (amount: string) => `about ${amount}`,
    to: 'To',
    amount: 'Amount',
    unknown: 'An account that is not known here',
    all: 'Paid out in all, fees included',
    left: 'Left in the escrow',
  },
  report: 'What was reported',
  nothingMore: 'Nothing is left to do.',
  terms: 'What it is for',
  engagement: 'Engagement',
  receiverMemo: 'Memo for the receiver',
  token: 'Token',
  unknownToken: 'A token that is not known here',
  issuer: 'Issued by',
  escrow: 'Escrow',
  details: 'Technical details',
  payOnceSettled: 'Pay it only once it has settled.',
  mustShow: 'Your wallet must show this hash.',
  signer: 'Signer',
  network: 'Network',
  passphrase: 'Network passphrase',
  atMost: (fee: string) => `at most ${fee}, paid by you`,
  memo: 'Memo',
  none: 'none',
  sequence: 'Sequence number',
  xdr: 'Unsigned transaction (XDR)',
  isNew: 'new',
};
