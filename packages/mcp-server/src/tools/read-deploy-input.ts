/** Splits a model's input for deploy_escrow into the request and the tool's own options. The desk validates it. */
import type { PrepareInput } from '@countersign/core';
import { isAnswer, isPlain, withNested } from './written-input.ts';

export type DeployToolInput = {
  readonly request: PrepareInput<'deploy'>;
  readonly another: boolean | undefined;
  readonly includeXdr: boolean;
  /** Lists and objects as written, for the desk to scan: of duplicate names, JSON.parse keeps only the last. */
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
    // A value other than true or false stays in the request, where the desk refuses it.
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
