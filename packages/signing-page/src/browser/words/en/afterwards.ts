/** What the page says once it has settled. `who` is a role; absent, it is the one who reads. */
const yours = (who: string | undefined, does: string, youDo: string): string =>
  who === undefined ? `Your turn: ${youDo}.` : `${who} ${does}.`;

export const afterwards = {
  title: 'What happens next',
  asItStood: 'As the escrow stood then. Where you asked for this, ask whose turn it is by now.',
  payment:
    'Have the payment prepared where you asked for the escrow: only that is refused if the terms change meanwhile.',
  finished: 'Everything is paid out. Nothing more is to be done.',
  archived: 'The ledger has put this escrow to rest. Nothing is lost: the next step wakes it, for a small fee.',
  marks: { done: 'Done', now: 'Now', later: 'Later' },
  life: {
    'set-up': 'The escrow is set up',
    money: 'The money is in the escrow',
    payout: 'The escrow is paid out',
    rest: 'What is left in the escrow is withdrawn',
  },
  payIn: (amount: string) => `Pay in ${amount}`,
  holds: (amount: string) => `It holds ${amount} now.`,
  milestone: (number: number, description: string) => `Milestone ${number}: ${description}`,
  roles: {
    approver: 'The approver',
    serviceProvider: 'The service provider',
    platformAddress: 'The platform',
    releaseSigner: 'The release signer',
    disputeResolver: 'The dispute resolver',
    receiver: 'The receiver',
    anyone: 'Anyone who holds the token',
  },
  turns: {
    fund: (who: string | undefined) => yours(who, 'can pay this in', 'pay this in, or leave it to somebody else'),
    'change-status': (who: string | undefined) => yours(who, 'says when the work is done', 'say when the work is done'),
    approve: (who: string | undefined) =>
      yours(who, 'looks at the work and approves it', 'look at the work, and approve it if it is right'),
    release: (who: string | undefined) => yours(who, 'pays it out', 'pay it out'),
    resolve: (who: string | undefined) =>
      yours(who, 'decides the dispute', 'decide the dispute. Say how to share the money out where you asked for this'),
    withdraw: (who: string | undefined) =>
      yours(who, 'withdraws it', 'withdraw it. Say to whom where you asked for this'),
    other: (who: string | undefined) => yours(who, 'does the next step', 'do the next step where you asked for this'),
  },
  buttons: {
    fund: 'Prepare the payment',
    'change-status': (number: number) => `Report milestone ${number} as done`,
    approve: (number: number) => `Approve milestone ${number}`,
    release: (number: number | undefined) => (number === undefined ? 'Pay it out' : `Pay out milestone ${number}`),
  },
  preparing: 'Preparing…',
  notSignedYet: 'You read and sign it on the next page.',
  evidence: 'Evidence, if you have any',
  evidenceHint: 'A link or a few words. Everybody can read it on the ledger, for ever.',
  send: (who: string) => `Send this to ${who}:`,
  them: 'them',
  ask: {
    fund: 'please pay it in',
    'change-status': 'please report the work when it is done',
    approve: 'please look at the work, and approve it if it is right',
    release: 'please pay out what is approved',
    resolve: 'please decide the dispute',
    withdraw: 'please withdraw what is left',
    other: 'please do the next step',
  },
  message: (title: string, asks: string, milestone: number | undefined, network: string, address: string) =>
    `It is your turn in the escrow “${title}”${milestone === undefined ? '' : `, milestone ${milestone}`}: ${asks}. ` +
    `The escrow is ${address}, network: ${network}.`,
  copy: 'Copy',
  copyAddress: 'Copy address',
  copied: 'Copied',
  notAllowed: 'Not allowed',
  told: 'An assistant that waits for this is told by itself, and so is a card in Discord. If yours says nothing, tell it “done”.',
  address: 'Escrow address',
  hash: 'Transaction hash',
  elsewhere: 'Look it up elsewhere',
  leaves: 'These links leave this page. What they show is other people’s word.',
  links: {
    transaction: 'Transaction on stellar.expert',
    contract: 'Escrow on stellar.expert',
    viewer: 'Escrow in the Trustless Work viewer',
  },
  notify: {
    offer: 'Tell me when something happens',
    means: 'Your browser asks whether this page may. It works while this tab stays open, also in the background.',
    on: 'Your browser tells you while this tab stays open.',
    off: 'Stop telling me',
    denied: 'Your browser does not let this page tell you. You can change that in its settings for this site.',
    title: 'News of an escrow',
    news: 'The page says what happened.',
  },
  networks: {
    sandbox: 'Sandbox: simulated, worth nothing',
    testnet: 'Testnet: test tokens, worth nothing',
    public: 'Public network: real money',
  },
};
