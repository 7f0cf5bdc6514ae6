/** A host with its model as the way to the server: what a conversation calls goes through both. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { CLI } from '@countersign/testkit/mcp/serve-here';
import { type Reply, type Server, timeOf } from '../runner/server.ts';
import type { World } from '../runner/world.ts';
import type { PlayedHost } from './hosts.ts';
import { openScriptedModel, type Question } from './scripted-model.ts';
import { type HostTool, namedTool } from './wire-formats.ts';

const RECORDER = fileURLToPath(new URL('./recorder.ts', import.meta.url));
/** Of a turn: a call may take 45 s, and hosts start slowly on a busy machine. */
const TURN_MS = 180_000;

/** What the host did, as its server and its model saw it. */
export type Observed = {
  protocol: string;
  /** Client capabilities. */
  capabilities: Readonly<Record<string, unknown>>;
  /** Whether the server's instructions, and all descriptions of its tools, reached the model as they are. */
  instructions: boolean;
  descriptions: boolean;
  /** Whether all tools are listed, or each only once the model asks for it by its name. */
  tools: 'listed' | 'on demand';
  calls: number;
};

export type HostOptions = {
  readonly host: PlayedHost;
  /** The host's program. */
  readonly command: string;
  /** For everything that is not on loopback. */
  readonly proxy: string;
  readonly observed: Observed;
  /** The script of the server; default: ours. */
  readonly script?: string;
  /** What reached the model as a reply, beside what the server gave. */
  readonly read?: typeof readReply;
};

export function startHost(options: HostOptions): (world: Pick<World, 'env' | 'clock'>) => Promise<Required<Server>> {
  const { host, command, proxy, observed, script = CLI, read = readReply } = options;
  return async ({ env, clock }) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-host-'));
    const [home, project, record] = [join(folder, 'home'), join(folder, 'project'), join(folder, 'record.jsonl')];
    for (const each of [home, project]) mkdirSync(each);
    const model = await openScriptedModel(host.format);
    const launch = {
      command: process.execPath,
      args: [RECORDER, record, script],
      env: { ...env, ...timeOf(clock) },
    };
    const own = host.prepare({ home, project, launch, modelUrl: model.url });
    const session = randomUUID();
    let turns = 0;
    let turn: Turn | undefined;
    let question: Question | undefined;
    let words: string | undefined;
    let tools: Server['tools'] = [];
    let calls = 0;
    let isCalling = false;

    /** Asks, waits for what the host makes of it, and leaves the host's next request in `question`. */
    const move = async (tool: HostTool, input: Readonly<Record<string, unknown>>): Promise<string> => {
      if (turn === undefined || question === undefined) throw new Error('the person said nothing yet');
      const id = `call_${randomUUID().slice(0, 8)}`;
      question.answer({ id, tool, input });
      question = await model.next(turn.ended);
      if (question.result?.id !== id) throw new Error(`the model does not get the result of ${tool.name}`);
      return question.result.text;
    };

    const toolOf = async (name: string): Promise<HostTool> => {
      const listed = question?.tools.find((each) => each.name === name);
      if (listed !== undefined) return listed;
      const named = namedTool(name, question?.whole ?? '');
      if (question?.finder === undefined || named === undefined) {
        throw new Error(`${host.title} offers its model no tool ${name}`);
      }
      const found = await move(question.finder, { query: `select:${named.called}`, max_results: 5 });
      observed.tools = 'on demand';
      return question.tools.find((each) => each.name === name) ?? { ...named, description: found };
    };

    const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<Reply> => {
      const tool = await toolOf(name);
      if (question !== undefined) observe(observed, record, question, tool);
      calls += 1;
      observed.calls += 1;
      return read(await move(tool, input), callsIn(record).at(-1));
    };

    const finishTurn = async () => {
      if (turn === undefined) return;
      question?.answer({ say: words ?? 'All right.' });
      const printed = await turn.finish();
      for (const [link] of (words ?? '').matchAll(/https?:\S+[\w/]/g)) {
        if (!printed.includes(link)) throw new Error(`${host.title} does not print the link whole: ${printed}`);
      }
      [turn, question, words] = [undefined, undefined, undefined];
    };

    return {
      get instructions() {
        return String(meeting(record)?.reply?.['instructions'] ?? '');
      },
      get tools() {
        return tools;
      },
      hears: async (text) => {
        await finishTurn();
        const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
        turn = startTurn(command, host.turn(text, turns, session), project, {
          ...{ PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...own },
          ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: '127.0.0.1,localhost' },
        });
        turns += 1;
        question = await model.next(turn.ended);
        if (!question.whole.includes(JSON.stringify(text).slice(1, -1))) {
          throw new Error(`the model does not get what the person said: ${question.whole.slice(0, 2_000)}`);
        }
        tools = question.tools;
      },
      calling: async () => {
        while (isCalling && callsIn(record).length < calls) await new Promise((resolve) => setTimeout(resolve, 50));
      },
      call: async (name, input) => {
        isCalling = true;
        try {
          return await call(name, input);
        } finally {
          isCalling = false;
        }
      },
      says: async (text) => {
        // The host ends its servers with its turn, and what the person does next they do while the page is served.
        words = words === undefined ? text : `${words}\n${text}`;
      },
      close: async () => {
        try {
          // A call that no one waits for any more has no end.
          if (!isCalling) await finishTurn();
        } finally {
          turn?.kill();
          await model.close();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    };
  };
}

