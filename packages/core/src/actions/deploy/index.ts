import { joined } from '../../envelope/bytes.ts';
import { pinnedCodes, pinsOf } from '../../escrow/network.ts';
import { deployRequestSchema } from '../../escrow/request.ts';
import { escrowOfKind, escrowOnChain, kindOfRequest, readDeploy } from '../../kinds/index.ts';
import type { Action } from '../action.ts';
import { checkUnsigned } from './check-deploy.ts';
import { parseDeploy } from './parse-deploy.ts';
import { summarise } from './summary.ts';

export const deploy: Action<'deploy'> = {
  name: 'deploy',
  schema: deployRequestSchema,
  parse: parseDeploy,
  identity: (request, network) => {
    const requested = escrowOnChain(request, network);
    const kind = kindOfRequest(request);
    // The decimals are not stored, and with other decimals the same base units are a different amount.
    const decimals = new TextEncoder().encode(`${kind.id} ${requested.trustline.multiplier}`);
    return joined(kind.encode(escrowOfKind(kind, requested)).toXdr(), decimals);
  },
  read: (read, network) => readDeploy(read, network.passphrase),
  check: checkUnsigned,
  isPinned: ({ factory, wasmHash, kind }, network) => {
    const pins = pinsOf(network, kind.release);
    return (
      (pins.factory === undefined || pins.factory === factory) &&
      (pins.wasmHash === undefined || pinnedCodes(pins).includes(wasmHash))
    );
  },
  summarise: (read, call, request, network, reasons, words) =>
    summarise(read, call, network, reasons, request.trustline.decimals, words),
};
