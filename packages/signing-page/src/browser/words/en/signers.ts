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
