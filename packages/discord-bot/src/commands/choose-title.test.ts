import { until } from '@countersign/testkit/discord/discord';
import { useEscrow } from '@countersign/testkit/discord/escrow-scene';
import { expect, test } from 'vitest';

const { scene } = useEscrow();

test('suggests the address of a settled escrow, or its id where a command needs one', async () => {
  for (const [command, value] of [
    ['fund', scene.escrow],
    ['show', expect.stringMatching(/^[0-9a-f]{32}$/)],
  ] as const) {
    const typed = scene.discord.type(scene.people.client, command, 'escrow', 'logo');
    expect(await until(() => typed.choices)).toEqual([{ name: expect.stringMatching(/^Logo · /), value }]);
  }
});
