import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Message } from '../interactions/answers.ts';
import type { Reply, Task } from '../task.ts';
import { container, file, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';

const NAME = 'escrow.yaml';

/** `/escrow template`: ready to deploy in the sandbox; elsewhere the person's own addresses are missing. */
export async function template({ bot, person, words }: Task): Promise<Reply[]> {
  const { network } = bot.desk;
  const own = (await bot.state.wallet(person))?.address;
  const [client, provider, platform, arbiter] =
    network.name === 'sandbox' ? SANDBOX_ACCOUNTS.map(({ address }) => address) : [];
  const yaml = requestTemplate({
    signer: own ?? client,
    serviceProvider: provider,
    platform,
    disputeResolver: arbiter,
    token: network.tokens[0]?.address,
    tokenCode: network.tokens[0]?.code,
    paysEachMilestone: network.paysEachMilestone === true,
    // So that two people who try the same file get an escrow each.
    engagementId: `DISCORD-${Date.now().toString(36).toUpperCase()}`,
    words: words.answers,
  });
  const message: Message = {
    components: container('plain', [
      text(`### ${words.answers.TEMPLATE_HEADING}`),
      text(words.answers.TEMPLATE_HOW),
      file(NAME),
    ]),
    files: [{ name: NAME, text: yaml }],
  };
  return [{ message }];
}

/** A filled deploy request in YAML, with a word about each field. */
type TemplateParts = {
  readonly signer: string | undefined;
  readonly serviceProvider: string | undefined;
  readonly platform: string | undefined;
  readonly disputeResolver: string | undefined;
  /** Token contract, C… */
  readonly token: string | undefined;
  readonly tokenCode: string | undefined;
  readonly engagementId: string;
  readonly paysEachMilestone: boolean;
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
    amount: "10.5"${parts.paysEachMilestone ? `\n    # receiver: G… # ${says.ownReceiver}` : ''}
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
