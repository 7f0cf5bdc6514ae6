/**
 * What the signing page says in English, next to the words of core. Every other language says the same, and the rest
 * (`PageWords`). The English of one page, or of a part that is loaded later, comes with it (`addEnglish`).
 */
import type { afterwards } from './en/afterwards.ts';
import type { escrows } from './en/escrows.ts';
import type { prove } from './en/prove.ts';
import type { deal, signers, status } from './en/sign.ts';

export type PageWords = typeof en & Later;

type Later = {
  readonly afterwards: typeof afterwards;
  readonly deal: typeof deal;
  readonly escrows: typeof escrows;
  readonly prove: typeof prove;
  readonly signers: typeof signers;
  readonly status: typeof status;
};

/** The page around the deal: its forms, what went wrong, and a signature that is not delivered yet. */
const page = {
  copied: 'Copied',
  copyRefused: 'Not allowed',
  away: 'Countersign does not answer this page at the moment. It keeps trying.',
  gone: 'There is nothing to sign here',
  notShown: 'This cannot be shown now',
  lost: 'Your signature was not delivered, and this tab has forgotten it.',
  forgotten:
    'This tab has forgotten your signature. If Countersign already has it, it is still sent, and this page says so.',
  noLongerUsed: 'It can no longer be used.',
  notInTime: 'Your signature could not be delivered before it expired. Nothing was sent.',
  readTheNewer: 'Nothing was deployed. A newer transaction is prepared already: read that one, then sign it.',
  unreachable: 'This page could not reach Countersign.',
  silent: 'Countersign did not answer.',
  another: (status: number) => `Another program answered instead of Countersign, with status ${status}.`,
  checkItRuns: 'Check your connection, and that Countersign is still running where this page came from.',
  field: (name: string, asked: string, found: string) => `${name}: asked for ${asked}, found ${found}`,
  saidBy: {
    reason: 'The reason that was given:',
    why: 'Why:',
    service: 'The service said:',
    stellar: 'Stellar answered:',
  },
  remedies: {
    again: 'Sign once more: it is prepared again from the same request.',
    displaced: 'Prepare it again from the same request, and sign that.',
    notFound:
      'It has ended or was discarded, the link is incomplete, or it is from Countersign on another computer or with another data folder: there it works while Countersign is running. Ask for a new link where you got this one.',
    truncated:
      'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet: chats shorten long texts.',
    damaged: 'Copy it again with the wallet’s own copy button, and paste it here straight from the wallet.',
    paste: 'Sign it in your wallet, then paste what the wallet shows: a long text that begins with AAAA.',
    wait: 'Wait for its outcome, or ask again above.',
  },
  decline: {
    button: 'Decline',
    title: 'Don’t sign: this is not what I want',
    lead: 'Nothing will be signed or sent, and its link can no longer be used to sign.',
    label: 'What is wrong? (optional)',
    hint: 'The person or assistant who asked for it reads this. Never write a secret key.',
    end: 'End this offer',
  },
  names: {
    title: 'Give an address a name',
    lead: 'You and an assistant can then use the name. Do it only if its owner told you that the address is theirs.',
    whose: 'Whose address?',
    name: 'Name',
    save: 'Save the name',
  },
  delivery: {
    title: 'Signed, not delivered yet',
    lateTitle: 'Signed, not delivered in time',
    kept: 'Your signature is kept in this tab until Countersign has it.',
    waiting: (why: string) => `${why} Your signature is kept in this tab, so leave it open.`,
    held: (why: string) =>
      `${why} Your signature is kept in this tab meanwhile; the page tries again only when you press the button.`,
    late: 'Countersign could not be reached before your signature expired. If it did arrive, this page says so as soon as Countersign answers again. Do not sign another transaction for this escrow until then.',
    offline: 'This device is offline.',
    reload: 'This browser stores nothing for the page, so reloading the page loses it.',
    trying: (seconds: number) => `Trying again in ${seconds} s.`,
    now: 'Delivering it now…',
    tryNow: 'Try now',
    copy: 'Copy signed transaction',
    forget: 'Do not send it',
  },
};

