/** A filled deploy request in YAML, with a word about each field. */

export type TemplateParts = {
  readonly signer: string | undefined;
  readonly serviceProvider: string | undefined;
  readonly platform: string | undefined;
  readonly disputeResolver: string | undefined;
  /** Token contract, C… */
  readonly token: string | undefined;
  readonly tokenCode: string | undefined;
  readonly engagementId: string;
};

/** What stands where an address is not known is refused by deploy, by its path and line. */
const MISSING = 'G… (fill in)';

export function requestTemplate(parts: TemplateParts): string {
  const { signer = MISSING, serviceProvider = MISSING, platform = MISSING, disputeResolver = MISSING } = parts;
  return `# A request for /escrow deploy. Every field is explained; nothing is sent before you sign.

# The account (G…) whose wallet signs. May be left out if you set /escrow wallet.
signer: ${signer}

# Your own name for this escrow; another escrow needs another one.
engagementId: ${parts.engagementId}
title: Logo design
description: A logo in three steps, paid as each is approved

# Accounts (G…) or contracts (C…). One address may have several roles.
roles:
  approver: ${signer} # approves each milestone
  serviceProvider: ${serviceProvider} # does the work
  platformAddress: ${platform} # gets the platform fee
  release: ${signer} # releases the money of approved milestones
  disputeResolver: ${disputeResolver} # decides disputes
  receiver: ${serviceProvider} # gets the money

# A percentage: 5 means 5 %.
platformFee: 5

# One to ten. Amounts are in the token's units; quotes keep every digit.
milestones:
  - description: Sketches
    amount: "10.5"
  - description: Drafts
    amount: "20"
  - description: Final files
    amount: "30"

# The token contract${parts.tokenCode === undefined ? '' : ` (${parts.tokenCode})`}; 10000000 says that it has 7 decimals.
trustline:
  address: ${parts.token ?? 'C… (fill in)'}
  decimals: 10000000
`;
}
