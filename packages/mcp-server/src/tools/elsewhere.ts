/** Generates tools-elsewhere.json. */
import { DIALECT_NAMES, type Network, networkWith } from '@countersign/core/network';
import { abilitiesOf } from '@countersign/core/settings/abilities';
import { listedTools } from './index.ts';
import type { ToolElsewhere } from './tools-for.ts';

const ANY_FEE_ADDRESS = 'G…';

/** Every tool as it is not in tools.json, with the installations that have it so. */
export function toolsElsewhere(): readonly ToolElsewhere[] {
  const found = new Map<string, { readonly name: string; readonly where: string[]; readonly listed: Listed }>();
  for (const where of installations()) {
    const here = new Map(listedTools(JSON.parse(where)).map((tool) => [tool.name, tool]));
    for (const usual of listedTools()) {
      const tool = here.get(usual.name);
      const listed = tool === undefined ? null : { description: tool.description, inputSchema: tool.inputSchema };
      const { name, description, inputSchema } = usual;
      if (JSON.stringify(listed) === JSON.stringify({ description, inputSchema })) continue;
      const key = JSON.stringify([name, listed]);
      const known = found.get(key) ?? { name, where: [], listed };
      known.where.push(where);
      found.set(key, known);
    }
  }
  return [...found.values()];
}

type Listed = ToolElsewhere['listed'];

/** The abilities of every combination of settings that matters, each once. */
function installations(): ReadonlySet<string> {
  const networks = (['sandbox', 'testnet', 'public'] as const).flatMap((name) =>
    DIALECT_NAMES.flatMap((dialect): Network[] => {
      const network = networkWith(name, dialect);
      return [network, { ...network, feeAddress: ANY_FEE_ADDRESS }];
    }),
  );
  const abilities = networks.flatMap((network) =>
    [true, false].map((withoutRpc) =>
      abilitiesOf({ network, serviceUrl: 'https://service.example', rpcUrls: [], withoutRpc }),
    ),
  );
  return new Set(abilities.map((can) => JSON.stringify(can)));
}
