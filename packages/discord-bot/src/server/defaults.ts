/** Fills in a server's defaults where a draft or request file leaves them out. */

import { type Fields, isObject } from '@countersign/core/text/fields';
import { format } from '@countersign/core/text/message';
import type { Words } from '../words/index.ts';
import type { DefaultName, Defaults } from '../words/keys.ts';

export const DEFAULT_NAMES: readonly DefaultName[] = ['platformAddress', 'platformFee', 'token', 'disputeResolver'];

export const namesOfDefaults = (defaults: Defaults): DefaultName[] =>
  DEFAULT_NAMES.filter((name) => defaults[name] !== undefined);

export const fromServerText = (names: readonly DefaultName[], { fromServer, defaultNames }: Words['server']): string =>
  format(fromServer, { names: names.map((name) => defaultNames[name]).join(', ') });

/** @returns the request, and what was filled in. Anything but an object is returned unchanged. */
export function withDefaults(input: unknown, defaults: Defaults) {
  // A request's request is complete.
  if (!isObject(input) || 'id' in input) return { input, names: [] };
  const { roles = {} } = input;
  const left = namesOfDefaults(defaults).filter((name) => {
    if (name === 'token') return !('trustline' in input);
    return name === 'platformFee' ? !(name in input) : isObject(roles) && !(name in roles);
  });
  const ofRoles = left.flatMap((name) => (name === 'token' || name === 'platformFee' ? [] : [[name, defaults[name]]]));
  const filled = {
    ...input,
    ...(left.includes('platformFee') ? { platformFee: defaults.platformFee } : {}),
    ...(left.includes('token') ? { trustline: { address: defaults.token } } : {}),
    ...(ofRoles.length === 0 ? {} : { roles: { ...(roles as Fields), ...Object.fromEntries(ofRoles) } }),
  };
  return { input: filled, names: left };
}
