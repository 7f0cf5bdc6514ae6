/** The signing page on a port of its own, on loopback alone. */
import type { Server } from 'node:http';
import { withoutTrailing } from '@countersign/core/text';
import { listenOnLoopback } from '@countersign/local-http';
import { createAdaptorServer } from '@hono/node-server';
import { pageAddress } from './public-address.ts';
import { createSigningPage, type SigningPageOptions } from './signing-page.ts';

export type ServeOptions = SigningPageOptions & {
  /** 0, the default: a free one. */
  readonly port?: number;
};

export type ServedSigningPage = {
  /** Address that people use: the public one where there is one, else the loopback's. */
  readonly url: string;
  /** The port on loopback, for whoever puts a proxy before it. */
  readonly port: number;
  /** Where a person signs a handle's transaction; for the desk, which makes the page's id. */
  readonly signUrl: (pageId: string) => string;
  /** Lets running requests end, then stops. */
  close(): Promise<void>;
};

/** How long requests that run may take to end before their connections are cut. */
const DRAIN_MS = 3_000;

/** @throws CountersignError SETTING_INVALID | NodeJS.ErrnoException EADDRINUSE and the like */
export async function serveSigningPage({ port: asked = 0, ...options }: ServeOptions): Promise<ServedSigningPage> {
  const page = createSigningPage(options);
  const server = createAdaptorServer({ fetch: page.fetch }) as Server;
  const { port, stop } = await listenOnLoopback(server, asked);
  const url = options.publicUrl === undefined ? `http://127.0.0.1:${port}` : withoutTrailing(options.publicUrl, '/');
  return {
    url,
    port,
    signUrl: (pageId) => pageAddress(url, pageId),
    close: async () => {
      page.close();
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      // Connections are kept alive by browsers, so each is closed as it falls idle.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await stop();
      clearTimeout(cut);
      clearInterval(idle);
    },
  };
}
