/**
 * What a tool is, for any protocol library. A tool parses nothing and decides nothing: its arguments are read by
 * `readArguments`, and the desk answers or throws one of our errors.
 */

import type { CallOptions, PersonalDesk } from '@countersign/core';
import type { ExplainPolicy } from '@countersign/core/explain';
import type { Network } from '@countersign/core/network';
import type { Abilities } from '@countersign/core/settings/abilities';
import type { Fields } from '@countersign/core/text/fields';
import type * as z from 'zod';
import type { ResourceLink } from '../views/prepared-view.ts';

/**
 * What an assistant may call for a person. What only the person may do is not among it, however a model words its
 * arguments: confirm, set limits, let others in, open the address book, say that a transaction failed.
 */
export type AssistantDesk = Pick<
  PersonalDesk,
  | 'prepare'
  | 'prepareStep'
  | 'prepared'
  | 'check'
  | 'end'
  | 'renew'
  | 'submit'
  | 'lookUp'
  | 'explain'
  | 'find'
  | 'askToProveOwn'
  | 'get'
  | 'handles'
  | 'discard'
  | 'view'
  | 'balances'
>;

/** The tools whose result a person reads and signs on one page. */
export const LEAD_TO_PAGE: readonly string[] = ['deploy_escrow', 'prepare_step', 'update_escrow'];

/** A function where it depends on what the configured service, network and ledger can do. */
export type ByAbilities<Value> = Value | ((can: Abilities) => Value);

/** Of a tool that changes nothing. Always all of them: hosts use these to decide whether to ask the person first. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };
export const PREPARES = { ...READS, readOnlyHint: false };

export type Tool<Output extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly description: ByAbilities<string>;
  /** Whether it can do anything here; absent: it always can. */
  isOffered?(can: Abilities): boolean;
  readonly annotations: { readonly title: string } & Readonly<typeof READS>;
  /** The advertised schema: strict, in the interface's spelling. The desk accepts more spellings. */
  readonly input: ByAbilities<z.ZodObject>;
  readonly output: Output;
  /** What to do after a time-out, for the error. */
  readonly afterTimeout: string;
  readonly run: (desk: AssistantDesk, input: Fields, options: CallOptions) => Promise<z.output<Output>>;
  /** Links to what a result leaves out. */
  links?(result: z.output<Output>): readonly ResourceLink[];
  /** Without a desk, so even if no service can be reached or started. */
  runHere?(network: Network, input: Fields, policy?: ExplainPolicy): Promise<z.output<Output>>;
  /** Whether the input names something that only a desk knows, so that it cannot run here. */
  needsDesk?(input: Fields): boolean;
};

/** Makes the compiler check that `run` returns what `output` says. */
export function defineTool<Output extends z.ZodObject, Own extends Partial<Tool<Output>>>(
  tool: Tool<Output> & Own,
): Tool<Output> & Own {
  return tool;
}

/** The signing page's icon, for hosts that show one next to a server or a tool. A data URI, so nothing is fetched. */
const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#1f2a37'/><path d='M8 17.5l5 5L24.5 10' fill='none' stroke='#fff' stroke-width='3.5'/></svg>";

const escaped = SVG.replace(/[<># ]/g, encodeURIComponent);

export const ICONS = [{ src: `data:image/svg+xml,${escaped}`, mimeType: 'image/svg+xml', sizes: ['any'] }];
