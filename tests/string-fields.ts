/** Every place of a JSON schema that takes a text, found by walking it: a new field is found like the others. */

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
  readonly [keyword: string]: unknown;
};
export type Path = readonly (string | number)[];

const KNOWN = new Set([
  ...['type', 'properties', 'items', 'anyOf', 'additionalProperties', 'required', 'description', 'default', '$schema'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum'],
]);

/** @throws Error for a keyword or a type that this walk does not know: it must learn it, or would miss a field */
export function stringFields(schema: unknown, at: Path = []): Path[] {
  const { type, properties = {}, items, anyOf = [], ...rest } = schema as Schema;
  const where = at.join('.') || 'the schema';
  for (const keyword of Object.keys(rest))
    if (!KNOWN.has(keyword)) throw new Error(`${where}: ${keyword} is not known`);
  if (typeof rest.additionalProperties === 'object') throw new Error(`${where} takes fields of any name`);
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.length === 0 && anyOf.length === 0) throw new Error(`${where} has no type`);
  return [
    ...new Map(
      [
        ...types.flatMap((name): Path[] => {
          switch (name) {
            case 'string':
              return [at];
            case 'object':
              return Object.entries(properties).flatMap(([key, field]) => stringFields(field, [...at, key]));
            case 'array':
              return stringFields(items, [...at, 0]);
            case 'number':
            case 'integer':
            case 'boolean':
            case 'null':
              return [];
            default:
              throw new Error(`${where}: a field of type ${name} is not known`);
          }
        }),
        ...anyOf.flatMap((option) => stringFields(option, at)),
      ].map((path) => [path.join('.'), path]),
    ).values(),
  ];
}

/** A copy of `value` with `text` in one place; what is missing on the way is made. */
export function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[key] = withText(list[key], rest, text);
    return list;
  }
  const object = typeof value === 'object' && value !== null ? value : {};
  return { ...object, [key]: withText((object as Record<string, unknown>)[key], rest, text) };
}
