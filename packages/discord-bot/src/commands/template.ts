import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Message } from '../interactions/answers.ts';
import type { Reply, Task } from '../task.ts';
import { container, file, text } from '../views/parts.ts';
import { requestTemplate } from './request-template.ts';

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
