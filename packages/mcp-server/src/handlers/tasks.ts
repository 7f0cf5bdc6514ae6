/**
 * The wait for a signature as a task (extension `io.modelcontextprotocol/tasks`), where the host follows tasks: the call
 * ends at once, and the host asks in its own time. Nothing is kept of a task: its id names what was prepared.
 *
 * A call that prepares something never becomes a task, since the host's model, and with it the person, would not get
 * the link before it is signed. Decision 102.
 */
import type { TransactionStatus } from '@countersign/core/results';
import { type Fields, isObject } from '@countersign/core/text/fields';
import { Refusal } from './call.ts';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** @param capabilities as the host declares them with each request */
export const followsTasks = (capabilities: unknown): boolean => {
  const extensions = isObject(capabilities) ? capabilities['extensions'] : undefined;
  return isObject(extensions) && isObject(extensions[TASKS_EXTENSION]);
};

/** States in which the person may still be reading and signing. */
const OPEN: readonly unknown[] = ['prepared', 'to-confirm', 'expired', 'partly-signed'] satisfies Status[];
/** States that end without them. */
const PASSING: readonly unknown[] = ['sending', 'accepted', 'unknown'] satisfies Status[];
type Status = TransactionStatus['status'] | 'partly-signed';

export const isUndecided = ({ status }: Fields): boolean => OPEN.includes(status) || PASSING.includes(status);

const POLL_OPEN_MS = 10_000;
const POLL_PASSING_MS = 3_000;

const WAITING_TOOL = 'get_escrow';

type ToolResult = { readonly structuredContent?: Fields; readonly content: readonly object[] };
type Ask<Result> = (input: Fields) => Promise<Result>;

/**
 * @param ask `get_escrow` with other arguments
 * @returns a task while what the call names is undecided; else nothing, and the call is made as any other
 */
export async function waitAsTask(name: string, input: unknown, ask: Ask<ToolResult>) {
  const isWait = isObject(input) && input['id'] !== undefined && Number(input['waitSeconds']) > 0;
  if (name !== WAITING_TOOL || !isWait) return undefined;
  const { structuredContent: status } = await ask({ ...input, waitSeconds: 0 });
  // Of several milestones another one is the current by now: its link is what the call returns.
  const isOther = input['id'] !== status?.['id'];
  if (status === undefined || isOther || !isUndecided(status)) return undefined;
  return { resultType: 'task' as const, ...working(`${status['id']}.${Date.now().toString(36)}`, status) };
}

const TASK = /^([\w-]{1,100})\.([a-z0-9]{1,11})$/;

/** @throws Refusal if there is no such task */
export async function readTask<Result extends ToolResult>({ taskId }: { readonly taskId: string }, ask: Ask<Result>) {
  const [, id, since] = TASK.exec(taskId) ?? [];
  if (id === undefined || since === undefined) throw new Refusal('invalid', 'There is no such task.');
  const result = await ask({ id });
  const { structuredContent: status, content } = result;
  if (status === undefined) throw refusalIn(content);
  if (status['id'] === id && isUndecided(status)) return working(taskId, status);
  return { ...timesOf(taskId), taskId, status: 'completed' as const, result };
}

function working(taskId: string, { status, message, signUrl }: Fields) {
  return {
    ...timesOf(taskId),
    taskId,
    status: 'working' as const,
    statusMessage: [message, signUrl].filter((part) => part !== undefined).join(' '),
    pollIntervalMs: OPEN.includes(status) ? POLL_OPEN_MS : POLL_PASSING_MS,
  };
}

function timesOf(taskId: string) {
  const created = Number.parseInt(TASK.exec(taskId)?.[2] ?? '', 36);
  return {
    createdAt: new Date(Math.min(created, Date.now())).toISOString(),
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: null,
  };
}

/** @param content of a tool's error, which is a text alone */
function refusalIn([first]: readonly object[]): Refusal {
  const { text } = first as { readonly text: string };
  const { error } = JSON.parse(text) as { readonly error: Readonly<Record<'code' | 'message' | 'remedy', string>> };
  const isKnown = error.code !== 'HANDLE_NOT_FOUND';
  return new Refusal(isKnown ? 'internal' : 'invalid', `${error.message} ${error.remedy}`);
}
