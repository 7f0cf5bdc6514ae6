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
      textField({ id: 'title', label: draft.TITLE, description: draft.TITLE_HOW, length: MAX_LINE, value: title }),
      textField({
        id: 'description',
        label: draft.DESCRIPTION,
        description: draft.DESCRIPTION_HOW,
        isLong: true,
        length: MAX_PARAGRAPH,
        value: description,
      }),
      textField({
        id: 'engagement',
        label: draft.OWN_ID,
        description: draft.OWN_ID_HOW,
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
        label: draft.TYPE_ADDRESSES,
        description: draft.TYPE_ADDRESSES_HOW,
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
        label: draft.AMOUNT_AND_TEXT,
        description: draft.AMOUNT_AND_TEXT_HOW,
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
          label: draft.OTHER_TOKEN,
          description: draft.OTHER_TOKEN_HOW,
          isOptional: true,
          value: isKnown ? '' : token,
        }),
        textField({
          id: 'fee',
          label: draft.FEE,
          description: draft.FEE_HOW,
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
    : modal(customId, modalContext.words.draft.SECTIONS[section], ...form.fields(draft, modalContext));
}

function personField(part: PartName, userId: string | undefined, { PARTS }: Words['draft']): APILabelComponent {
  const [label, description] = PARTS[part];
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

function tokenField(
  known: ReturnType<typeof knownTokens>,
  token: string,
  { TOKEN }: Words['draft'],
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: TOKEN,
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
    label: draft.PAYMENT,
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'kind',
      options: [
        { label: draft.EACH_MILESTONE, value: 'multi', default: kind === undefined },
        { label: draft.ALL_AT_ONCE, value: 'single', default: kind === 'single' },
      ],
    },
  };
}
