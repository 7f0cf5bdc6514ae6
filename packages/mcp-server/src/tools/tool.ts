/**
 * What a tool is, for whichever protocol library serves it. A tool parses nothing and decides nothing: the desk
 * takes what the model wrote, and answers or throws one of our errors.
 */
import type { CallOptions, PersonalDesk } from '@countersign/core';
import type { ExplainPolicy } from '@countersign/core/explain';
import type { Network } from '@countersign/core/network';
import type * as z from 'zod';

/** Something longer that belongs to a result, for a host or a person that wants it. */
export type ResourceLink = {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
};

type Described<Output extends z.ZodObject> = {
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
};

export type DeskTool<Output extends z.ZodObject = z.ZodObject> = Described<Output> & {
  readonly run: (desk: PersonalDesk, input: unknown, options: CallOptions) => Promise<z.output<Output>>;
  /** What a result leaves out, where there is such. */
  links?(result: z.output<Output>): readonly ResourceLink[];
};

/** Works without a desk, so also where no service can be reached and none may be started. */
export type LocalTool<Output extends z.ZodObject = z.ZodObject> = Described<Output> & {
  readonly runHere: (network: Network, input: unknown, policy?: ExplainPolicy) => Promise<z.output<Output>>;
};

export type Tool = DeskTool | LocalTool;

/** Holds a tool to its types: what `run` gives must be what `output` says. */
export function defineTool<Output extends z.ZodObject>(tool: DeskTool<Output>): DeskTool<Output> {
  return tool;
}

/** The same for a tool that needs no desk. */
export function defineLocalTool<Output extends z.ZodObject>(tool: LocalTool<Output>): LocalTool<Output> {
  return tool;
}
