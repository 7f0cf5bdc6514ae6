/** Create an escrow. */
import { knownToken } from '../../escrow/network.ts';
import { parseDeployRequest } from '../../escrow/parse-request.ts';
import { encodeEscrow, escrowOfRequest } from '../../kinds/escrow-value.ts';
import { readAnyDeploy } from '../../kinds/read-any-deploy.ts';
import type { Action } from '../action.ts';
import { checkUnsigned } from './check-unsigned.ts';
import { summariseAny } from './summarise-any.ts';

export const deploy: Action<'deploy'> = {
  name: 'deploy',
  parse: parseDeployRequest,
  // The escrow as it stands on chain counts, with a known issuer taken for its token contract.
  identity: (request, network) => {
    const { trustline, ...escrow } = escrowOfRequest(request);
    const token = knownToken(network, trustline.address)?.address ?? trustline.address;
    return encodeEscrow({ ...escrow, trustline: { ...trustline, address: token } }).toXdr();
  },
  read: (read, network) => readAnyDeploy(read, network.passphrase),
  check: (read, request, policy) => {
    const check = checkUnsigned(read, request, policy);
    return check.level === 'mismatch' ? check : { level: check.level, reasons: check.reasons, call: check.deploy };
  },
  isPinned: ({ factory, wasmHash }, network) =>
    (network.factory === undefined || network.factory === factory) &&
    (network.wasmHash === undefined || network.wasmHash === wasmHash),
  summarise: (read, call, request, network, reasons) =>
    summariseAny(read, call, network, reasons, request.trustline.decimals),
};
