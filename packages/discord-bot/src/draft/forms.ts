/** The forms of a draft, each filled with what it has so far. */
import { knownTokens, releasesOf } from '@countersign/core/network';
import { type APILabelComponent, ComponentType } from 'discord.js';
import type { Modal } from '../answers.ts';
import type { ModalContext } from '../task.ts';
import { LONG_TEXT, modal, textField } from '../views/modal.ts';
import { type DraftFields, newEngagementId, PART_NAMES, type PartName } from './draft.ts';
import type { Section } from './draft-request.ts';

type Texts = ReadonlyMap<string, string>;
type Values = ReadonlyMap<string, readonly string[]>;

type Form = {
  readonly title: string;
  readonly fields: (draft: DraftFields, of: ModalContext) => readonly APILabelComponent[];
  /** What a submission changes. Its values are a client's word. */
  readonly read: (texts: Texts, values: Values) => Partial<DraftFields>;
};

const given = (texts: Texts, id: string): string => texts.get(id)?.trim() ?? '';

const PART_TEXTS: Readonly<Record<PartName, readonly [label: string, description: string]>> = {
  client: ['Client', 'Approves the work and releases the money'],
  worker: ['Worker', 'Does the work and gets the money'],
  platform: ['Platform', 'Gets the platform fee'],
  arbiter: ['Arbiter', 'Decides disputes'],
};

export const FORMS_OF_DRAFT: Readonly<Record<Section, Form>> = {
  basics: {
    title: 'Basics',
    fields: ({ title, description, engagementId, kind }, { bot }) => [
      textField({ id: 'title', label: 'Title', description: 'In a few words what it is for', value: title }),
      textField({
        id: 'description',
        label: 'Description',
        description: 'What is agreed. Everybody can read it on the ledger.',
        isLong: true,
        value: description,
      }),
      textField({
        id: 'engagement',
        label: 'Your own id for it',
        description: 'Another escrow needs another one. Empty: one is made up.',
        isOptional: true,
        value: engagementId,
      }),
      ...(releasesOf(bot.desk.network).includes('single') ? [kindField(kind)] : []),
    ],
    read: (texts, values) => {
      const kind = values.get('kind')?.[0];
      return {
        title: given(texts, 'title'),
        description: given(texts, 'description'),
        engagementId: given(texts, 'engagement') || newEngagementId(),
        ...(kind === undefined ? {} : { kind: kind === 'single' ? 'single' : undefined }),
      } as Partial<DraftFields>;
    },
  },
  people: {
    title: 'People',
    fields: ({ people, peopleLines }) => [
      ...PART_NAMES.map((part) => personField(part, people[part])),
      textField({
        id: 'lines',
        label: 'Or type addresses or names',
        description: 'One a line, like “receiver: G…”. A typed line counts more than a choice above.',
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
      peopleLines: given(texts, 'lines'),
    }),
  },
  milestones: {
    title: 'Milestones',
    fields: ({ milestoneLines }) => [
      textField({
        id: 'lines',
        label: 'One a line: AMOUNT | TEXT',
        description: 'Like “10.5 | Sketches”. Up to ten, in the order of the work.',
        isLong: true,
        value: milestoneLines,
      }),
    ],
    read: (texts) => ({ milestoneLines: given(texts, 'lines') }),
  },
  token: {
    title: 'Token and fee',
    fields: ({ token, platformFee }, { bot }) => {
      const known = knownTokens(bot.desk.network).slice(0, 25);
      const isKnown = known.some(({ address }) => address === token);
      return [
        tokenField(known, token),
        textField({
          id: 'contract',
          label: 'Or another token’s contract',
          description: 'C…, with 7 decimals. It counts more than the choice above.',
          isOptional: true,
          value: isKnown ? '' : token,
        }),
        textField({
          id: 'fee',
          label: 'Platform fee in percent',
          description: 'Of each payment, for the platform: 5 means 5 %. Empty: as this server’s settings say.',
          isOptional: true,
          value: platformFee,
        }),
      ];
    },
    read: (texts, values) => ({
      token: given(texts, 'contract') || (values.get('token')?.[0] ?? ''),
      platformFee: given(texts, 'fee'),
    }),
  },
};

/** @returns nothing where a field holds more than Discord lets into a form */
export function formOf(section: Section, customId: string, draft: DraftFields, of: ModalContext): Modal | undefined {
  const form = FORMS_OF_DRAFT[section];
  const tooLong = [draft.milestoneLines, draft.peopleLines].some(({ length }) => length > LONG_TEXT);
  return tooLong ? undefined : modal(customId, form.title, ...form.fields(draft, of));
}

function personField(part: PartName, userId: string | undefined): APILabelComponent {
  const [label, description] = PART_TEXTS[part];
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

function tokenField(known: ReturnType<typeof knownTokens>, token: string): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: 'Token',
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'token',
      required: false,
      options: known.map(({ code, address }) => ({ label: code, value: address, default: address === token })),
    },
  };
}

function kindField(kind: 'single' | undefined): APILabelComponent {
  return {
    type: ComponentType.Label,
    label: 'Payment',
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'kind',
      options: [
        { label: 'Each milestone is paid by itself', value: 'multi', default: kind === undefined },
        { label: 'Everything is paid at once, at the end', value: 'single', default: kind === 'single' },
      ],
    },
  };
}
