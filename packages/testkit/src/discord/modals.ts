/** Modals: what one is made of, and what a person's client sends when they submit it. */

type TextInput = {
  readonly type: 4;
  readonly custom_id: string;
  readonly label?: string;
  readonly required?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
};
type Part =
  | { readonly type: 1; readonly components: readonly TextInput[] }
  | { readonly type: 10; readonly content: string }
  | { readonly type: 18; readonly label: string; readonly component: TextInput };

export type Modal = { readonly custom_id: string; readonly title: string; readonly components: readonly Part[] };

/** Source: Discord's reference, "Text Input". */
const LONGEST_VALUE = 4_000;

/**
 * The data of a modal's submission.
 * @param values by the `custom_id` of their field
 * @throws Error where a client would not let it be submitted
 */
export function submissionOf(modal: Modal, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const filled = (input: TextInput, id: number) => {
    const { required = true, min_length = required ? 1 : 0, max_length = LONGEST_VALUE } = input;
    const value = values[input.custom_id] ?? '';
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
  return { custom_id: modal.custom_id, components };
}

/** Beyond Discord's API description: what the documentation forbids of the fields. */
export function fieldProblems(components: readonly Part[]): string[] {
  const inputs = components.flatMap((part) =>
    part.type === 18 ? [part.component] : part.type === 1 ? part.components : [],
  );
  return [
    ...(inputs.length === 0 ? ['a modal without a field'] : []),
    ...components.flatMap((part) =>
      part.type === 18 && part.component.label !== undefined ? ['a label within a label'] : [],
    ),
    ...inputs.flatMap(({ custom_id, min_length = 0, max_length = LONGEST_VALUE }, index) => [
      ...(inputs.findIndex((other) => other.custom_id === custom_id) < index ? [`two fields with ${custom_id}`] : []),
      ...(min_length > max_length ? [`${custom_id} takes nothing`] : []),
    ]),
  ];
}
