/** Options that several commands have. */
import { ApplicationCommandOptionType } from 'discord.js';
import { WRITABLE_CHANNELS } from '../discord/permissions.ts';

export const { Attachment, Boolean: YesOrNo, Channel, String: Text, User } = ApplicationCommandOptionType;

/** Discord's limit for a text option; longer texts come as a file. */
export const MAX_TEXT = 6_000;

const ID_LENGTH = 100;

/** A command or an option without its words. `choices`: values. */
export type Unworded = {
  readonly type: number;
  readonly name: string;
  readonly options?: readonly Unworded[];
  readonly choices?: readonly string[];
  readonly required?: true;
  readonly max_length?: number;
  readonly autocomplete?: true;
};

export const limit = <const Name extends string>(name: Name) => ({ type: Text, name, max_length: 50 }) as const;

export const signed = [
  { type: Attachment, name: 'file' },
  { type: Text, name: 'xdr', max_length: MAX_TEXT },
] as const;

/** Names an escrow, or what was prepared; titles are suggested while somebody types. */
export const nameOption = <const Name extends string>(name: Name, more: { readonly required?: true } = {}) =>
  ({ type: Text, name, ...more, max_length: ID_LENGTH, autocomplete: true }) as const;

export const escrow = nameOption('escrow', { required: true });

export const followed = [escrow, { type: Channel, name: 'channel', channel_types: [...WRITABLE_CHANNELS] }] as const;
