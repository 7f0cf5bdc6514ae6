/** The escrow service builds the transaction and sends what was signed. */
import { assetOf, knownToken, type Network } from '../../escrow/network.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';

export function serviceCarrier(service: EscrowService, network: Network): Carrier<'deploy'> {
  return {
    build: async (request, { network: asked, ...options }) => {
      const token = request.trustline.address;
      const needsLedger = network.namesTokensByAsset === true && knownToken(network, token) === undefined;
      const asset = needsLedger ? assetOf((await asked) ?? network, token) : undefined;
      const said = asset === undefined ? {} : { asset };
      return (await service.deploy(request, { ...options, ...said })).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}
