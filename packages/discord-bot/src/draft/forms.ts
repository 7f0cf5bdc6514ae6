/** The forms of a draft, each filled with what it has so far. */
import { MAX_LINE, MAX_PARAGRAPH } from '@countersign/core/escrow';
import { knownTokens, releasesOf } from '@countersign/core/network';
import { type APILabelComponent, ComponentType } from 'discord.js';
import type { Modal } from '../discord/answers.ts';
import { type DraftFields, newEngagementId, PART_NAMES } from '../state/drafts.ts';
import type { ModalContext } from '../task.ts';
import { LONG_TEXT, modal, textField } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import type { PartName, Section } from '../words/keys.ts';

type Texts = ReadonlyMap<string, string>;
type Values = ReadonlyMap<string, readonly string[]>;

type Form = {
  readonly fields: (draft: DraftFields, modalContext: ModalContext) => readonly APILabelComponent[];
  /** What a submission changes. Its values are a client's word. */
  readonly read: (texts: Texts, values: Values) => Partial<DraftFields>;
};

const textOf = (texts: Texts, id: string): string => texts.get(id)?.trim() ?? '';

export const FORMS_OF_DRAFT: Readonly<Record<Section, Form>> = {
  basics: {
    fields: ({ title, description, engagementId, kind }, { bot, words: { draft } }) => [
      textField({ id: 'title', label: draft.title, description: draft.titleHow, length: MAX_LINE, value: title }),
      textField({
        id: 'description',
        label: draft.description,
        description: draft.descriptionHow,
        isLong: true,
        length: MAX_PARAGRAPH,
        value: description,
      }),
      textField({
        id: 'engagement',
        label: draft.ownId,
        description: draft.ownIdHow,
        isOptional: true,
        length: MAX_LINE,
        value: engagementId,
      }),
      ...(releasesOf(bot.desk.network).includes('single') ? [kindField(kind, draft)] : []),
    ],
    read: (texts, values) => {
      const kind = values.get('kind')?.[0];
      return {
        title: textOf(texts, 'title'),
        description: textOf(texts, 'description'),
        engagementId: textOf(texts, 'engagement') || newEngagementId(),
        ...(kind === undefined ? {} : { kind: kind === 'single' ? 'single' : undefined }),
      } as Partial<DraftFields>;
    },
  },
  people: {
    fields: ({ people, peopleLines }, { words: { draft } }) => [
      ...PART_NAMES.map((part) => personField(part, people[part], draft)),
      textField({
        id: 'lines',
        label: draft.typeAddresses,
        description: draft.typeAddressesHow,
        isLong: true,
        isOptional: true,
        value: peopleLines,
      }),
    ],
    read: (texts, values) => ({
      people: Object.fromEntries(
        PART_NAMES.flatMap((part) => {
          const [userId = ''] = values.get(part) ?? [];
          return /^\d{1,20}$/.test(userId) ? [[part, userId]] : [];
        }),
      ),
      peopleLines: textOf(texts, 'lines'),
    }),
  },
  milestones: {
    fields: ({ milestoneLines }, { words: { draft } }) => [
      textField({
        id: 'lines',
        label: draft.amountAndText,
        description: draft.amountAndTextHow,
        isLong: true,
        value: milestoneLines,
      }),
    ],
    read: (texts) => ({ milestoneLines: textOf(texts, 'lines') }),
  },
  token: {
    fields: ({ token, platformFee }, { bot, words: { draft } }) => {
      const known = knownTokens(bot.desk.network).slice(0, 25);
      const isKnown = known.some(({ address }) => address === token);
      return [
        tokenField(known, token, draft),
        textField({
          id: 'contract',
          label: draft.otherToken,
          description: draft.otherTokenHow,
          isOptional: true,
          value: isKnown ? '' : token,
        }),
        textField({
          id: 'fee',
          label: draft.fee,
          description: draft.feeHow,
          isOptional: true,
          value: platformFee,
        }),
      ];
    },
    read: (texts, values) => ({
      token: textOf(texts, 'contract') || (values.get('token')?.[0] ?? ''),
      platformFee: textOf(texts, 'fee'),
    }),
  },
};

/** @returns nothing where a field holds more than Discord lets into a form */
export function formOf(
  section: Section,
  customId: string,
  draft: DraftFields,
  modalContext: ModalContext,
): Modal | undefined {
  const form = FORMS_OF_DRAFT[section];
  const tooLong = [draft.milestoneLines, draft.peopleLines].some(({ length }) => length > LONG_TEXT);
  return tooLong
    ? undefined
    : modal(customId, modalContext.words.draft.sections[section], ...form.fields(draft, modalContext));
}

function personField(part: PartName, userId: string | undefined, { parts }: Words['draft']): APILabelComponent {
  const { label, description } = parts[part];
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.UserSelect,
      custom_id: part,
      required: false,
      ...(userId === undefined ? {} : { default_values: [{ id: userId, type: 'user' as never }] }),
    },
  };
}

function tokenField(known: ReturnType<typeof knownTokens>, token: string, draft: Words['draft']): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: draft.token,
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'token',
      required: false,
      options: known.map(({ code, address }) => ({ label: code, value: address, default: address === token })),
    },
  };
}

function kindField(kind: 'single' | undefined, draft: Words['draft']): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: draft.payment,
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'kind',
      options: [
        { label: draft.eachMilestone, value: 'multi', default: kind === undefined },
        { label: draft.allAtOnce, value: 'single', default: kind === 'single' },
      ],
    },
  };
}
