/** A provider's model, as the runner knows it: one request with everything that was said so far. */
import type { ToolForModel } from '../runner/server.ts';

type ToolCall = {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
};

export type Message =
  | { readonly role: 'person'; readonly text: string }
  /** `raw`: as the provider gave it, to be sent back unchanged. */
  | { readonly role: 'assistant'; readonly raw: unknown }
  | { readonly role: 'results'; readonly results: readonly ToolResult[] };

type ToolResult = { readonly id: string; readonly text: string; readonly isError: boolean };

export type Question = {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  readonly messages: readonly Message[];
  /** The tool that it must call now. */
  readonly mustCall?: string;
  readonly signal: AbortSignal;
};

export type Answer = {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly raw: unknown;
  /** Read and written. */
  readonly tokens: number;
};

export type Provider = {
  readonly name: string;
  /** @throws Error with the status alone: what a provider says of a wrong key may repeat it */
  readonly ask: (question: Question) => Promise<Answer>;
};

export type ProviderOptions = { readonly key: string; readonly model: string; readonly url: string };

/** Of one answer; a conversation has many. */
export const MOST_WRITTEN = 4_000;

export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The provider answered with status ${response.status}.`);
  }
  return await response.json();
}
