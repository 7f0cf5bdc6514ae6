/** Made from wallet.en.json by `pnpm fix`. */
export type WalletParameters = {
  'whose.for.payer': 'address';
  'whose.for.maker': 'address';
  'whose.for.owner': 'address';
  'whose.for.anyone': 'address';
  'whose.for.approver': 'address';
  'whose.for.serviceProvider': 'address';
  'whose.for.platformAddress': 'address';
  'whose.for.releaseSigner': 'address';
  'whose.for.disputeResolver': 'address';
  'whose.for.receiver': 'address';
  'whose.other': 'address';
};
