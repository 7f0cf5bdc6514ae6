/** The escrow service builds the transaction and sends what was signed. */
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';

export function serviceCarrier(service: EscrowService): Carrier<'deploy'> {
  return {
    build: async (request, options) => (await service.deploy(request, options)).unsignedTransaction,
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}
