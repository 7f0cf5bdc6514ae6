/** A request for deploy_escrow to fill in: complete in the sandbox, elsewhere without addresses. */
import { type Network, SANDBOX_ACCOUNTS } from '@countersign/core/network';

export function requestTemplate({ name, tokens }: Network) {
  const addressOf = (account: string) =>
    name === 'sandbox' ? (SANDBOX_ACCOUNTS.find((known) => known.name === account)?.address ?? '') : 'G…';
  return {
    signer: addressOf('client'),
    engagementId: 'order-1',
    title: 'What is made',
    description: 'What was agreed, in a sentence',
    roles: {
      approver: addressOf('client'),
      serviceProvider: addressOf('provider'),
      platformAddress: addressOf('platform'),
      release: addressOf('client'),
      disputeResolver: addressOf('arbiter'),
      receiver: addressOf('provider'),
    },
    platformFee: '1',
    milestones: [
      { description: 'The first part', amount: '10' },
      { description: 'The rest', amount: '20' },
    ],
    trustline: { address: tokens[0]?.address ?? 'C…' },
  };
}
