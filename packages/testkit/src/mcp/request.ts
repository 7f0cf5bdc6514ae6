/** A request as a model would write it, between the sandbox's demo accounts. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';

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
    { description: 'Final files', amount: '30' },
  ],
  trustline: { address: NETWORKS.sandbox.tokens[0].address as string, decimals: 10_000_000 },
};
