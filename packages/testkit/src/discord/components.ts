/** Modals, and the data that a client submits. */
import { snowflake } from './refusal.ts';

type TextInput = {
  /** 4 of text, 19 of files, 21 of one choice. */
  readonly type: 4 | 19 | 21;
  readonly custom_id: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly placeholder?: string;
  readonly value?: string;
  readonly options?: SelectMenu['options'];
};
type Field = TextInput | SelectMenu;
type Part =
  | { readonly type: 1; readonly components: readonly TextInput[] }
  | { readonly type: 10; readonly content: string }
  | { readonly type: 18; readonly label: string; readonly description?: string; readonly component: Field };

export type Modal = { readonly custom_id: string; readonly title: string; readonly components: readonly Part[] };

/** Source: Discord's reference, "Text Input". */
const LONGEST_VALUE = 4_000;

/**
 * The data of a modal's submission.
 * @param values by the `custom_id` of their field: a text, or what is chosen in a select. A select that is left out stays
 *   as it was shown.
 * @throws Error where a client would not let it be submitted
 */
export function submissionOf(
  modal: Modal,
  values: FieldValues,
  userData: (person: { readonly userId: string }) => unknown,
): Record<string, unknown> {
  const resolved: Record<string, unknown>[] = [];
  const filled = (input: Field, id: number) => {
    const given = values[input.custom_id];
    if (isSelect(input)) {
      if (typeof given === 'string') throw new Error(`${input.custom_id} is a select; give a list`);
      const chosen = chosenIn(input, given ?? defaultsOf(input), 'modal');
      resolved.push(resolvedOf(input, chosen, userData));
      return { type: input.type, id, custom_id: input.custom_id, values: chosen };
    }
    if (input.type === 19) {
      const files = [given ?? []].flat().map((url) => ({ id: snowflake(), filename: 'a b.png', size: 9, url }));
      resolved.push({ attachments: Object.fromEntries(files.map((file) => [file.id, file])) });
      return { type: input.type, id, custom_id: input.custom_id, values: files.map((file) => file.id) };
    }
    if (given !== undefined && typeof given !== 'string') throw new Error(`${input.custom_id} is a text`);
    const { required = true, min_length = required ? 1 : 0, max_length = LONGEST_VALUE } = input;
    const value = given ?? input.options?.find((option) => option.default)?.value ?? '';
    const isFit = value.length <= max_length && (value.length >= min_length || (value === '' && !required));
    if (!isFit) throw new Error(`a client does not submit ${JSON.stringify(value)} as ${input.custom_id}`);
    return { type: input.type, id, custom_id: input.custom_id, value };
  };
  const components = modal.components.map((part, index) => {
    const about = { type: part.type, id: 2 * index + 1 };
    if (part.type === 10) return about;
    if (part.type === 18) return { ...about, component: filled(part.component, about.id + 1) };
    return { ...about, components: part.components.map((input) => filled(input, about.id + 1)) };
  });
  const [users, attachments] = ['users', 'attachments'].map((of) =>
    Object.assign({}, ...resolved.map((each) => each[of])),
  );
  return { custom_id: modal.custom_id, components, resolved: { users, attachments } };
}

export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

/** Beyond Discord's API description: what the documentation forbids of the fields. */
export function fieldProblems(components: readonly Part[]): string[] {
  const inputs = components.flatMap((part): Field[] =>
    part.type === 18 ? [part.component] : part.type === 1 ? [...part.components] : [],
  );
  const ids = inputs.map(({ custom_id }) => custom_id);
  return [
    ...(inputs.length === 0 ? ['a modal without a field'] : []),
    ...components.flatMap((part) =>
      part.type !== 18
        ? []
        : [
            ...('label' in part.component ? ['a label within a label'] : []),
            ...(part.label.length < 1 || part.label.length > 45 ? [`the label ${part.label}`] : []),
            ...((part.description?.length ?? 0) > 100 ? [`the description of ${part.label}`] : []),
          ],
    ),
    ...ids.flatMap((id, index) => (ids.indexOf(id) < index ? [`two fields with ${id}`] : [])),
    ...inputs.flatMap((input) => (isSelect(input) ? selectProblems(input, 'modal') : textProblems(input))),
  ];
}

