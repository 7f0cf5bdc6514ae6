/** Finds out which parts of a result a host gives its model, and what it answers to an elicitation without a person. */
import { fileURLToPath } from 'node:url';
import type { Probed } from '../../tools/src/proof/host-tables.ts';
import { type HostOptions, startHost } from './host-server.ts';

const SCRIPT = fileURLToPath(new URL('./probe-server.ts', import.meta.url));
const PARTS = ['structured', 'text', 'link'] as const;

export async function probe(options: HostOptions): Promise<Probed> {
  const read = (text: string) => ({ value: text, text, isError: false });
  const server = await startHost({ ...options, script: SCRIPT, read })({ env: {} });
  const call = async (tool: string) => (await server.call(tool, {})).text;
  try {
    await server.hears('Please try all tools.');
    const seen = await call('see');
    const error = await call('fail');
    const long = await call('long');
    const elicited = await call('ask');
    return {
      sees: PARTS.filter((part) => seen.includes(`mark-in-${part}`)),
      seesErrors: error.includes('mark-in-error'),
      longResult: long.includes('mark-at-end') ? 'whole' : long.length,
      elicitation: {
        form: /form\W+([\w -]+)/.exec(elicited)?.[1] ?? elicited,
        url: /url\W+([\w -]+)/.exec(elicited)?.[1] ?? elicited,
      },
    };
  } finally {
    await server.close();
  }
}