type Turn = {
  /** Says how. */
  readonly ended: Promise<string>;
  /** What it printed, once it ended well. */
  finish(): Promise<string>;
  kill(): void;
};

function startTurn(command: string, args: readonly string[], cwd: string, env: Record<string, string>): Turn {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk;
    });
  }
  const kill = () => killGroup(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, TURN_MS);
  const textOf = () => `${output.stdout.slice(-1_500)}\n${output.stderr.slice(-1_500)}`;
  const code = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const ended = code.then((number) => {
    clearTimeout(timer);
    return `${isLate ? `ended after ${TURN_MS / 1_000} s` : `exit code ${number}`}: ${textOf()}`;
  });
  return {
    ended,
    finish: async () => {
      const how = await ended;
      if ((await code) !== 0) throw new Error(`the host failed, ${how}`);
      return output.stdout;
    },
    kill,
  };
}

/** The host and what it started, all in the group that was made for it. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended in this moment.
  }
}

type Message = { readonly id?: unknown; readonly method?: string; readonly params?: Fields; readonly result?: Fields };
type Fields = Readonly<Record<string, unknown>>;
type Line = { readonly from: 'host' | 'server'; readonly message: Message };

function linesOf(record: string): readonly Line[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}

/** A request of the host with the reply of the server, of each server that was started. */
function exchanges(record: string, method: string): readonly { readonly params: Fields; readonly reply?: Fields }[] {
  const lines = linesOf(record);
  return lines.flatMap(({ from, message }, at) => {
    if (from !== 'host' || message.method !== method) return [];
    const reply = lines.slice(at).find((each) => each.from === 'server' && each.message.id === message.id);
    return [
      { params: message.params ?? {}, ...(reply?.message.result === undefined ? {} : { reply: reply.message.result }) },
    ];
  });
}

const callsIn = (record: string) => exchanges(record, 'tools/call');
/** How host and server met. */
const meeting = (record: string) =>
  [...exchanges(record, 'server/discover'), ...exchanges(record, 'initialize')].findLast(
    ({ reply }) => reply !== undefined,
  );

/** What the host declares: since 2026-07-28 in the metadata of each request. */
function declaredIn(params: Fields): Pick<Observed, 'protocol' | 'capabilities'> {
  const meta = (params['_meta'] ?? {}) as Fields;
  return {
    protocol: String(params['protocolVersion'] ?? meta['io.modelcontextprotocol/protocolVersion']),
    capabilities: (params['capabilities'] ?? meta['io.modelcontextprotocol/clientCapabilities'] ?? {}) as Fields,
  };
}

function observe(observed: Observed, record: string, { whole }: Question, tool: HostTool): void {
  const { params = {}, reply } = meeting(record) ?? {};
  const listed = exchanges(record, 'tools/list').flatMap(
    ({ reply: list }) => (list?.['tools'] ?? []) as readonly { readonly name: string; readonly description: string }[],
  );
  // Some hosts indent the lines.
  const isGiven = (text: unknown) =>
    typeof text === 'string' &&
    text.split('\n').every((line) => whole.includes(JSON.stringify(line.trim()).slice(1, -1)));
  Object.assign(observed, declaredIn(params));
  observed.instructions ||= isGiven(reply?.['instructions']);
  observed.descriptions &&= listed.some(
    ({ name, description }) => name === tool.name && tool.description.includes(description),
  );
}

/** @throws Error with what the server gave and the model did not get */
function readReply(text: string, call: { readonly reply?: Fields } | undefined): Reply {
  const value = jsonIn(text);
  if (call?.reply === undefined) return { value: { message: text }, text, isError: true };
  const { structuredContent, content, isError } = call.reply;
  const [first] = content as readonly { readonly text?: string }[];
  const given = isError === true ? JSON.parse(first?.text ?? '') : structuredContent;
  if (!isDeepStrictEqual(value, given) && !text.includes(first?.text ?? '')) {
    throw new Error(`the model does not get the whole result. Given: ${JSON.stringify(given)} Got: ${text}`);
  }
  const error = isError === true ? (value as { readonly error: unknown }).error : undefined;
  return isError === true ? { value: error, text, isError } : { value, text, isError: false };
}

/** Some hosts put a line of their own before or after the result. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
