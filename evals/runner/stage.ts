/** Where a conversation is played, no matter who plays the assistant: the server, the world around it, and what happened. */
import type { Claim } from '../rules/claim.ts';
import type { Event, Transcript } from '../rules/transcript.ts';
import type { Conversation, Deed, WorldChange } from './conversation.ts';
import { type DeedNow, doDeed } from './person.ts';
import { resolveReferences, resolveText } from './references.ts';
import { type Reply, type StartServer, startServer, type ToolForModel } from './server.ts';
import { openWorld } from './world.ts';

export type Stage = {
  readonly instructions: string;
  readonly tools: readonly ToolForModel[];
  /** What steps gave, by name. */
  readonly results: Map<string, unknown>;
  readonly transcript: Transcript;
  person(text: string | readonly unknown[]): Promise<string>;
  says(text: string, claims: readonly Claim[]): Promise<void>;
  /** @param meanwhile what the person does while the call waits */
  call(tool: string, input: Readonly<Record<string, unknown>>, meanwhile?: readonly Deed[]): Promise<Reply>;
  /** @throws UnresolvedReference, Error where the page refuses it */
  do(deed: Deed): Promise<void>;
  change(change: WorldChange): void;
  close(): Promise<void>;
};

/** How long a call waits before the person acts: they read first. */
const READING_MS = 300;

/** @param start the server that is called; default: the real one, by the SDK's own client */
export async function openStage({ settings }: Conversation, start: StartServer = startServer): Promise<Stage> {
  const world = await openWorld(settings);
  let server = await start(world).catch(async (thrown) => {
    await world.close();
    throw thrown;
  });
  const results = new Map<string, unknown>();
  const events: Event[] = [];

  const does = async (deed: Deed): Promise<void> => {
    const now = resolveReferences(deed, results) as DeedNow;
    const page = 'page' in now ? { page: String(now['page']) } : {};
    events.push({ kind: 'deed', by: 'person', does: deed.does, ...page });
    if (deed.does === 'comes-back') {
      world.clock.aheadMs += deed.minutes * 60_000;
      await server.close();
      server = await start(world);
      if (deed.newChat === true) events.push({ kind: 'new-chat' });
    }
    const of = deed.does === 'signs-in-wallet' ? { of: results.get(deed.of) } : {};
    const given = await doDeed({ ...now, ...of }, world);
    if ('as' in deed) results.set(deed.as, given);
  };

  return {
    get instructions() {
      return server.instructions;
    },
    get tools() {
      return server.tools;
    },
    results,
    transcript: {
      get given() {
        return [server.instructions, JSON.stringify(server.tools)].join('\n');
      },
      events,
    },
    person: async (text) => {
      const shownText = resolveText(text, results);
      events.push({ kind: 'person', text: shownText });
      await server.hears?.(shownText);
      return shownText;
    },
    says: async (text, claims) => {
      events.push({ kind: 'assistant', text, claims });
      await server.says?.(text);
    },
    call: async (tool, input, meanwhile = []) => {
      const call = events.push({ kind: 'call', tool, input }) - 1;
      const waiting = server.call(tool, input);
      // Awaited below, when the person has done their part.
      waiting.catch(() => {});
      if (meanwhile.length > 0) {
        await server.calling?.();
        await new Promise((resolve) => setTimeout(resolve, READING_MS));
      }
      for (const deed of meanwhile) await does(deed);
      const reply = await waiting;
      events.push({ kind: 'result', call, ...reply });
      return reply;
    },
    do: does,
    change: (change) => world.change(change),
    close: async () => {
      try {
        await server.close();
      } finally {
        await world.close();
      }
    },
  };
}
