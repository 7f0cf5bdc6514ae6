/** The two forms of a draft, each filled with what it has so far: the deal, and what few deals need. */
import { MAX_LINE, MAX_PARAGRAPH } from '@countersign/core/escrow';
import { releasesOf } from '@countersign/core/network';
import { type APILabelComponent, ComponentType } from 'discord.js';
import type { Modal } from '../discord/answers.ts';
import type { Submission } from '../discord/interaction.ts';
import { type DraftFields, emptyFields } from '../state/drafts.ts';
import type { ModalContext } from '../task.ts';
import { LONG_TEXT, modal, radioField, textField, textOf } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import type { PartName, Section } from '../words/keys.ts';

type Values = Submission['values'];

type Form = {
  readonly fields: (draft: DraftFields, modalContext: ModalContext) => readonly APILabelComponent[];
  /** What a submission changes. Its values are a client's word. */
  readonly read: (texts: Submission['texts'], values: Values) => Partial<DraftFields>;
};

export const FORMS_OF_DRAFT: Readonly<Record<Section, Form>> = {
  deal: {
    fields: ({ title, milestoneLines, people, description }, { words: { draft } }) => [
      textField({ id: 'title', label: draft.title, description: draft.titleHow, length: MAX_LINE, value: title }),
      textField({
        id: 'lines',
        label: draft.milestones,
        description: draft.milestonesHow,
        isLong: true,
        value: milestoneLines,
      }),
      personField('worker', people, draft),
      personField('arbiter', people, draft),
      textField({
        id: 'description',
        label: draft.description,
        description: draft.descriptionHow,
        isLong: true,
        length: MAX_PARAGRAPH,
        value: description,
      }),
    ],
    read: (texts, values) => ({
      title: textOf(texts, 'title'),
      milestoneLines: textOf(texts, 'lines'),
      people: { ...personIn(values, 'worker'), ...personIn(values, 'arbiter') },
      description: textOf(texts, 'description'),
    }),
  },
  more: {
    fields: ({ people, peopleLines, token, platformFee, kind }, { bot, words: { draft } }) => [
      personField('client', people, draft),
      textField({
        id: 'people',
        label: draft.typeAddresses,
        description: draft.typeAddressesHow,
        isLong: true,
        isOptional: true,
        value: peopleLines,
      }),
      textField({ id: 'token', label: draft.token, description: draft.tokenHow, isOptional: true, value: token }),
      textField({ id: 'fee', label: draft.fee, description: draft.feeHow, isOptional: true, value: platformFee }),
      ...(releasesOf(bot.desk.network).includes('single') ? [kindField(kind, draft)] : []),
    ],
    read: (texts, values) => {
      const kind = values.get('kind')?.[0];
      return {
        people: personIn(values, 'client'),
        peopleLines: textOf(texts, 'people'),
        token: textOf(texts, 'token'),
        platformFee: textOf(texts, 'fee'),
        ...(kind === undefined ? {} : { kind: kind === 'single' ? 'single' : undefined }),
      } as Partial<DraftFields>;
    },
  },
};

/** @returns nothing where a field holds more than Discord lets into a form */
export function formOf(section: Section, customId: string, draft: DraftFields, modalContext: ModalContext) {
  const tooLong = [draft.milestoneLines, draft.peopleLines].some(({ length }) => length > LONG_TEXT);
  const { sections } = modalContext.words.draft;
  return tooLong
    ? undefined
    : modal(customId, sections[section], ...FORMS_OF_DRAFT[section].fields(draft, modalContext));
}

/** The form of a new escrow. */
export function firstForm(customId: string, modalContext: ModalContext, worker?: string): Modal {
  const empty = emptyFields(modalContext.person.userId);
  const people = worker === undefined ? empty.people : { ...empty.people, worker };
  const fields = FORMS_OF_DRAFT.deal.fields({ ...empty, people }, modalContext);
  return modal(customId, modalContext.words.draft.newEscrow, ...fields);
}

/** The platform comes from the server's settings, or is typed. */
type AskedPart = Exclude<PartName, 'platform'>;

/** No one where the choice was taken back. */
function personIn(values: Values, part: AskedPart): DraftFields['people'] {
  const [userId = ''] = values.get(part) ?? [];
  return { [part]: /^\d{1,20}$/.test(userId) ? userId : undefined } as DraftFields['people'];
}

function personField(part: AskedPart, people: DraftFields['people'], { parts }: Words['draft']): APILabelComponent {
  const userId = people[part];
  return {
    type: ComponentType.Label,
    ...parts[part],
    component: {
      type: ComponentType.UserSelect,
      custom_id: part,
      required: false,
      ...(userId === undefined ? {} : { default_values: [{ id: userId, type: 'user' as never }] }),
    },
  };
}

const kindField = (kind: 'single' | undefined, { payment, eachMilestone, allAtOnce }: Words['draft']) =>
  radioField('kind', payment, { multi: eachMilestone, single: allAtOnce }, kind ?? 'multi');
