import type { WalletProof } from '../wallet-proof.ts';

export function walletProofText({ address, person, place, host, code }: WalletProof): string {
  return [
    `I prove to ${host} that this wallet is mine.`,
    `Wallet: ${address}`,
    `Person: ${person}`,
    `Place: ${place}`,
    `One-time code: ${code}`,
    'This is not a transaction. It moves no money and gives nobody the right to sign anything.',
  ].join('\n');
}
