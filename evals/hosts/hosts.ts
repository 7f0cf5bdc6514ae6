/** The hosts that the proof plays with: which version, how it is set up for a scripted model, and how a turn is started. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Launch } from '@countersign/core/platform/launch';
import { HOSTS } from '@countersign/mcp-server/command-line/hosts';
import { COMPLETIONS, MESSAGES, RESPONSES, type WireFormat } from './wire-formats.ts';

/** Where a host runs: nothing of this machine's own settings is in it. */
type Place = {
  /** Its home, which starts empty. */
  readonly home: string;
  /** The project in which the person works. */
  readonly project: string;
  readonly launch: Launch;
  /** Of the scripted model. */
  readonly modelUrl: string;
};

export type PlayedHost = {
  /** As `--print-config` names it. */
  readonly name: string;
  readonly title: string;
  /** At npm. */
  readonly package: string;
  readonly version: string;
  /** In `node_modules`. */
  readonly program: string;
  readonly format: WireFormat;
  /** Writes its configuration. @returns its environment, beside HOME and PATH */
  readonly prepare: (place: Place) => Readonly<Record<string, string>>;
  /** What is typed after its command. */
  readonly turn: (text: string, turn: number, session: string) => readonly string[];
};

/** Of the packages that hold the programs themselves; no install script has to link them. */
const PLATFORM = `${process.platform}-${process.arch}`;

const NO_KEY = 'no-key';

export const PLAYED_HOSTS: readonly PlayedHost[] = [
  {
    ...{ name: 'claude-code', title: 'Claude Code', package: '@anthropic-ai/claude-code', version: '2.1.330' },
    program: `@anthropic-ai/claude-code-${PLATFORM}/claude`,
    format: MESSAGES,
    prepare: ({ home, project, launch, modelUrl }) => {
      write(join(project, '.mcp.json'), configuration('claude-code', launch));
      return {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: NO_KEY,
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      };
    },
    turn: (text, turn, session) => [
      ...['-p', text, turn === 0 ? '--session-id' : '--resume', session],
      ...['--mcp-config', '.mcp.json', '--strict-mcp-config', '--allowedTools', 'mcp__countersign'],
    ],
  },
  {
    ...{ name: 'codex', title: 'Codex', package: '@openai/codex', version: '0.169.0' },
    program: '@openai/codex/bin/codex.js',
    format: RESPONSES,
    prepare: ({ home, launch, modelUrl }) => {
      const model = [
        'model = "scripted"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${modelUrl}/v1"`,
        'wire_api = "responses"',
      ];
      write(join(home, '.codex/config.toml'), `${[...model, configuration('codex', launch)].join('\n')}\n`);
      return { CODEX_HOME: join(home, '.codex') };
    },
    turn: (text, turn) => [
      // Otherwise it asks its model without our tools where the server has not started yet.
      ...['-c', 'mcp_servers.countersign.required=true', '-c', 'features.plugins=false', '-c', 'features.apps=false'],
      ...['exec', ...(turn === 0 ? [] : ['resume', '--last']), '--skip-git-repo-check', text],
    ],
  },
  {
    ...{ name: 'opencode', title: 'OpenCode', package: 'opencode-ai', version: '1.18.33' },
    program: `opencode-${PLATFORM}/bin/opencode`,
    format: COMPLETIONS,
    prepare: ({ home, project, launch, modelUrl }) => {
      const scripted = {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${modelUrl}/v1`, apiKey: NO_KEY },
        models: { scripted: { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
      };
      const own = {
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        autoupdate: false,
        share: 'disabled',
      };
      const server = JSON.parse(configuration('opencode', launch)) as object;
      write(join(project, 'opencode.json'), JSON.stringify({ ...own, provider: { scripted }, ...server }));
      return {
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_DATA_HOME: join(home, '.local/share'),
        XDG_STATE_HOME: join(home, '.local/state'),
        XDG_CACHE_HOME: join(home, '.cache'),
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      };
    },
    turn: (text, turn) => ['run', ...(turn === 0 ? [] : ['--continue']), text],
  },
];

/** As `--print-config` prints it, so that the proof also shows that the host reads that. */
const configuration = (name: string, launch: Launch): string => HOSTS[name]?.configuration(launch) ?? '';

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
