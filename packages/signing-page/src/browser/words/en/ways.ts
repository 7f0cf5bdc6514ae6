/** What the page says about wallets: why one did not sign and what to do, and the ways to sign elsewhere. */

type Told = { readonly message: string; readonly remedy: string };

export const ways = {
  refusals: {
    absent: (wallet: string, site: string): Told => ({
      message: `${wallet} does not answer in this browser.`,
      remedy: `Install or unlock it (${site}), reload this page, or sign in another wallet below.`,
    }),
    locked: (wallet: string): Told => ({
      message: `${wallet} is locked, or has no account yet.`,
      remedy: `Nothing was sent. Unlock ${wallet}, then try again.`,
    }),
    declined: (wallet: string): Told => ({
      message: `${wallet} did not sign: it was declined there.`,
      remedy: 'Nothing was sent. Press the button again when you want to sign.',
    }),
    network: (wallet: string): Told => ({
      message: `${wallet} is on a different network.`,
      remedy: 'Nothing was sent. Choose this network in the wallet, then try again.',
    }),
    account: (wallet: string): Told => ({
      message: `${wallet} has a different account selected.`,
      remedy: 'Nothing was sent. Choose the signer’s account in the wallet, then try again.',
    }),
    silent: (wallet: string): Told => ({
      message: `${wallet} did not answer in time.`,
      remedy: 'Nothing was sent. Open the wallet once, then try again, or sign in another wallet below.',
    }),
    blocked: (wallet: string): Told => ({
      message: `The browser blocked the window of ${wallet}.`,
      remedy: 'Nothing was sent. Allow pop-up windows for this page, then press the button again.',
    }),
    closed: (wallet: string): Told => ({
      message: `The window of ${wallet} was closed before it signed.`,
      remedy: 'Nothing was sent. Press the button again when you want to sign.',
    }),
    /** Declined by the person, or by the wallet since it lacks the account; it does not say which. */
    unable: (wallet: string): Told => ({
      message: `${wallet} did not sign: it was declined there, or the signer’s account is not in it on this network.`,
      remedy: 'Nothing was sent. Add the signer’s account and this network to the wallet, then try again.',
    }),
    // Of a device.
    noDevice: (wallet: string): Told => ({
      message: `No ${wallet} is connected to this page.`,
      remedy:
        'Nothing was sent. Connect it by cable, unlock it, open its Stellar app, close every other program that uses it, then press the button again and choose it.',
    }),
    noApp: (wallet: string): Told => ({
      message: `The Stellar app is not open on the ${wallet}.`,
      remedy: 'Nothing was sent. Open the Stellar app on the device, then try again.',
    }),
    noAccount: (wallet: string): Told => ({
      message: `The signer’s account is not among the first five accounts of this ${wallet}.`,
      remedy: 'Nothing was sent. Connect the device that holds it, or sign in another wallet below.',
    }),
    hashSigning: (wallet: string): Told => ({
      message: `The ${wallet} cannot show this transaction in full, and hash signing is off.`,
      remedy:
        'Nothing was sent. Turn on hash signing in the settings of its Stellar app, try again, and compare the hash on the device with the hash on this page.',
    }),
    other: (wallet: string): Told => ({
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