/** What stands next to the buttons that sign, and what becomes of a press. */
const panel = {
  title: 'Sign',
  next: 'Your wallet shows it once more before you confirm. Then Countersign compares it again, sends it, and this page says when it has settled.',
  nextAsDemo:
    'A demo account signs at once: its key is public, and it holds nothing of worth. Then this page says when it has settled.',
  signWith: (wallet: string) => `Sign with ${wallet}`,
  signAsDemo: (account: string) => `Sign as demo account “${account}”`,
  more: 'More wallets',
  notFound: 'not found in this browser',
  signing: 'Signing…',
  waitingFor: (wallet: string) => `Waiting for ${wallet}: confirm it there.`,
  preparing: 'Preparing it again from the same request…',
  sending: 'Sending…',
  stop: 'Stop waiting',
  prepareAgain: 'Prepare it again',
  showNewer: 'Show the newer transaction',
  newer:
    'A newer transaction for the same request was prepared elsewhere: in another tab, or by an assistant. Nothing changed in what you are reading. In the newer one:',
  changedReview:
    'This is a newer transaction for the same request, compared again. Nothing is signed yet. Read what is new in it, then sign:',
  changedSame: 'Prepared again from the same request, with the same terms and address, and compared again. New in it:',
  before: 'before',
  /** As the facts they stand beside are called. */
  fields: {
    'Look twice': 'Look twice',
    'Escrow address': 'Escrow address',
    'Network fee': 'Network fee',
    'Factory contract': 'Factory contract',
    'Contract code': 'Contract code',
    'What you do': 'What you do',
    'What it changes': 'What it changes',
    'Money that moves': 'Money that moves',
    'Once it has settled': 'Once it has settled',
    'Not verified': 'Not verified',
    'Valid until': 'Valid until',
    'Transaction hash': 'Transaction hash',
  },
  nothing: 'nothing',
  none: 'none',
  paid: (amount: string, to: string) => `${amount} to ${to}`,
  unknownAccount: 'an unknown account',
  left: (amount: string) => `left: ${amount}`,
  pasteWithin: (time: string) => `Paste it back within ${time}.`,
  pasteOver: 'Its time is over. Download it again.',
  emptyPaste: 'Nothing was pasted yet.',
  wordsAlone: 'These are words, not a signed transaction. They were not sent anywhere.',
  bar: { sign: 'Sign', choose: 'Choose how to sign', review: 'See what is new', confirm: 'Read and confirm' },
  confirmTitle: 'Confirm it yourself',
  typeTotal: 'If you want it all the same, type the total exactly as it is shown: ',
  confirm: 'I have read this, and want it all the same',
  notTheTotal: 'This is not the total that is shown. Nothing was confirmed.',
  typeAsShown: 'Type it exactly as it is shown.',
  moreAgainst: {
    message: 'It was prepared again, and the reasons not to sign are no longer the same. Nothing to sign is shown yet.',
    remedy: 'Read the reasons again. If you still want it, type the total again.',
  },
  download: (file: string) => `Download ${file}`,
};

type PageProblem = { readonly message: string; readonly remedy: string };

