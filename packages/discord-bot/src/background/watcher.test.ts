import { useFollowedEscrow } from '@countersign/testkit/discord/followed-escrow';
import type { Message } from '@countersign/testkit/discord/messages';
import { test } from 'vitest';

const { scene, press, settle, announced, follow } = useFollowedEscrow();

test('retries a failed post with the same nonce, so that nothing is posted twice', async () => {
  await follow();
  await settle('client', await press(scene.people.client, scene.channel.messages[0] as Message, 'Fund'));
  scene.discord.failures.push({ path: /^POST \/channels\//, status: 500 });
  await announced(1, 'The money is in the escrow.');
});
