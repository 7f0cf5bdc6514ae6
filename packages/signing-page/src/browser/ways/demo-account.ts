/** Signing as one of the sandbox's demo accounts, whose keys are public and good for nothing else. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { xdr } from '@stellar/stellar-sdk/base';
import type { Match } from '../read-view.ts';

/** The name of the demo account that must sign, where it is one: on the sandbox alone. */
export function demoAccountOf({ summary }: Match): string | undefined {
  if (summary.networkPassphrase !== NETWORKS.sandbox.passphrase) return undefined;
  return SANDBOX_ACCOUNTS.find(({ address }) => address === summary.signer)?.name;
}

export async function signAsDemoAccount(match: Match): Promise<string> {
  const name = demoAccountOf(match);
  if (name === undefined) throw new TypeError('only a demo account of the sandbox signs here');
  const signature = sandboxKeypair(name).signDecorated(match.read.hash);
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: match.read.transaction, signatures: [signature] }),
  ).toXdr('base64');
}
