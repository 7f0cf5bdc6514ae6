/** Create an escrow. */
import { parseDeployRequest } from '../../escrow/parse-request.ts';
import { escrowOnChain } from '../../kinds/escrow-of-request.ts';
import { interfaceMulti } from '../../kinds/interface-multi.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import type { Action } from '../action.ts';
import { checkUnsigned } from './check-unsigned.ts';
import { summarise } from './summary.ts';

export const deploy: Action<'deploy'> = {
  name: 'deploy',
  parse: parseDeployRequest,
  identity: (request, network) => interfaceMulti.encode(escrowOnChain(request, network)).toXdr(),
  read: (read, network) => readDeploy(read, network.passphrase),
  check: checkUnsigned,
  isPinned: ({ factory, wasmHash }, network) =>
    (network.factory === undefined || network.factory === factory) &&
    (network.wasmHash === undefined || network.wasmHash === wasmHash),
  summarise: (read, call, request, network, reasons) =>
    summarise(read, call, network, reasons, request.trustline.decimals),
};
