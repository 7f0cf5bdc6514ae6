/** Let one's own account hold a token, by a transaction of its own for which no service is needed. */
import { fromBaseUnits } from '../../escrow/amount.ts';
import { knownToken } from '../../escrow/network.ts';
import { cleanLine } from '../../text/text.ts';
import type { Action } from '../action.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import { expiryOf } from '../deploy/summary.ts';
import { readTrust } from './change-trust.ts';
import { checkTrust } from './check-trust.ts';
import { parseTrustRequest } from './request.ts';

/** What the network keeps of an account's XLM for each entry that it owns. */
export const RESERVE = 5_000_000n;

export const trust: Action<'trust'> = {
  name: 'trust',
  parse: parseTrustRequest,
  identity: ({ trustline }) => new TextEncoder().encode(`trust ${trustline.address}`),
  read: (read, network) => readTrust(read, network.passphrase),
  check: checkTrust,
  // It calls no contract.
  isPinned: () => true,
  summarise: (read, { asset, contractId }, { signer }, network) => {
    const code = cleanLine(asset.code, 12);
    const reserve = fromBaseUnits(RESERVE, XLM_DECIMALS);
    return {
      network: network.name,
      networkPassphrase: network.passphrase,
      signer,
      token: { address: contractId, code, issuer: asset.issuer },
      means: `Lets ${signer} hold ${code} of the issuer ${asset.issuer}. No money moves. ${reserve} XLM of the account are held back while the trustline stands.`,
      reserveXlm: reserve,
      feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
      expiresAt: expiryOf(read).toISOString(),
      warnings:
        knownToken(network, contractId) === undefined
          ? [`Anybody can issue a token called ${code}. Check the issuer’s address: ${asset.issuer}.`]
          : [],
    };
  },
};
