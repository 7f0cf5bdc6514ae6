/** The escrow service builds the transaction and sends what was signed. */
import type { Network } from '../../escrow/network.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';

export function serviceCarrier(service: EscrowService, network: Network): Carrier<'deploy'> {
  return {
    build: async (request, { another = 0, ...options }) => {
      // Our own service alone knows what it means.
      const counter = another > 0 && network.name === 'sandbox' ? { another } : {};
      return (await service.deploy(request, { ...options, ...counter })).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}
