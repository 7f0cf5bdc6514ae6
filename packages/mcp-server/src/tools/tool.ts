/**
 * What a tool is, for whichever protocol library serves it. A tool parses nothing and decides nothing: the desk
 * takes what the model wrote, and answers or throws one of our errors.
 */
import type { CallOptions, Desk } from '@countersign/core';
import type * as z from 'zod';

export type Tool<Output extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly description: string;
  /** All of them, always: hosts decide by these whether a person is asked first. */
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** What is advertised: strict, in the interface's spelling. The desk accepts more spellings than these. */
  readonly input: z.ZodObject;
  readonly output: Output;
  /** What to do after the call's time was over, for its error. */
  readonly afterTimeout: string;
  readonly run: (desk: Desk, input: unknown, options: CallOptions) => Promise<z.output<Output>>;
};

/** Holds a tool to its types: what `run` gives must be what `output` says. */
export function defineTool<Output extends z.ZodObject>(tool: Tool<Output>): Tool<Output> {
  return tool;
}
