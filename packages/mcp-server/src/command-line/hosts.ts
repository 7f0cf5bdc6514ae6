/** The configuration of this server for each host, and the links that install it. */
import { type Launch, shell } from '@countersign/core/platform/launch';

export type Host = {
  readonly title: string;
  /** Where the configuration goes. */
  readonly place: string;
  readonly configuration: (launch: Launch) => string;
  /** For hosts that have a command for it: one line for a shell. */
  readonly add?: (launch: Launch) => string;
  /** For hosts that install from a link. */
  readonly link?: (launch: Launch) => string;
};

export const SERVER_NAME = 'countersign';
export const TITLE = 'Countersign';
/** The registry takes 100 characters. */
export const DESCRIPTION = 'Milestone escrow on Stellar, signed by your own wallet';
/** A call may take 45 s; Goose ends one after its own time-out. */
const GOOSE_TIMEOUT_S = 300;

const json = (value: unknown) => JSON.stringify(value, undefined, 2);
/** Most hosts have this one form. */
const common = (launch: Launch) => json({ mcpServers: { [SERVER_NAME]: launch } });
const base64 = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));

const ADD_FOR_USER = ['mcp', 'add', '--scope', 'user'];

export const HOSTS: Readonly<Record<string, Host>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    place: 'claude_desktop_config.json (Settings, Developer, Edit Config); or open the .mcpb file instead',
    configuration: common,
  },
  'claude-code': {
    title: 'Claude Code',
    place: '.mcp.json in the project’s folder',
    configuration: common,
    add: ({ command, args, env }) =>
      shell('claude', ...ADD_FOR_USER, ...flags(env), '--transport', 'stdio', SERVER_NAME, '--', command, ...args),
  },
  cursor: {
    title: 'Cursor',
    place: '~/.cursor/mcp.json, or .cursor/mcp.json in the project’s folder',
    configuration: common,
    link: (launch) => `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${base64(launch)}`,
  },
  vscode: {
    title: 'VS Code',
    place: '.vscode/mcp.json in the project’s folder, or the file that “MCP: Open User Configuration” opens',
    configuration: (launch) => json({ servers: { [SERVER_NAME]: { type: 'stdio', ...launch } } }),
    add: (launch) => shell('code', '--add-mcp', JSON.stringify({ name: SERVER_NAME, ...launch })),
    link: (launch) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: SERVER_NAME, ...launch }))}`,
  },
  windsurf: { title: 'Windsurf', place: '~/.codeium/windsurf/mcp_config.json', configuration: common },
  zed: {
    title: 'Zed',
    place: 'settings.json (zed: open settings)',
    configuration: (launch) => json({ context_servers: { [SERVER_NAME]: launch } }),
  },
  gemini: {
    title: 'Gemini CLI',
    place: '~/.gemini/settings.json, or .gemini/settings.json in the project’s folder',
    configuration: common,
    add: ({ command, args, env }) =>
      shell('gemini', ...ADD_FOR_USER, ...flags(env), SERVER_NAME, command, '--', ...args),
  },
  codex: {
    title: 'Codex',
    place: '~/.codex/config.toml',
    configuration: toml,
    add: ({ command, args, env }) => shell('codex', 'mcp', 'add', SERVER_NAME, ...flags(env), '--', command, ...args),
  },
  opencode: {
    title: 'OpenCode',
    place: 'opencode.json in the project’s folder, or ~/.config/opencode/opencode.json',
    configuration: ({ command, args, env }) =>
      json({ mcp: { [SERVER_NAME]: { type: 'local', command: [command, ...args], environment: env } } }),
  },
  cline: { title: 'Cline', place: 'cline_mcp_settings.json (MCP Servers, Configure)', configuration: common },
  goose: { title: 'Goose', place: '~/.config/goose/config.yaml', configuration: yaml, link: gooseLink },
  'lm-studio': {
    title: 'LM Studio',
    place: 'mcp.json (Program, Install, Edit mcp.json)',
    configuration: common,
    link: (launch) => `lmstudio://add_mcp?name=${SERVER_NAME}&config=${base64(launch)}`,
  },
};

const flags = (env: Launch['env']) => Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** A JSON string is also a TOML and a YAML string; the same holds for a list of them. */
const quote = (value: unknown) => JSON.stringify(value);

function toml({ command, args, env }: Launch): string {
  return [
    `[mcp_servers.${SERVER_NAME}]`,
    `command = ${quote(command)}`,
    `args = ${quote(args)}`,
    ...(Object.keys(env).length === 0 ? [] : ['', `[mcp_servers.${SERVER_NAME}.env]`]),
    ...Object.entries(env).map(([name, value]) => `${name} = ${quote(value)}`),
  ].join('\n');
}

function yaml({ command, args, env }: Launch): string {
  return [
    'extensions:',
    `  ${SERVER_NAME}:`,
    '    enabled: true',
    '    type: stdio',
    `    name: ${TITLE}`,
    `    description: ${quote(DESCRIPTION)}`,
    `    cmd: ${quote(command)}`,
    `    args: ${quote(args)}`,
    `    envs: ${quote(env)}`,
    `    timeout: ${GOOSE_TIMEOUT_S}`,
  ].join('\n');
}

/** Goose asks the person for the value of each variable, so the link carries only names. */
function gooseLink({ command, args, env }: Launch): string {
  const query = new URLSearchParams({ cmd: command });
  for (const arg of args) query.append('arg', arg);
  query.append('timeout', `${GOOSE_TIMEOUT_S}`);
  query.append('id', SERVER_NAME);
  query.append('name', TITLE);
  query.append('description', DESCRIPTION);
  for (const name of Object.keys(env)) query.append('env', `${name}=${name}`);
  // Only forms read a plus sign as a space; not every reader of links does.
  return `goose://extension?${query.toString().replaceAll('+', '%20')}`;
}
