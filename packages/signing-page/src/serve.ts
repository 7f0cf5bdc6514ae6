/** The signing page on a port of its own, on loopback alone. */
import { withoutTrailing } from '@countersign/core/text';
import { listen } from '@countersign/local-http';
import { escrowAddress, listAddress, pageAddress, proofAddress } from './addresses.ts';
import { createSigningPage, type SigningPageOptions } from './signing-page.ts';

export type ServeOptions = SigningPageOptions & {
  /** 0, the default: a free one. */
  readonly port?: number;
};

export type ServedSigningPage = {
  /** Address that people use: the public one if there is one, else the loopback's. */
  readonly url: string;
  /** The port on loopback, to which a proxy forwards. */
  readonly port: number;
  /** Where a person signs a request's transaction; for the desk, which makes the page's id. */
  readonly signUrl: (pageId: string) => string;
  /** Where a link to the list of escrows leads; absent where other machines reach the page. */
  readonly listUrl?: (token: string) => string;
  /** The page of an escrow, for others; absent where they cannot reach it. */
  readonly escrowUrl?: (contractId: string) => string;
  /** Where a link to prove a wallet leads. */
  readonly proofUrl: (token: string) => string;
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
    signUrl: (pageId) => pageAddress(url, pageId),
    proofUrl: (token) => proofAddress(url, token),
    ...(options.publicUrl === undefined
      ? { listUrl: (token: string) => listAddress(url, token) }
      : { escrowUrl: (contractId: string) => escrowAddress(url, contractId) }),
    close: async () => {
      page.close();
      await close();
    },
  };
}
