/** Where a wallet is proven, in English. */
export const prove = {
  title: 'Prove that this wallet is yours',
  loading: 'Reading the text…',
  lead: 'Somebody says that this wallet is theirs. If you are the person named in the text, sign it with your wallet. If not, close this page: the sender of the link wants to pass as the owner of your wallet.',
  opens: {
    title: 'First show that this wallet is yours',
    lead: 'A transaction waits for this wallet. It is shown once the wallet has signed the text below, so that somebody else with this link sees nothing. If your wallet cannot sign a text, open the link that your assistant shows you.',
  },
  wallet: 'Wallet',
  textTitle: 'What your wallet signs',
  means:
    'Signing costs nothing, moves no money, and gives nobody the right to sign for you. It only shows whose wallet this is.',
  sign: 'Sign the text',
  elsewhere: {
    title: 'Sign it in another wallet',
    take: 'Sign this text with a wallet or tool that signs messages by SEP-53.',
    copy: 'Copy the text',
    paste: 'Paste the signature here, in base64 or hex.',
    submit: 'Prove it',
    checking: 'Checking the signature…',
    notOne: {
      message: 'What was pasted is not a signature. It was not sent anywhere.',
      remedy: 'Copy the signature alone: 64 bytes, in base64 or hex.',
    },
  },
  proven: {
    title: 'This wallet is proven to be yours',
    next: 'You can close this page and go back to where you got the link.',
  },
};
