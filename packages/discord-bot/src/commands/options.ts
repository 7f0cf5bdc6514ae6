/** Options that several commands have. */
import { ApplicationCommandOptionType } from 'discord.js';

export const { Attachment, Boolean: YesOrNo, String: Text } = ApplicationCommandOptionType;

/** Discord's limit for a text option; longer texts come as a file. */
const MAX_TEXT = 6_000;

const ID_LENGTH = 100;

/** A command or an option without its words. `choices`: values. */
export type Unworded = {
  readonly type: number;
  readonly name: string;
  readonly options?: readonly Unworded[];
  readonly choices?: readonly string[];
  readonly max_length?: number;
  readonly autocomplete?: true;
};

/** A transaction, in a file or as a text. */
export const signed = [
  { type: Attachment, name: 'file' },
  { type: Text, name: 'xdr', max_length: MAX_TEXT },
] as const;

/** Names an escrow, or what was prepared; titles are suggested while somebody types. */
export const nameOption = <const Name extends string>(name: Name, length: number = ID_LENGTH) =>
  ({ type: Text, name, max_length: length, autocomplete: true }) as const;
