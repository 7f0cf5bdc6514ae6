/** A request as somebody would attach it, between the sandbox's demo accounts, and what their wallet does. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { type DemoAccountName, demoKeypair } from '@countersign/escrow-service';
import { textOf } from './discord.ts';
import type { Message } from './messages.ts';

const [client, provider, platform, arbiter] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];

export const SIGNER = client;

export const REQUEST = {
  signer: client,
  engagementId: 'ENG-1',
  title: 'Logo',
  description: 'A logo in three steps',
  roles: {
    approver: client,
    serviceProvider: provider,
    platformAddress: platform,
    release: client,
    disputeResolver: arbiter,
    receiver: provider,
  },
  platformFee: 5,
  milestones: [
    { description: 'Sketches', amount: '10.5' },
    { description: 'Drafts', amount: '20' },
  ],
  trustline: { address: NETWORKS.sandbox.tokens[0].address as string, decimals: 10_000_000 },
};

/** The request as a file. */
export function requestFile(changes: Record<string, unknown> = {}): { file: string } {
  return { file: JSON.stringify({ ...REQUEST, ...changes }, null, 2) };
}

/**
 * A v1 envelope ends in its list of signatures; an unsigned one in that list's length, a zero of four bytes. A
 * signature is the last four bytes of the public key and 64 bytes behind their length.
 */
function signAs(name: DemoAccountName, unsignedXdr: string, transactionHash: string): string {
  const keypair = demoKeypair(name);
  return Buffer.concat([
    Buffer.from(unsignedXdr, 'base64').subarray(0, -4),
    Buffer.from([0, 0, 0, 1]),
    Buffer.from(keypair.signatureHint()),
    Buffer.from([0, 0, 0, 64]),
    Buffer.from(keypair.sign(Buffer.from(transactionHash, 'hex'))),
  ]).toString('base64');
}

/** What a person's wallet makes of a card: it takes the file and gives back a signed one. */
export function signCard(card: Message): { file: string } {
  const unsigned = card.files.find(({ name }) => name === 'unsigned.xdr.txt')?.text as string;
  const hash = /\*\*Transaction\*\* `([0-9a-f]{64})`/.exec(textOf(card))?.[1] as string;
  return { file: `${signAs('client', unsigned, hash)}\n` };
}
