/** The skill over MCP, read by the client of the protocol’s own library, which verifies its digest and its frontmatter. */
import { readFileSync } from 'node:fs';
import { connect, newClient, ONLY_2026, SkillsClient, serve, startHost } from '@countersign/testkit/mcp/host';
import { expect, test } from 'vitest';
import * as z from 'zod';

const URI = 'skill://countersign/SKILL.md';
const FILE = readFileSync(new URL('../../../../distribution/skill/SKILL.md', import.meta.url), 'utf8');

test.each([
  ['2026-07-28', ONLY_2026],
  ['an earlier version', 'legacy'],
] as const)('offers the skill of the plugins with its digest and size over %s', async (_, mode) => {
  const { client, noise } = await connect(newClient(mode), serve().transport);
  const skills = new SkillsClient(client);
  expect(skills.supported).toBe(true);
  const { skills: listed, invalid } = await skills.list();
  expect([listed.length, invalid]).toEqual([1, []]);
  const [skill] = listed;
  if (skill === undefined) throw new Error('no skill is listed');
  expect(skill).toMatchObject({ uri: URI, frontmatter: { name: 'countersign' } });
  const hints = mode === 'legacy' ? {} : { ttlMs: 600_000, cacheScope: 'public' };
  const got = await skills.get(URI);
  expect(got.skill).toEqual(skill);
  expect(got).toMatchObject(hints);
  expect(await client.readResource({ uri: URI })).toMatchObject(hints);
  expect(await skills.read(skill)).toMatchObject({ mimeType: 'text/markdown', text: FILE, verified: true });
  expect((await client.listResources()).resources.find(({ uri }) => uri === URI)).toMatchObject({
    ...skill.frontmatter,
    mimeType: 'text/markdown',
  });
  await expect(skills.get('skill://other/SKILL.md')).rejects.toMatchObject({ code: -32_602 });
  expect(noise).toEqual([]);
});

test('offers the skill to a client that knows no extensions', async () => {
  const { client } = await startHost();
  const { skills } = await client.request({ method: 'skills/list' }, z.looseObject({ skills: z.array(z.unknown()) }));
  expect(skills).toMatchObject([{ uri: URI, resources: [{ uri: URI, size: Buffer.byteLength(FILE) }] }]);
});

test('offers no skill where the installation is read-only', async () => {
  const { client } = await connect(newClient(ONLY_2026), serve({ COUNTERSIGN_READ_ONLY: 'true' }).transport);
  const skills = new SkillsClient(client);
  expect((await skills.list()).skills).toEqual([]);
  await expect(skills.get(URI)).rejects.toMatchObject({ code: -32_602 });
  await expect(client.readResource({ uri: URI })).rejects.toThrow('There is no such resource');
});
