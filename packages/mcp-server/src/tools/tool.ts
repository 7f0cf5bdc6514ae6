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

type Described<Output extends z.ZodObject> = {
  readonly name: string;
  readonly description: ByAbilities<string>;
  /** Whether it can do anything here; absent: it always can. */
  isOffered?(can: Abilities): boolean;
  /** Always all of them: hosts use these to decide whether to ask the person first. */
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** The advertised schema: strict, in the interface's spelling. The desk accepts more spellings. */
  readonly input: ByAbilities<z.ZodObject>;
  readonly output: Output;
  /** What to do after a time-out, for the error. */
  readonly afterTimeout: string;
};

export type DeskTool<Output extends z.ZodObject = z.ZodObject> = Described<Output> & {
  readonly run: (desk: AssistantDesk, input: Fields, options: CallOptions) => Promise<z.output<Output>>;
  /** Links to what a result leaves out. */
  links?(result: z.output<Output>): readonly ResourceLink[];
};

/** Works without a desk, so even if no service can be reached or started, unless the input names something in it. */
export type LocalTool<Output extends z.ZodObject = z.ZodObject> = DeskTool<Output> & {
  needsDesk(input: Fields): boolean;
  readonly runHere: (network: Network, input: Fields, policy?: ExplainPolicy) => Promise<z.output<Output>>;
};

export type Tool = DeskTool | LocalTool;

/** Makes the compiler check that `run` returns what `output` says. */
export function defineTool<Output extends z.ZodObject, Own extends Partial<Described<Output>>>(
  tool: DeskTool<Output> & Own,
): DeskTool<Output> & Own {
  return tool;
}

/** The same for a tool that can do without a desk. */
export function defineLocalTool<Output extends z.ZodObject, Own extends Partial<Described<Output>>>(
  tool: LocalTool<Output> & Own,
): LocalTool<Output> & Own {
  return tool;
}

/** The signing page's icon, for hosts that show one next to a server or a tool. A data URI, so nothing is fetched. */
const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='#1f2a37'/><path d='M8 17.5l5 5L24.5 10' fill='none' stroke='#fff' stroke-width='3.5'/></svg>";

const escaped = SVG.replace(/[<># ]/g, encodeURIComponent);

export const ICONS = [{ src: `data:image/svg+xml,${escaped}`, mimeType: 'image/svg+xml', sizes: ['any'] }];
