/** What the desk's words are made of, in one language. Servers alone load these. */
import type { DamagedPart } from '../../errors/problems.ts';
import type { Catalogue } from '../../text/message.ts';
import type { Language, Words } from '../language.ts';
import type { DeskParameters } from '../messages/desk.parameters.ts';

type English = typeof import('../messages/desk.en.json', { with: { type: 'json' }});
type DeskMessages = Catalogue<English, DeskParameters>;

export const deskMessages = (json: English): DeskMessages => json as unknown as DeskMessages;

export type DeskLanguage = {
  readonly name: Language;
  readonly messages: DeskMessages;
  /** The words that pages load, too. */
  readonly core: Words;
  readonly milestonesText: (numbers: readonly number[]) => string;
  readonly codeOfAnother: (owner: string) => string;
  readonly damagedParts: Readonly<Record<DamagedPart, string>>;
};
