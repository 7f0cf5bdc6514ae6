/** Options that several commands have. */
import { ApplicationCommandOptionType } from 'discord.js';
import { WRITABLE_CHANNELS } from '../discord/permissions.ts';

export const { Attachment, Boolean: YesOrNo, Channel, String: Text, User } = ApplicationCommandOptionType;

/** Discord's limit for a text option; longer texts come as a file. */
export const MAX_TEXT = 6_000;

const ID_LENGTH = 100;

export const limit = <const Name extends string>(name: Name, description: string) =>
  ({ type: Text, name, description: `${description}, like 150; “none” removes it`, max_length: 50 }) as const;

export const signed = [
  { type: Attachment, name: 'file', description: 'File with the signed XDR (base64)' },
  { type: Text, name: 'xdr', description: 'The signed XDR itself, if it is short enough', max_length: MAX_TEXT },
] as const;

/** Names an escrow, or what was prepared; titles are suggested while somebody types. */
export const nameOption = <const Name extends string>(
  name: Name,
  description: string,
  more: { readonly required?: true } = {},
) => ({ type: Text, name, description, ...more, max_length: ID_LENGTH, autocomplete: true }) as const;

export const escrow = nameOption('escrow', 'Its title, its address (C…), or the id on its card', { required: true });

export const followed = [
  escrow,
  {
    type: Channel,
    name: 'channel',
    description: 'Where it is told; else here',
    channel_types: [...WRITABLE_CHANNELS],
  },
] as const;
