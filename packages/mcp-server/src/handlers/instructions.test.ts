import { NETWORKS } from '@countersign/core/network';
import { createPart } from '@countersign/testkit/record/part';
import { expect, test } from 'vitest';
import { listedTools } from '../tools/index.ts';
import { instructionsFor, type Situation } from './handlers-of.ts';

const TOOLS = listedTools().map(({ name }) => name);
const command = 'node /opt/countersign/cli.js';
const SITUATIONS: Readonly<Record<string, Partial<Situation>>> = {
  'with a terminal': { command },
  'over HTTP': {},
  'read-only': { command, readOnly: true },
  'without a ledger': { hasLedger: false, tools: TOOLS.filter((name) => !/^(prepare|update)_/.test(name)) },
  'without update_escrow': { tools: TOOLS.filter((name) => name !== 'update_escrow') },
};

test('instructs a model in each installation as recorded, shortly enough for a host to keep it whole', async () => {
  const part = createPart();
  const before = new Set<string>();
  for (const network of Object.keys(NETWORKS) as (keyof typeof NETWORKS)[])
    for (const [title, situation] of Object.entries(SITUATIONS)) {
      const text = instructionsFor({ network, readOnly: false, hasLedger: true, tools: TOOLS, ...situation });
      expect(text.length).toBeLessThan(2_000);
      // A paragraph is shown whole once.
      const shown = text.split('\n').map((each) => (before.has(each) ? `${each.slice(0, 40)}…` : each));
      part.note(`${network} ${title}`, shown.join('\n'));
      for (const each of text.split('\n')) before.add(each);
    }
  await expect(part.text()).toMatchFileSnapshot('recorded/instructions.txt');
});
