/** Made from afterwards.en.json by `pnpm fix`. */
export type AfterwardsParameters = {
  'afterwards.payIn': 'amount';
  'afterwards.holds': 'amount';
  'afterwards.milestone': 'number' | 'description';
  'afterwards.turn.yours': 'does';
  'afterwards.turn.others': 'who' | 'does';
  'afterwards.whereAsked': 'verb';
  'afterwards.ending.prepare': 'part';
  'afterwards.several.next': 'milestone';
  'afterwards.send': 'who';
  'afterwards.message.escrow': 'title' | 'asks' | 'address' | 'network';
  'afterwards.message.milestone': 'title' | 'milestone' | 'asks' | 'address' | 'network';
  'afterwards.receipt.asOf': 'time';
  'afterwards.receipt.holds': 'amount';
  'afterwards.receipt.fee': 'percent';
  'afterwards.receipt.ledgerAt': 'host';
  'afterwards.reportEarly': 'number';
  'afterwards.unknown.sayAfter': 'time';
};
