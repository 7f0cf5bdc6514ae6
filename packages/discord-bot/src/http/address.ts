/** The addresses for interactions over HTTP: the local one, and the public one. Pure. */
import { withoutTrailing } from '@countersign/core/text';
import type { HttpSource } from '../settings.ts';

export const INTERACTIONS_PATH = '/discord/interactions';

/** @param port the one that was had, where a free one was asked for */
export function listeningAddress({ host }: Pick<HttpSource, 'host'>, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${INTERACTIONS_PATH}`;
}

/** The "Interactions Endpoint URL" of the developer portal. */
export function endpointAddress(publicUrl: string | undefined): string {
  return `${withoutTrailing(publicUrl ?? 'https://<your address>', '/')}${INTERACTIONS_PATH}`;
}
