/** What the proof with real hosts found (`hosts.json`), as tables for the README of the MCP server. */

export type Probed = {
  /** The parts of a result that reach the model. */
  readonly sees: readonly string[];
  readonly seesErrors: boolean;
  /** Of a result of 200,000 characters, how many reach the model; `whole`: all. */
  readonly longResult: 'whole' | number;
  /** What it answers where there is no person: an action, or the code of an error. */
  readonly elicitation: { readonly form: string; readonly url: string };
};

export type HostRecord = Probed & {
  /** As `--print-config` names it. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly platform: string;
  /** The revision of MCP that it declares. */
  readonly protocol: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Whether the server's instructions, and the descriptions of its tools, reach the model as they are. */
  readonly instructions: boolean;
  readonly descriptions: boolean;
  /** Whether all tools are listed, or each only once the model asks for it by its name. */
  readonly tools: 'listed' | 'on demand';
  /** Those that went as written. */
  readonly conversations: readonly { readonly about: string; readonly name: string; readonly calls: number }[];
  /** How other networks are kept out: only loopback is there, or a proxy refuses everything. */
  readonly isolation: 'namespace' | 'proxy';
  /** How many addresses elsewhere it wanted to reach, and did not. */
  readonly triedElsewhere: number;
};

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS' };

/** "2.1.330 on Linux: a first escrow, a block (5 calls)…", for the table of hosts. */
export function playedText({ version, platform, conversations }: HostRecord): string {
  const calls = conversations.reduce((sum, each) => sum + each.calls, 0);
  const names = conversations.map(({ about }) => about).join(', ');
  const [system = ''] = platform.split(' ');
  return `${version} on ${SYSTEMS[system] ?? system}: \`pnpm proof --only hosts\` plays ${names} (${calls} calls)`;
}

export function seenTable(records: readonly HostRecord[]): string {
  return [
    '| host | MCP | client capabilities | its model gets | of 200,000 characters | elicitation, nobody there: form, URL |',
    '| --- | --- | --- | --- | --- | --- |',
    ...records.map((each) =>
      [
        `| ${each.title} ${each.version}`,
        each.protocol,
        declared(each.capabilities),
        given(each),
        each.longResult === 'whole' ? 'all' : each.longResult.toLocaleString('en'),
        `${each.elicitation.form}, ${each.elicitation.url} |`,
      ].join(' | '),
    ),
  ].join('\n');
}

/** "roots, elicitation (form, url)" */
function declared(capabilities: HostRecord['capabilities']): string {
  const names = Object.entries(capabilities).map(([name, value]) => {
    const inside = typeof value === 'object' && value !== null && name === 'elicitation' ? Object.keys(value) : [];
    return inside.length === 0 ? name : `${name} (${inside.join(', ')})`;
  });
  return names.length === 0 ? 'none' : names.join(', ');
}

const PARTS: Readonly<Record<string, string>> = {
  structured: '`structuredContent`',
  text: '`content`',
  link: 'resource links',
};

function given({ sees, seesErrors, instructions, descriptions, tools }: HostRecord): string {
  const all = sees.map((part) => PARTS[part] ?? part);
  const described = tools === 'listed' ? 'all descriptions' : 'descriptions on demand';
  const others = [seesErrors && 'errors', instructions && 'instructions', descriptions && described];
  return [...all, ...others.filter((each) => each !== false)].join(', ');
}
