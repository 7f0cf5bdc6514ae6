/** Whether the signing page can be opened from where Discord is read. */
import type { NetworkName } from '@countersign/core/network';
import { isLoopbackHost } from '@countersign/local-http';
import type { APIButtonComponent } from 'discord.js';
import type { Words } from '../words/index.ts';
import { code } from './markdown.ts';
import { link } from './parts.ts';

export type SignLink = {
  /** One, or none. */
  readonly button: readonly APIButtonComponent[];
  /** Where the page can be opened, if not from everywhere. */
  readonly where?: string;
};

/**
 * A page on loopback can only be opened on the machine that runs the bot. In the sandbox the person who tries it sits
 * there; elsewhere a button would lead everybody else to whatever listens on their own machine.
 */
export function signLink(
  url: string | undefined,
  network: NetworkName,
  words: Words['card'],
  label = words.READ_AND_SIGN,
): SignLink {
  if (url === undefined || !URL.canParse(url)) return { button: [] };
  if (!isLoopbackHost(new URL(url).host)) return { button: link(label, url) };
  return network === 'sandbox'
    ? { button: link(label, url), where: words.PAGE_HERE_ALONE }
    : { button: [], where: words.pageThere(code(url)) };
}
