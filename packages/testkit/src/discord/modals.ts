/** Modals, and the data that a client submits. */
import { chosenIn, defaultsOf, isSelect, resolvedOf, type SelectMenu, selectProblems } from './selects.ts';

type TextInput = {
  readonly type: 4;
  readonly custom_id: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly placeholder?: string;
  readonly value?: string;
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
    if (given !== undefined && typeof given !== 'string') throw new Error(`${input.custom_id} is a text`);
    const { required = true, min_length = required ? 1 : 0, max_length = LONGEST_VALUE } = input;
    const value = given ?? '';
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
  const users = Object.assign({}, ...resolved.map((each) => each['users']));
  return { custom_id: modal.custom_id, components, ...(Object.keys(users).length > 0 ? { resolved: { users } } : {}) };
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
