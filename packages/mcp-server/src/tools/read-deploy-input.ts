/** What a model wrote for deploy_escrow: its request apart from what is asked of the tool itself. Judged by the desk. */
import type { PrepareInput } from '@countersign/core';

export type DeployToolInput = {
  readonly request: PrepareInput<'deploy'>;
  readonly another: boolean | undefined;
  readonly includeXdr: boolean;
  /** Lists and objects as they were written, for the desk to look through: of a doubled name JSON keeps the last. */
  readonly written: readonly string[] | undefined;
};

export function readDeployInput(input: unknown): DeployToolInput {
  if (!isPlain(input)) {
    return { request: input as PrepareInput<'deploy'>, another: undefined, includeXdr: false, written: undefined };
  }
  const { anotherEscrow, includeXdr, ...request } = input;
  const read = NESTED.flatMap((name) => {
    const value = jsonIn(request[name]);
    return value === undefined ? [] : [{ name, value, written: String(request[name]) }];
  });
  const taken = {
    ...request,
    ...Object.fromEntries(read.map(({ name, value }) => [name, value])),
    // What is neither true nor false stays in the request, where the desk refuses it.
    ...(isAnswer(anotherEscrow) ? {} : { anotherEscrow }),
    ...(isAnswer(includeXdr) ? {} : { includeXdr }),
  };
  return {
    request: taken as PrepareInput<'deploy'>,
    another: typeof anotherEscrow === 'boolean' ? anotherEscrow : undefined,
    includeXdr: includeXdr === true,
    written: read.length === 0 ? undefined : read.map(({ written }) => written),
  };
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || value === undefined;
}

function isPlain(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Some models write a nested value as JSON in a text. */
const NESTED = ['roles', 'milestones', 'trustline'] as const;

function jsonIn(text: unknown): object | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