function textProblems({ custom_id, min_length = 0, max_length = LONGEST_VALUE, placeholder, value }: TextInput) {
  return [
    ...(min_length > max_length ? [`${custom_id} takes nothing`] : []),
    ...((placeholder?.length ?? 0) > 100 ? [`the placeholder of ${custom_id}`] : []),
    ...((value?.length ?? 0) > max_length ? [`${custom_id} is filled with more than it takes`] : []),
  ];
}

/** Select menus, in a message or in a modal: what Discord refuses of them, and what a person's client lets them choose. */

export type SelectMenu = {
  /** 3 of given options; 5 people, 6 roles, 7 both, 8 channels. */
  readonly type: 3 | 5 | 6 | 7 | 8;
  readonly custom_id: string;
  readonly placeholder?: string;
  readonly options?: readonly { readonly value: string; readonly label: string; readonly default?: boolean }[];
  readonly default_values?: readonly { readonly id: string; readonly type: string }[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
};

const OPTIONS = 3;
const USERS = 5;
const TYPES: readonly unknown[] = [OPTIONS, USERS, 6, 7, 8];
/** Source: Discord's reference, "String Select". */
const MOST = 25;
const LONGEST_PLACEHOLDER = 150;

export function isSelect(part: { readonly type: number }): part is SelectMenu {
  return TYPES.includes(part.type);
}

/** Beyond Discord's API description: what the documentation forbids of a select. */
export function selectProblems(select: SelectMenu, where: 'message' | 'modal'): string[] {
  const { type, custom_id, placeholder = '', options = [], default_values = [], required = true } = select;
  const { min_values = 1, max_values = 1 } = select;
  const values = options.map(({ value }) => value);
  const chosen = type === OPTIONS ? options.filter((option) => option.default) : default_values;
  const rules: readonly (readonly [broken: boolean, problem: string])[] = [
    [custom_id.length < 1 || custom_id.length > 100, 'has a custom_id of a wrong length'],
    [placeholder.length > LONGEST_PLACEHOLDER, 'has too long a placeholder'],
    [type === OPTIONS && (options.length < 1 || options.length > MOST), `has ${options.length} options`],
    [type !== OPTIONS && options.length > 0, 'has options of its own'],
    [new Set(values).size < values.length, 'has two options of one value'],
    [min_values < 0 || min_values > MOST || max_values < 1 || max_values > MOST, 'takes a wrong number of values'],
    [min_values > max_values, 'takes nothing'],
    [type === OPTIONS && max_values > options.length, 'takes more values than it has options'],
    // None at all are no default.
    [chosen.length > 0 && (chosen.length < min_values || chosen.length > max_values), 'has a wrong number of defaults'],
    [where === 'modal' && select.disabled === true, 'is disabled in a modal'],
    [where === 'modal' && required && min_values === 0, 'is required, and takes no value'],
  ];
  return rules.flatMap(([broken, problem]) => (broken ? [`the select ${custom_id} ${problem}`] : []));
}

function defaultsOf({ options = [], default_values = [] }: SelectMenu): readonly string[] {
  return [
    ...options.flatMap((option) => (option.default ? [option.value] : [])),
    ...default_values.map(({ id }) => id),
  ];
}

/**
 * What a person chose, as it is sent.
 * @throws Error where a client would not let it be chosen
 */
export function chosenIn(select: SelectMenu, values: readonly string[], where: 'message' | 'modal'): readonly string[] {
  const { custom_id, options = [], required = true, min_values = 1, max_values = 1, disabled = false } = select;
  const mayBeEmpty = min_values === 0 || (where === 'modal' && !required);
  const isFit =
    !disabled &&
    new Set(values).size === values.length &&
    values.length <= max_values &&
    (values.length >= min_values || (values.length === 0 && mayBeEmpty)) &&
    (select.type !== OPTIONS || values.every((value) => options.some((option) => option.value === value)));
  if (!isFit) throw new Error(`a client does not choose ${JSON.stringify(values)} in ${custom_id}`);
  return values;
}

/** The data that Discord sends along with ids: only people have any here. */
export function resolvedOf(
  select: SelectMenu,
  values: readonly string[],
  userData: (person: { readonly userId: string }) => unknown,
): Record<string, unknown> {
  if (select.type !== USERS) return {};
  return { users: Object.fromEntries(values.map((userId) => [userId, userData({ userId })])) };
}
