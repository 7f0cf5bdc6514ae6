/** The escrow service builds the transaction and sends what was signed. */
import { assetOf, knownToken, type Network } from '../../escrow/network.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';

export function serviceCarrier(service: EscrowService, network: Network): Carrier<'deploy'> {
  return {
    build: async (request, { another = 0, network: asked, ...options }) => {
      // Only our own service knows this field.
      const counter = another > 0 && network.name === 'sandbox' ? { another } : {};
      const token = request.trustline.address;
      // v1 needs the token's code and issuer; those of an unknown token come from the ledger.
      const needsLedger = network.dialect === 'v1' && knownToken(network, token) === undefined;
      const asset = needsLedger ? assetOf((await asked) ?? network, token) : undefined;
      const extras = { ...counter, ...(asset === undefined ? {} : { asset }) };
      return (await service.deploy(request, { ...options, ...extras })).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}
