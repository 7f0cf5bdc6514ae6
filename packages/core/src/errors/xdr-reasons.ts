import type { CatalogueEntry } from './catalogue.ts';

const GIVE_THE_TRANSACTION =
  'Give the transaction itself: a long text that begins with AAAA, as the wallet shows it after signing.';

/** Why a text or file is `XDR_UNREADABLE`, where there is more to report than that. */
export const XDR_REASONS = {
  empty: {
    message: 'There is no transaction here: the text or file is empty.',
    remedy: 'Give the XDR of the transaction, as the wallet shows or saves it after signing.',
  },
  truncated: {
    message: 'The transaction is cut off.',
    remedy:
      'Chats shorten long texts. Copy the signed XDR again with the wallet’s own copy button, and attach it as a file or paste it on the signing page, where nothing is cut.',
  },
  damaged: {
    message: 'This begins like a transaction, but some of its characters were changed, lost or added on the way.',
    remedy: 'Copy the signed XDR again with the wallet’s own copy button, or attach it as a file.',
  },
  ambiguous: {
    message: 'This contains several different transactions.',
    remedy: 'Paste only the signed one.',
  },
  hash: {
    message: 'This is 32 bytes, like the hash of a transaction, not the transaction itself.',
    remedy: GIVE_THE_TRANSACTION,
  },
  address: {
    message: 'This is an address, not a transaction.',
    remedy: GIVE_THE_TRANSACTION,
  },
  id: {
    message: 'This looks like the id of a prepared escrow, not a transaction.',
    remedy:
      'Give the id where an id is asked for. The transaction is a long text that begins with AAAA, as the wallet shows it after signing.',
  },
  link: {
    message: 'This is a link with no transaction in it. Countersign never opens links.',
    remedy: 'Open the link yourself and sign there, or give the transaction itself: a long text that begins with AAAA.',
  },
  refusal: {
    message: 'This is a wallet’s message that it did not sign, not a transaction.',
    remedy: 'Sign again in the wallet and approve it there, or leave it if you do not want to sign.',
  },
  'other-kind': {
    message: 'This is XDR, but not a transaction.',
    remedy: 'Choose “sign transaction” in the wallet, and give the whole signed transaction (its envelope).',
  },
  'not-text': {
    message: 'This is not a text file.',
    remedy: 'Save what the wallet shows after signing as a plain text file (.txt), and give that.',
  },
  'too-large': {
    message: 'This is larger than any transaction that the network accepts (132,096 bytes).',
    remedy: 'Check that you gave the right file or text.',
  },
} as const satisfies Record<string, Pick<CatalogueEntry, 'message' | 'remedy'>>;
