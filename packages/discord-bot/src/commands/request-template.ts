/** A filled deploy request in YAML, with a word about each field. */
import type { Words } from '../words/index.ts';

export type TemplateParts = {
  readonly signer: string | undefined;
  readonly serviceProvider: string | undefined;
  readonly platform: string | undefined;
  readonly disputeResolver: string | undefined;
  /** Token contract, C… */
  readonly token: string | undefined;
  readonly tokenCode: string | undefined;
  readonly engagementId: string;
  /** In which the fields are explained. */
  readonly words: Words['answers'];
};

export function requestTemplate(parts: TemplateParts): string {
  const { TEMPLATE: says, FILL_IN } = parts.words;
  // Refused by deploy, by its path and line.
  const missing = `G… (${FILL_IN})`;
  const { signer = missing, serviceProvider = missing, platform = missing, disputeResolver = missing } = parts;
  return `# ${says.intro}

# ${says.signer}
signer: ${signer}

# ${says.engagementId}
engagementId: ${parts.engagementId}
title: ${says.title}
description: ${says.description}

# ${says.roles}
roles:
  approver: ${signer} # ${says.approver}
  serviceProvider: ${serviceProvider} # ${says.serviceProvider}
  platformAddress: ${platform} # ${says.platform}
  release: ${signer} # ${says.release}
  disputeResolver: ${disputeResolver} # ${says.resolver}
  receiver: ${serviceProvider} # ${says.receiver}

# ${says.fee}
platformFee: 5

# ${says.milestones}
milestones:
  - description: ${says.sketches}
    amount: "10.5"
  - description: ${says.drafts}
    amount: "20"
  - description: ${says.files}
    amount: "30"

# ${says.token}${parts.tokenCode === undefined ? '' : ` (${parts.tokenCode})`}; ${says.decimals}
trustline:
  address: ${parts.token ?? `C… (${FILL_IN})`}
  decimals: 10000000
`;
}