/** What the page says about wallets: why one did not sign and what to do, and the ways to sign elsewhere. */
const ways = {
  refusals: {
    absent: (wallet: string, site: string): PageProblem => ({
      message: `${wallet} does not answer in this browser.`,
      remedy: `Install or unlock it (${site}), reload this page, or sign in another wallet below.`,
    }),
    locked: (wallet: string): PageProblem => ({
      message: `${wallet} is locked, or has no account yet.`,
      remedy: `Nothing was sent. Unlock ${wallet}, then try again.`,
    }),
    declined: (wallet: string): PageProblem => ({
      message: `${wallet} did not sign: it was declined there.`,
      remedy: 'Nothing was sent. Press the button again when you want to sign.',
    }),
    network: (wallet: string): PageProblem => ({
      message: `${wallet} is on a different network.`,
      remedy: 'Nothing was sent. Choose this network in the wallet, then try again.',
    }),
    account: (wallet: string): PageProblem => ({
      message: `${wallet} has a different account selected.`,
      remedy: 'Nothing was sent. Choose the signer’s account in the wallet, then try again.',
    }),
    silent: (wallet: string): PageProblem => ({
      message: `${wallet} did not answer in time.`,
      remedy: 'Nothing was sent. Open the wallet once, then try again, or sign in another wallet below.',
    }),
    blocked: (wallet: string): PageProblem => ({
      message: `The browser blocked the window of ${wallet}.`,
      remedy: 'Nothing was sent. Allow pop-up windows for this page, then press the button again.',
    }),
    closed: (wallet: string): PageProblem => ({
      message: `The window of ${wallet} was closed before it signed.`,
      remedy: 'Nothing was sent. Press the button again when you want to sign.',
    }),
    /** Declined by the person, or by the wallet since it lacks the account; it does not say which. */
    unable: (wallet: string): PageProblem => ({
      message: `${wallet} did not sign: it was declined there, or the signer’s account is not in it on this network.`,
      remedy: 'Nothing was sent. Add the signer’s account and this network to the wallet, then try again.',
    }),
    // Of a device.
    noDevice: (wallet: string): PageProblem => ({
      message: `No ${wallet} is connected to this page.`,
      remedy:
        'Nothing was sent. Connect it by cable, unlock it, open its Stellar app, close every other program that uses it, then press the button again and choose it.',
    }),
    noApp: (wallet: string): PageProblem => ({
      message: `The Stellar app is not open on the ${wallet}.`,
      remedy: 'Nothing was sent. Open the Stellar app on the device, then try again.',
    }),
    noAccount: (wallet: string): PageProblem => ({
      message: `The signer’s account is not among the first five accounts of this ${wallet}.`,
      remedy: 'Nothing was sent. Connect the device that holds it, or sign in another wallet below.',
    }),
    hashSigning: (wallet: string): PageProblem => ({
      message: `The ${wallet} cannot show this transaction in full, and hash signing is off.`,
      remedy:
        'Nothing was sent. Turn on hash signing in the settings of its Stellar app, try again, and compare the hash on the device with the hash on this page.',
    }),
    other: (wallet: string): PageProblem => ({
      message: `${wallet} did not sign.`,
      remedy: 'Nothing was sent. Choose the signer’s account and this network in the wallet, then try again.',
    }),
  },
  /** After the message. @param words what the wallet said, cleaned and quoted */
  said: (words: string): string => `It said: ${words}`,
  /** After the message. @param address the account that the wallet says it has selected */
  selected: (address: string): string => `It is ${address}.`,
  signedWithAnother: (wallet: string, address: string): string => `${wallet} signed with another account, ${address}.`,
  notLoaded: {
    message: 'The part of this page that this needs could not be loaded.',
    remedy: 'Check your connection, reload the page, then try again.',
  },
  elsewhere: {
    title: 'Sign in another wallet',
    take: 'Take the unsigned transaction to your wallet.',
    download: (file: string): string => `Download ${file}`,
    copy: 'Copy transaction',
    openInApp: 'Open in a wallet app on this device',
    openInAppHint: 'If nothing happens, no app on this device opens such links.',
    /** Shown by the wallet. @param hash of the transaction */
    message: (hash: string): string => `From Countersign. The transaction’s hash: ${hash}`,
    laboratory: 'Sign in Stellar Lab: leaves this page, and gives lab.stellar.org the transaction',
    albedo: 'Sign on Albedo’s site: leaves this page, and gives albedo.link the transaction',
    sign: 'Sign it there, as the signer above, for this network:',
    paste: 'Paste the signed transaction here.',
    noSecret: 'Never paste a secret key: nothing here needs one.',
    submit: 'Submit signed transaction',
  },
  phone: {
    title: 'Sign on your phone',
    scan: 'Scan this code with your phone: it opens this page there.',
    code: (address: string): string => `QR code of this page’s address: ${address}`,
    notReached:
      'A phone cannot open this page: only this computer reaches it. Download or copy the transaction instead.',
  },
};

export const en = { page, panel, ways };
