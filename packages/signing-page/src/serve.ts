/** The signing page on a port of its own, on loopback alone. */
import { withoutTrailing } from '@countersign/core/text';
import { listen } from '@countersign/local-http';
import { linksFrom, type PageLinks } from './addresses.ts';
import { createSigningPage, type SigningPageOptions } from './signing-page.ts';

export type ServeOptions = SigningPageOptions & {
  /** 0, the default: a free one. */
  readonly port?: number;
};

export type ServedSigningPage = PageLinks & {
  /** Address that people use: the public one if there is one, else the loopback's. */
  readonly url: string;
  /** The port on loopback, to which a proxy forwards. */
  readonly port: number;
  /** Lets running requests end, then stops. */
  close(): Promise<void>;
};

/** @throws CountersignError SETTING_INVALID | NodeJS.ErrnoException EADDRINUSE and the like */
export async function serveSigningPage({ port: wantedPort = 0, ...options }: ServeOptions): Promise<ServedSigningPage> {
  const page = createSigningPage(options);
  const { port, close } = await listen(page, wantedPort);
  const url = options.publicUrl === undefined ? `http://127.0.0.1:${port}` : withoutTrailing(options.publicUrl, '/');
  return {
    url,
    port,
    ...linksFrom(() => url, options.publicUrl !== undefined),
    close: async () => {
      page.close();
      await close();
    },
  };
}
