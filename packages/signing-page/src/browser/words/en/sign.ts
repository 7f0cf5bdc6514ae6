/** What the signing page alone says in English. */
import { STATE_WORDS } from '@countersign/core/words';

/** What is signed, as a person reads it first. */
export const deal = {
  tokens: 'tokens',
  milestone: (number: number) => `milestone ${number}`,
  headline: {
    nothingNow: (unit: string) => `Now: 0 ${unit}`,
    now: (later: string, unit: string) => `Now: 0 ${unit}. Paid in later: ${later}`,
    change: (what: string, before: string, after: string) => `${what}: ${before} → ${after}`,
    andMore: (count: number) => `and ${count} more`,
    all: 'the escrow',
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
  pays: 'pays',
  youPay: 'pay',
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
  receivers: (count: number) => `${count} receivers`,
  youName: 'You',
  demo: (name: string) => `demo account “${name}”`,
  firstTime: 'used for the first time',
  lookTwice: 'Look twice:',
  checkTexts: 'Check these texts carefully:',
  people: 'Who does what',
  payees: {
    title: 'Not everyone can be paid yet',
    own: 'Add the trustline to your account',
    prepare: (name: string | undefined) => `Prepare the trustline${name === undefined ? '' : ` for ${name}`}`,
    send: (name: string | undefined) =>
      `The trustline is prepared. Only ${name ?? 'the owner of that account'} can sign it. Send them this page:`,
    copy: 'Copy the link',
  },
  money: {
    title: 'Milestones and money',
    milestone: 'Milestone',
    youPay: 'You pay',
    paidIn: 'Paid in',
    platform: (percent: string) => `Platform (${percent}\u00a0%)`,
    service: 'Service',
    receiver: 'Receiver gets',
    gets: (whom: string) => (whom === 'you' ? 'You get' : `${whom} gets`),
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
  atMost: (fee: string) => `at most ${fee}, paid by the signer`,
  memo: 'Memo',
  none: 'none',
  sequence: 'Sequence number',
  xdr: 'Unsigned transaction (XDR)',
  isNew: 'new',
};

const STATES: Readonly<Record<keyof typeof STATE_WORDS, string>> = STATE_WORDS;

const AGAIN =
  'It is prepared again when you sign, from the same request, and compared again. If anything but its hash and its time is new, you see that first.';
const OVER = `The time of this transaction is over. ${AGAIN}`;
const EXPIRED = `The ledger did not take this transaction, and its time is over. ${AGAIN}`;
const LOOK_IT_UP =
  'This page keeps watching. If nothing changes here, look the transaction hash up in an explorer of this network.';
const NOT_YET = 'The ledger does not show it yet';
const AGAIN_BELOW = 'You can prepare it again here, from the same request, and sign that.';

/** The status: what each state of each action is called, and what to do in it. */
export const status = {
  toSign: 'Waiting for your signature',
  /** Headings and sentences of every action; open ones are headed by the deal. */
  every: {
    prepared: { title: 'Read this before you sign', lead: '' },
    over: { title: 'Read this before you sign', lead: OVER },
    expired: { title: 'Read this before you sign', lead: EXPIRED },
    displaced: {
      title: STATES.displaced,
      lead: `The ledger accepted another transaction of this account instead, and can no longer accept this one. ${AGAIN_BELOW}`,
    },
    'to-confirm': {
      title: 'Stop and read this first',
      lead: 'It may not be what you want. Nothing to sign is shown until you confirm it. Then your browser compares the transaction.',
    },
    sending: {
      title: STATES.sending,
      lead: 'Delivered: Countersign has your signature and is sending it to the ledger. You can leave this page.',
    },
    taken: {
      title: 'Do not fund this',
      lead: 'The contract at this escrow’s address is not what was asked for. Pay nothing to it, and sign nothing more for it.',
    },
    superseded: {
      title: STATES.superseded,
      lead: 'Do not sign this one: its signature is refused. Read the newer version. If you do not know who changed it, sign neither.',
    },
    declined: {
      title: STATES.declined,
      lead: 'Someone said here that this is not what they want. It is no longer offered, and its signature is refused. The person who asked for it is told.',
    },
    discarded: {
      title: STATES.discarded,
      lead: 'It is no longer offered, and its signature is refused. Nothing was sent.',
    },
  },
  /** Sentences about what became of it, of which an action may have its own parts. */
  /** @param goesOn whether another transaction follows on the page after it */
  settled: (own: string | undefined, goesOn: boolean) =>
    own ?? `The ledger accepted your signed transaction.${goesOn ? '' : ' You can close this page.'}`,
  outcomes: {
    rejected: { title: STATES.rejected, lead: (own = 'Nothing was changed.') => `${own} ${AGAIN_BELOW}` },
    accepted: {
      title: STATES.accepted,
      lead: (own = ', so do not do it again') => `${NOT_YET}${own}. ${LOOK_IT_UP}`,
    },
    unknown: {
      title: STATES.unknown,
      lead: (own = 'What you signed may or may not have reached the ledger. Until you know, do not sign it again.') =>
        own,
    },
  },
  mismatch: {
    title: 'Do not sign this',
    lead: 'Your browser decoded the transaction, and it is not what was asked for. It cannot be signed here.',
    tell: 'Tell the operator of the escrow service.',
  },
  askedFor: 'asked for',
  found: 'found',
  foundOnLedger: 'found on the ledger',
  onLedgerNow: 'on the ledger now',
  inNewer: 'in the newer version',
  inThis: 'in this one',
  now: 'now',
  before: 'before',
  different: 'What is different:',
  newer:
    'A newer version of this was prepared. Only one of the two can be signed. Read the newer one before you decide. What is different:',
  openNewer: 'Open the newer version',
  requestOfNewer: 'Handle of the newer version',
  wentFirst: 'Went first',
  failed: 'it failed',
  elsewhere: 'A transaction that the person who asked for this one did not prepare here.',
  earlierVersion: {
    title: 'The earlier version was signed',
    lead: 'An earlier version of this escrow exists on the ledger now, so the ledger can no longer accept this version.',
    next: 'That cannot be taken back. Where you asked for this, ask for a change of its terms, or for a second escrow with another engagement id.',
  },
  replaces:
    'This is a new version of an earlier one. Once it can be signed, the earlier one no longer can. What is different:',
  against: 'Reasons not to sign:',
  confirmed: 'This was confirmed. It still applies:',
  verified: 'This is what was asked for. Check that it is what you want.',
  notAgreed:
    'Decoded and compared in your browser: it matches the request, but the escrow’s terms have changed. Compare them with what you agreed to.',
  how: 'Decoded and compared with the request in your browser.',
  partly: 'Decoded in your browser: nothing contradicts the request, but not all of it could be verified.',
  tellOperator: 'Tell the person who runs Countersign.',
  address: 'Address',
  escrowAddress: 'Escrow address',
  copyAddress: 'Copy address',
  hash: 'Transaction hash',
  reason: (words: string) => `The reason: ${words}`,
  serviceSaid: (words: string) => `The service said: ${words}`,
  ledgerSays: (host: string | undefined) =>
    host === undefined ? 'The ledger says so.' : `The ledger says so, asked at ${host}.`,
  serviceSays: 'Only the escrow service says so.',
  recordsSay: 'Countersign’s own records say so.',
  changedSince: 'It was changed on the ledger since. Read this before you pay anything to it:',
  changedNow:
    'Its terms were changed on the ledger after this was signed. This page shows them as they are now. Read what changed before you pay anything to it:',
  whenSigned: 'when signed',
  nothingMore: 'Nothing is left to do.',
  you: 'you',
  demo: (account: string) => `demo account “${account}”`,
};

/** Of an account that several people sign for. */
export const signers = {
  title: 'This account needs several signatures',
  anyOne: 'Any one of these can sign.',
  people: (needed: number, of: number, have: number): string =>
    `${needed} of these ${of} must sign. ${have === 0 ? 'Nobody has signed yet.' : `${have} ${have === 1 ? 'has' : 'have'} signed.`}`,
  weights: (needed: number, have: number): string =>
    `Together their signatures must have a weight of ${needed}. They have ${have} so far.`,
  hasSigned: 'Has signed',
  canSign: 'Can still sign',
  signsAgain: 'Signed before, and must sign again',
  weight: (weight: number): string => `weight ${weight}`,
  renewed: 'The transaction that was signed before was not sent in time. Everybody signs this new one.',
  first: 'One of them signs here, as chosen above. Then the others open the same link and sign too.',
  others: 'Send this link to the others. Or switch the account in your wallet, and sign again here.',
  until: (time: string, left: string): string => `All of them must have signed by ${time}, which is in ${left}.`,
  over: 'The time for this transaction is over. Everybody signs a new one.',
  copyLink: 'Copy the link',
};
