import type { WalletProof } from '../wallet-proof.ts';

export function walletProofText({ address, person, place, host, code }: WalletProof): string {
  return [
    `Demuestro a ${host} que esta billetera es mía.`,
    `Billetera: ${address}`,
    `Persona: ${person}`,
    `Lugar: ${place}`,
    `Código de un solo uso: ${code}`,
    'Esto no es una transacción. No mueve dinero y no da a nadie el derecho de firmar nada.',
  ].join('\n');
}
