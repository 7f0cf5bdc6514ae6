/** What a model wrote for deploy_escrow: its request apart from what is asked of the tool itself. Judged by the desk. */
import type { PrepareInput } from '@countersign/core';
import { isAnswer, isPlain, withNested } from './written-input.ts';

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
  const { anotherEscrow, includeXdr, ...given } = input;
  const { request, written } = withNested(given, ['roles', 'milestones', 'trustline']);
  const taken = {
    ...request,
    // What is neither true nor false stays in the request, where the desk refuses it.
    ...(isAnswer(anotherEscrow) ? {} : { anotherEscrow }),
    ...(isAnswer(includeXdr) ? {} : { includeXdr }),
  };
  return {
    request: taken as PrepareInput<'deploy'>,
    another: typeof anotherEscrow === 'boolean' ? anotherEscrow : undefined,
    includeXdr: includeXdr === true,
    written,
  };
}
