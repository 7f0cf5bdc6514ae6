/** Confirms the stops that a deploy transaction alone reveals, before it is signed. */
import { summarise } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { CountersignError } from '@countersign/core/errors';
import { canonicalDecimal } from '@countersign/core/escrow';
import { judgeDeploy } from '@countersign/core/judgement';
import { readDeploy } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { askAmount } from './ask-amount.ts';
import { judgementText } from './judgement-text.ts';

const network = NETWORKS.sandbox;
/** Neither the ledger nor earlier settlements are asked: only what follows from the transaction. */
const NOTHING_KNOWN = {
  accounts: new Map(),
  tokens: new Set<string>(),
  used: new Set<string>(),
  sameCombinationSettled: false,
};

/**
 * @param feeStop basis points
 * @throws CountersignError CONFIRMATION_NEEDED, INPUT_INVALID if another amount was typed
 */
export async function confirmStops(xdr: string, feeStop: number): Promise<void> {
  const read = readTransaction(xdr, network.passphrase);
  const deploy = readDeploy(read, network.passphrase);
  if ('unreadable' in deploy) return;
  const { stops } = judgeDeploy({ ...deploy, signer: read.source }, NOTHING_KNOWN, { network, feeStop });
  if (stops.length === 0) return;
  const { total, token } = summarise(read, deploy, network);
  process.stderr.write(`\n${judgementText({ stops, warnings: [], facts: [] }, process.stderr.columns)}`);
  const typed = await askAmount(total, token.code ?? 'tokens');
  if (canonicalDecimal(typed) === total) return;
  throw new CountersignError('INPUT_INVALID', {
    fields: [{ path: 'the amount', problem: `is not ${total}; nothing was signed` }],
  });
}
