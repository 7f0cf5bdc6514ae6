/** The escrow service builds the transaction and sends what was signed. */
import type { DeployRequest } from '../../escrow/index.ts';
import { type Asset, knownToken, type Network } from '../../escrow/network.ts';
import type { EscrowService } from '../../service/escrow-service.ts';
import type { Carrier } from './carrier.ts';

export function serviceCarrier(service: EscrowService, network: Network): Carrier<'deploy'> {
  return {
    build: async (request, { another = 0, network: asked, ...options }) => {
      // Our own service alone knows what it means.
      const counter = another > 0 && network.name === 'sandbox' ? { another } : {};
      const asset = needsAsset(request, network) ? assetOf(request, await asked) : undefined;
      const extras = { ...counter, ...(asset === undefined ? {} : { asset }) };
      return (await service.deploy(request, { ...options, ...extras })).unsignedTransaction;
    },
    send: (signedXdr, options) => service.sendTransaction(signedXdr, options),
  };
}

/** Whether the service is told the token's code and issuer, and only the ledger can tell them. */
function needsAsset({ trustline }: DeployRequest, network: Network): boolean {
  return network.dialect === 'v1' && knownToken(network, trustline.address) === undefined;
}

function assetOf({ trustline }: DeployRequest, network: Network | undefined): Asset | undefined {
  return network?.saidAssets?.[trustline.address];
}
